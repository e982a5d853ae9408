import BarUI
import DesktopModel
import Geometry
import ModuleModel
import Scenes
import Settings
import ShellModel
import Testing
import Typography
import VisualEffects

@testable import Notifications

/// Lays out what settings show, as the program does: the bars with all their modules, and a stack of banners of every
/// kind, measured with the fonts of this machine.
struct LaidOutSettings {
  private let measurer = TextEngine()
  /// The settings of which the bars and the banners were laid out on each output: most settings change only one of them.
  private var bars = Known(), banners = Known()

  /// Settings that were laid out on each output, and are not laid out there again.
  private struct Known {
    private var all = outputs.map { _ in [Settings]() }

    /// Records settings that are laid out on an output, and returns whether they are for the first time.
    mutating func adds(_ settings: Settings, on output: Int) -> Bool {
      if all[output].contains(settings) { return false }
      all[output].append(settings)
      return true
    }
  }

  /// The settings of the banner of levels, and its material.
  private struct LevelLook: Equatable {
    var settings: LevelSettings
    var effect: BlurEffect?
  }

  private static let levelSymbol = "audio-volume-high"
  /// The symbol of every level as it is drawn on each output, which no setting changes.
  private static let levelSymbols = outputs.map { output in
    LevelView.symbol(of: Level(.volume, symbol: levelSymbol, .words("")), scale: output.scale)
  }
  /// The looks of levels that were laid out on each output: of most settings they are the same.
  private var knownLevels = outputs.map { _ in [LevelLook]() }

  private static let start = Instant(sinceOrigin: .seconds(1000))

  /// Outputs in logical pixels, and physical pixels per logical one.
  static let outputs: [(width: Int, height: Int, scale: Double)] = [
    (1920, 1080, 1), (1280, 720, 1.5), (40, 30, 2),
  ]

  /// Lays everything out on one of the outputs, counted in a circle; settings that have no sensible layout trap.
  mutating func layOut(_ settings: Settings, on index: Int, _ comment: @autoclosure () -> Comment) {
    let place = index % Self.outputs.count
    let output = Self.outputs[place]
    var ofBars = settings
    (ofBars.notifications, ofBars.levels) = (NotificationSettings(), LevelSettings())
    for bar in bars.adds(ofBars, on: place) ? settings.bars : [] {
      let scene = barScene(settings, bar, output)
      #expect(scene.size.width > 0 && scene.size.height > 0, comment())
    }
    var ofBanners = settings
    (ofBanners.bars, ofBanners.modules, ofBanners.levels) = ([BarSettings()], [:], LevelSettings())
    if banners.adds(ofBanners, on: place) {
      layOutBanners(settings, output, isUsed: index % 2 != 0, comment())
    }
    let levels = LevelLook(
      settings: settings.levels,
      effect: settings.blurEffect(named: settings.levels.material ?? LevelSettings.usualMaterial))
    if knownLevels[place].contains(levels) { return }
    knownLevels[place].append(levels)
    layOutLevels(levels, output, symbol: Self.levelSymbols[place], comment())
  }

  private func layOutBanners(
    _ settings: Settings, _ output: (width: Int, height: Int, scale: Double), isUsed: Bool, _ comment: Comment
  ) {
    let (stack, placement) = stack(settings, output, isUsed: isUsed)
    #expect((0...1_000_000).contains(stack.size.height), comment)
    let height = placement.surfaceHeight(for: stack.size.height, in: output.height, scale: output.scale)
    let surface = placement.surface(height: height, layer: .overlay)
    #expect(surface.width > 0 && surface.height > 0, comment)
    let size = PixelSize(
      width: Int(Double(surface.width) * output.scale), height: Int(Double(surface.height) * output.scale))
    let origin = placement.origin(of: stack.size, in: size, scale: output.scale)
    _ = Scene(size: size, nodes: stack.offset(x: origin.x, y: origin.y).nodes)
  }

