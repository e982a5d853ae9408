import Geometry
import ModuleModel
import Scenes
import Settings
import ShellModel
import TestSupport
import Testing
import Views
import VisualEffects

@testable import BarUI

/// The bar of a laptop with all that it has to tell, on outputs of every width. Letters are 8 points wide, icons 16.
@Suite struct CrowdedBarTests {
  private static let clock = "Wed 25 Nov  23:04"
  private static let title = "~/src/hyaline — nvim"
  private static let track = "Nina Simone – Feeling Good"
  private static let names = ["MX Master 3S", "Fjordnett"]

  /// The texts that a bar shows beside its workspaces, where those that are cut end in an ellipsis.
  private func texts(width: Int, glass: BarSettings.Glass = .bar, merge: Double = 0) -> [String] {
    var view = bar(width: width)
    (view.bar.glass, view.bar.merge) = (glass, merge)
    return view.laidOut(measurer: MonospaceMeasurer()).scene.texts.dropFirst(4).map { item in
      let isCut = item.text.maxWidth.map { $0 < item.text.string.count * 8 } == true
      return item.text.string + (isCut ? "…" : "")
    }
  }

  @Test(arguments: [3840, 2560, 1920, 1800, 1600, 1536, 1500, 1440])
  func `nothing is cut while there is room`(width: Int) {
    #expect(
      texts(width: width) == [Self.title, Self.track, "6"] + Self.names + ["100%", "76%", Self.clock])
  }

  @Test(arguments: Array(stride(from: 320, through: 1920, by: 7)))
  func `a number is never cut, and a clock drops its date before it goes`(width: Int) {
    expectWhole(texts(width: width))
  }

  @Test(
    arguments: [BarSettings.Glass.zones, .modules, .none], Array(stride(from: 480, through: 1920, by: 60)))
  func `islands cut no number either, and keep the clock`(glass: BarSettings.Glass, width: Int) {
    let shown = texts(width: width, glass: glass)
    expectWhole(shown)
    #expect(texts(width: width, glass: glass, merge: 12) == shown)
  }

  /// Expects that only titles and names are cut, and that there is a clock.
  private func expectWhole(_ shown: [String]) {
    let cut = shown.filter { $0.hasSuffix("…") }.map { String($0.dropLast()) }
    #expect(Set(cut).isSubset(of: [Self.title, Self.track] + Self.names), "\(shown)")
    #expect(shown.last == Self.clock || shown.last == "23:04", "\(shown)")
  }

  @Test(
    arguments: [
      // The title and the track shrink first, then the names of networks and devices.
      (1280, [title + "…", track, "6", names[0], names[1], "100%", "76%", clock]),
      (1200, [title + "…", track + "…", "6", names[0], names[1], "100%", "76%", clock]),
      (1024, [title + "…", track + "…", "6", names[0] + "…", names[1] + "…", "100%", "76%", clock]),
      // The failed units come back into the room that the other figures leave.
      (800, [title + "…", "6", clock]), (640, ["6", "23:04"]),
    ] as [(Int, [String])])
  func `titles shrink first, then words go and icons stay`(width: Int, shown: [String]) {
    #expect(texts(width: width) == shown)
  }

  @Test func `a separator is not seen where no module has room beside it, and moves nothing`() {
    let text = ModuleName(.text, "one")
    let readings: [ModuleName: ModuleReading] = [
      text: .text("text"), ModuleName(.window): ModuleReading(["title": .text(Self.title)]),
    ]
    func scene(_ width: Int, _ modules: [ModuleName]) -> Scene {
      var settings = Settings()
      (settings.bar.start, settings.bar.center, settings.bar.end) = (modules, [], [])
      settings.modules[text] = .defaults(of: .text)
      return view(settings, readings, width: width).scene(measurer: MonospaceMeasurer())
    }
    func lines(_ scene: Scene) -> Int { scene.fills.count { $0.ink == .vibrant(.separator) } }
    let all = [text, ModuleName(.separator), ModuleName(.window)]
    let (wide, narrow) = (scene(800, all), scene(110, all))
    #expect(lines(wide) == 1 && wide.texts.count == 2)
    #expect(lines(narrow) == 0 && narrow.texts.map(\.frame) == [wide.texts[0].frame])
    // A separator that the settings themselves put at an end is seen.
    #expect(lines(scene(110, [text, ModuleName(.separator)])) == 1)
  }

  @Test(arguments: [(5, 7), (9, 99)]) func `a number of more figures moves no module`(few: Int, many: Int) {
    func places(_ percent: Int) -> [Int] {
      var settings = Settings()
      (settings.bar.start, settings.bar.center) = ([], [.clock])
      settings.bar.end = [ModuleName(.memory), .clock]
      let memory = ModuleReading(["percent": .integer(percent, .percent)])
      let shown = view(settings, [ModuleName(.memory): memory, .clock: Self.clockReading], width: 800)
      return shown.scene(measurer: MonospaceMeasurer()).texts.map(\.frame.x)
    }
    #expect(places(few) == places(many))
  }

  @Test func `figures are in the middle of a fill of their own, which keeps its width`() throws {
    func frames(_ percent: Int) throws -> (text: PixelRect, fill: PixelRect) {
      var settings = Settings()
      (settings.bar.start, settings.bar.center, settings.bar.end) = ([], [], [ModuleName(.memory)])
      var memory = ModuleSettings.defaults(of: .memory)
      memory.style.look.fill = .colour([0.1, 0.2, 0.3, 1])
      settings.modules[ModuleName(.memory)] = memory
      let reading = ModuleReading(["percent": .integer(percent, .percent)])
      let scene = view(settings, [ModuleName(.memory): reading], width: 800).scene(
        measurer: MonospaceMeasurer())
      return (try #require(scene.texts.first).frame, try #require(scene.fills.first).frame)
    }
    let (few, many) = (try frames(5), try frames(50))
    #expect(few.fill == many.fill && few.text.width < many.text.width)
    #expect(abs(few.text.x - few.fill.x - (few.fill.maxX - few.text.maxX)) <= 1, "\(few)")
  }

  @Test(arguments: [5, 50], [false, true])
  func `figures are in the middle of the fill that a module has while it is used, and do not move`(
    percent: Int, isOpen: Bool
  ) throws {
    var settings = Settings()
    (settings.bar.start, settings.bar.center, settings.bar.end) = ([], [], [ModuleName(.memory)])
    var memory = ModuleSettings.defaults(of: .memory)
    memory.style.on[.click] = .command(["true"])
    settings.modules[ModuleName(.memory)] = memory
    let reading = ModuleReading(["percent": .integer(percent, .percent)])
    var view = view(settings, [ModuleName(.memory): reading], width: 800)
    let still = view.laidOut(measurer: MonospaceMeasurer())
    if isOpen {
      view.context.opener = still.identities.lazy.compactMap { $0.key.value as? BarItem }.first
    } else {
      view.interaction.hovered = still.regions.first?.id
    }
    let used = view.laidOut(measurer: MonospaceMeasurer())
    let text = try #require(used.scene.texts.first).frame
    let fill = try #require(used.scene.fills.first).frame
    #expect(text == still.scene.texts.first?.frame && still.scene.fills.isEmpty)
    #expect(abs(text.x - fill.x - (fill.maxX - text.maxX)) <= 1, "\(text) in \(fill)")
  }

  private static let clockReading = ModuleReading([
    "time:%a %e %b  %H:%M": .text(clock), "time:%H:%M": .text("23:04"),
  ])

  private func bar(width: Int) -> BarView {
    var settings = Settings()
    let names = { (kinds: [ModuleKind]) in kinds.map { ModuleName($0) } }
    settings.bar.start = names([.workspaces, .separator, .window])
    settings.bar.center = names([.media])
    settings.bar.end = names([
      .tray, .separator, .systemd, .powerProfile, .bluetooth, .network, .audio, .battery, .bell, .clock,
      .session,
    ])
    let formats: [(ModuleKind, String)] = [
      (.media, "{icon} {track}"), (.powerProfile, "{icon}"), (.bluetooth, "{icon} {name}"),
      (.network, "{icon} {name}"), (.audio, "{icon} {percent}%"),
    ]
    for (kind, format) in formats {
      var module = ModuleSettings.defaults(of: kind)
      module.style.look.format = try? FormatTemplate(format, fields: kind.summary.namedFields)
      settings.modules[ModuleName(kind)] = module
    }
    func item(_ name: String) -> ItemReading { ItemReading(id: name, ["name": .text(name)], icon: "app") }
    let percent = { (value: Int) in ["percent": FieldValue.integer(value, .percent)] }
    let readings: [ModuleKind: ModuleReading] = [
      .workspaces: ModuleReading(items: (1...4).map { item("\($0)") }),
      .window: ModuleReading(["title": .text(Self.title)]),
      .media: ModuleReading(["track": .text(Self.track)], icon: "media"),
      .tray: ModuleReading(items: ["a", "b", "c"].map(item)),
      .systemd: ModuleReading(["count": .integer(6)], icon: "warning"),
      .powerProfile: ModuleReading(icon: "power"),
      .bluetooth: ModuleReading(["name": .text(Self.names[0])], icon: "bluetooth"),
      .network: ModuleReading(["name": .text(Self.names[1])], icon: "wifi"),
      .audio: ModuleReading(percent(100), icon: "sound"),
      .battery: ModuleReading(percent(76), icon: "battery"), .bell: ModuleReading(icon: "bell"),
      .clock: Self.clockReading, .session: ModuleReading(icon: "power"),
    ]
    return view(
      settings, Dictionary(uniqueKeysWithValues: readings.map { (ModuleName($0.key), $0.value) }),
      width: width)
  }

  private func view(_ settings: Settings, _ readings: [ModuleName: ModuleReading], width: Int) -> BarView {
    var state = State()
    let now = Instant(sinceOrigin: .zero)
    _ = state.update(.settingsLoaded(settings), now: now)
    for (module, reading) in readings { _ = state.update(.moduleReadingChanged(module, reading), now: now) }
    return BarView(
      state: state, size: PixelSize(width: width, height: 36), scale: 1,
      material: Material(name: "test", isDark: true, blurRadius: 30, chain: .identity))
  }
}