  private func layOutLevels(
    _ look: LevelLook, _ output: (width: Int, height: Int, scale: Double), symbol: Bitmap?, _ comment: Comment
  ) {
    let options = look.settings
    let placement = BannerPlacement(options, logicalWidth: output.width) { $0 }
    guard let material = look.effect?.material(isDark: false) else {
      Issue.record(comment)
      return
    }
    for kind in options.shownKinds {
      let value = Level.Value.part(percent: 130, isMuted: kind == .microphone)
      let level = Level(kind, symbol: Self.levelSymbol, kind == .capsLock ? .words("Caps Lock") : value)
      let view = LevelView(
        level, part: level.part ?? 0, symbol: symbol, width: placement.columnWidth(scale: output.scale),
        scale: output.scale, material: material,
        legibility: .standard, font: options.font)
      let banner = view.layout(measurer: measurer)
      let height = placement.surfaceHeight(
        for: banner.frame.height, in: output.height, scale: output.scale)
      #expect(placement.surface(height: height).height > 0 && banner.frame.width > 0, comment)
    }
  }

  private func barScene(
    _ settings: Settings, _ bar: BarSettings, _ output: (width: Int, height: Int, scale: Double)
  ) -> Scene {
    var state = State()
    _ = state.update(.settingsLoaded(settings), now: Self.start)
    for (index, module) in Set(settings.bars.flatMap(\.modules)).enumerated() {
      let text = (settings.module(module).source.base as? TextSettings)?.text ?? "12:\(index) reading"
      let reading = index % 4 == 3 ? ModuleReading.failure("it failed") : .text(text)
      _ = state.update(.moduleReadingChanged(module, reading), now: Self.start)
    }
    let length = min(bar.length ?? .max, bar.edge.isLevel ? output.width : output.height)
    let (long, thick) = (Int(Double(length) * output.scale), Int(Double(bar.height) * output.scale))
    let size =
      bar.edge.isLevel ? PixelSize(width: long, height: thick) : PixelSize(width: thick, height: long)
    let view = BarView(
      state: state, bar: bar, size: size, scale: output.scale,
      material: settings.effect(named: bar.material).material(isDark: true))
    return view.scene(measurer: measurer)
  }

  private func stack(
    _ settings: Settings, _ output: (width: Int, height: Int, scale: Double), isUsed: Bool
  ) -> (BannerStack, BannerPlacement) {
    let options = settings.notifications
    var store = NotificationStore(settings: options)
    let clock = ClockTime(seconds: 1_000_000, day: 2, minute: 720)
    _ = store.update(.outputsChanged(["A"], focused: "A"), now: Self.start, clock: clock)
    for request in Self.requests {
      let id = store.identify(request)
      _ = store.update(.notified(request, id: id), now: Self.start, clock: clock)
    }
    let placement = BannerPlacement(options, logicalWidth: output.width) { $0 }
    let arrangement = store.arrangement(on: "A")
    let views = arrangement.banners.enumerated().map { index, banner in
      var content = BannerContent(
        banner.notification, count: index + 1, behind: banner.behind, isExpanded: banner.isExpanded,
        isHovered: isUsed && index == 0, age: "5 min")
      content.showsOptions = content.isHovered
      if content.isHovered { content.reply = .init(text: "an answer", selection: 3..<5) }
      let material = settings.blurEffect(named: banner.notification.material ?? options.material)!
      return BannerView(
        content, width: placement.width(of: banner.style, scale: output.scale), scale: output.scale,
        material: material.material(isDark: true),
        legibility: Legibility(contrast: settings.legibility.contrast), settings: options)
    }
    let stack = BannerStack(
      views, more: arrangement.moreCount, order: options.order,
      gap: Int((Double(options.gap) * output.scale).rounded()),
      maxHeight: placement.maxHeight(in: output.height, scale: output.scale), measurer: measurer)
    // Every time to stay can be added to the clock.
    while let due = store.nextDeadline {
      _ = store.update(.deadlineReached, now: due, clock: clock)
    }
    return (stack, placement)
  }

  /// A notification of every kind.
  private static let requests: [NotificationRequest] = {
    func request(
      _ summary: String, _ body: String = "", actions: [String] = [],
      hints: [NotificationRequest.Hint] = []
    ) -> NotificationRequest {
      var request = NotificationRequest()
      request.applicationName = "Mail"
      (request.summary, request.body, request.actions, request.hints) = (summary, body, actions, hints)
      return request
    }
    return [
      request("Critical", hints: [.init("urgency", .integer(2))]),
      request("Progress", hints: [.init("value", .integer(40)), .init("urgency", .integer(0))]),
      request("Links", "see <a href=\"https://a\">this</a> <img src=\"file:///x\" alt=\"a picture\"/>"),
      request(
        "Answer", String(repeating: "a longer text ", count: 40),
        actions: ["inline-reply", "", "a", "One", "b", "Two"]),
    ]
  }()
}
