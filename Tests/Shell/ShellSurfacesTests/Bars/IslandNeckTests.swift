import BarUI
import DesktopModel
import Geometry
import Loop
import ModuleModel
import Scenes
import Settings
import ShellModel
import ShellTestSupport
import TestSupport
import Testing

@testable import ShellSurfaces

/// The border of an island beside the glass that grows out of it on another surface. Both are drawn as a compositor asks for frames.
struct IslandNeckTests {
  private static let module = ModuleName(.audio)
  private static let step = Duration.milliseconds(16)
  private let calendar = CalendarPopup(
    today: { CalendarDate(year: 2026, month: 11, day: 23) },
    words: CalendarWords(months: (1...12).map { "M\($0)" }, weekdays: (1...7).map { "D\($0)" }), rule: .iso)

  /// A bar of islands on the screen, and the surfaces beside it.
  private struct Scenery {
    let stage: BarStage
    let bar: FakeSurface
    /// The place of the module on the bar.
    let place: BarItem

    init(_ edge: OutputEdge, _ change: (inout Settings) -> Void = { _ in }) throws {
      stage = try BarStage {
        ($0.bars[0].start, $0.bars[0].center, $0.bars[0].end) = ([], [module], [])
        ($0.bars[0].edge, $0.bars[0].glass, $0.bars[0].height) = (edge, .zones, 40)
        change(&$0)
      }
      for module in [module, .clock] {
        _ = stage.state.update(.moduleReadingChanged(module, .failure("no reading")), now: stage.now)
      }
      bar = try #require(stage.output.surface)
      bar.draw(at: stage.now)
      stage.settle()
      bar.draw(at: stage.now)
      place = try #require(stage.bar.place(of: module))
    }

    /// Lets a time pass, and draws what has changed until nothing has.
    func pass(_ time: Duration, _ other: FakeSurface?) {
      stage.time.advance(by: time)
      for _ in 0..<3 {
        stage.settle()
        bar.draw(at: stage.now)
        other?.draw(at: stage.now)
      }
    }

    /// The sheets of glass that a surface shows.
    private func sheets(_ surface: FakeSurface) -> [EffectNode] {
      (surface.drawnScene?.nodes ?? []).compactMap {
        if case .effect(let sheet) = $0, sheet.material != nil { sheet } else { nil }
      }
    }

    /// The pixels of a line, in pixels of the output, by their places along it.
    private func pixels(of line: PixelRect) -> [PixelRect] {
      line.width > line.height
        ? (line.x..<line.maxX).map { PixelRect(x: $0, y: line.y, width: 1, height: 1) }
        : (line.y..<line.maxY).map { PixelRect(x: line.x, y: $0, width: 1, height: 1) }
    }

    /// The pixels just outside of the bar, in pixels of the output.
    private var outside: [PixelRect] {
      let (frame, edge) = (stage.bar.shownFrame ?? .empty, stage.state.settings.bars[0].edge)
      return switch edge {
      case .top: pixels(of: PixelRect(x: frame.x, y: frame.maxY, width: frame.width, height: 1))
      case .bottom: pixels(of: PixelRect(x: frame.x, y: frame.y - 1, width: frame.width, height: 1))
      case .left: pixels(of: PixelRect(x: frame.maxX, y: frame.y, width: 1, height: frame.height))
      case .right: pixels(of: PixelRect(x: frame.x - 1, y: frame.y, width: 1, height: frame.height))
      }
    }

    /// The pixels beside the bar of which the glass of one of the other surfaces covers at least half.
    func covered(by surfaces: FakeSurface...) -> [PixelRect] {
      let shapes = surfaces.flatMap { surface in
        sheets(surface).map { sheet in
          let frame = sheet.frame.offset(x: surface.frame.x, y: surface.frame.y)
          let shape = Shape(frame: frame, corners: sheet.corners, merging: sheet.merging)
          return (bounds: surface.frame, shape: shape)
        }
      }
      return outside.filter { pixel in
        shapes.contains { $0.bounds.contains(pixel) && $0.shape.coverage(in: pixel)[0] >= 128 }
      }
    }

    /// The pixels beside the bar at which its islands leave their borders out.
    var leftOut: [PixelRect] {
      let gaps = sheets(bar).flatMap(\.borderGaps).map { $0.offset(x: bar.frame.x, y: bar.frame.y) }
      return outside.filter { pixel in gaps.contains { $0.contains(pixel) } }
    }
  }

  /// Opens a popup of a module, or of the one of the scenery.
  private func opened(on scenery: Scenery, by module: ModuleName = module) throws -> FakeSurface {
    let place = try #require(scenery.stage.bar.place(of: module))
    scenery.stage.bar.toggle(.calendar(calendar), at: place)
    scenery.bar.answerRequests()
    let popup = try #require(scenery.bar.popups.last).surface
    scenery.pass(.zero, popup)
    return popup
  }

  @Test(arguments: OutputEdge.allCases)
  func `an island leaves its border out along the neck of a popup, for as long as that is there`(
    edge: OutputEdge
  ) throws {
    let scenery = try Scenery(edge)
    #expect(scenery.leftOut == [])
    let popup = try opened(on: scenery)
    var lengths: [Int] = []
    while popup.isMoving, lengths.count < 200 {
      let covered = scenery.covered(by: popup)
      #expect(scenery.leftOut == covered)
      lengths.append(covered.count)
      scenery.pass(Self.step, popup)
    }
    // The neck is there in several lengths, and gone long before the popup rests.
    #expect(Set(lengths).count > 2 && lengths[0] > 10)
    #expect(lengths.suffix(lengths.count / 2).allSatisfy { $0 == 0 })
    #expect(scenery.covered(by: popup) == [] && scenery.leftOut == [])
    let count = scenery.bar.commitCount
    scenery.pass(Self.step, popup)
    #expect(scenery.bar.commitCount == count)
  }

  @Test func `a popup that is closed while it grows gives the island its border back`() throws {
    let scenery = try Scenery(.top)
    let popup = try opened(on: scenery)
    scenery.pass(Self.step, popup)
    #expect(scenery.leftOut == scenery.covered(by: popup) && scenery.leftOut != [])
    scenery.stage.bar.toggle(.calendar(calendar), at: scenery.place)
    scenery.pass(.zero, popup)
    #expect(popup.isFadingOut && scenery.leftOut == [])
    // A popup that the compositor closes gives the border back.
    let second = try opened(on: scenery)
    #expect(scenery.leftOut != [])
    second.closeByCompositor()
    scenery.pass(.zero, nil)
    #expect(scenery.leftOut == [])
    // A popup gives the border back even if its next frame comes only when it rests.
    let third = try opened(on: scenery)
    #expect(scenery.leftOut != [])
    scenery.pass(.seconds(1), third)
    #expect(!third.isMoving && scenery.leftOut == [])
  }

  @Test func `a popup of a module without glass grows out of no island`() throws {
    for hasGlass in [true, false] {
      let scenery = try Scenery(.top) {
        $0.modules[Self.module] = .defaults(of: .audio)
        $0.modules[Self.module]?.style.look.hasGlass = hasGlass
      }
      let popup = try opened(on: scenery)
      let frame = try #require(popup.drawnScene?.panes.first?.frame)
      #expect((frame.width < 50) == hasGlass && scenery.covered(by: popup).isEmpty != hasGlass)
      #expect(scenery.leftOut.isEmpty != hasGlass)
    }
  }

  @Test(arguments: [NotificationSettings.Anchor.top, .bottom], [64, 12])
  func `an island leaves its border out along the neck of a level, for as long as that is there`(
    anchor: NotificationSettings.Anchor, margin: Int
  ) throws {
    let edge: OutputEdge = anchor == .top ? .top : .bottom
    let scenery = try Scenery(edge) {
      ($0.levels.anchor, $0.levels.margin) = (anchor, margin)
      $0.bars[0].center = [Self.module, .clock]
    }
    let stage = scenery.stage
    stage.output.free = LogicalRect(x: 0, y: edge == .top ? 40 : 0, width: 800, height: 560)
    let levels = LevelBanners(session: FakeSession(stage.loop, outputs: [stage.output])) { stage.state }
    defer { levels.close() }
    levels.island = { _, _ in stage.bar.island(of: .audio, at: edge) }
    func show(_ percent: Int) throws -> FakeSurface {
      levels.take(
        .changed(Level(.volume, symbol: "audio-volume-high", .part(percent: percent, isMuted: false))))
      stage.settle()
      let surface = try #require(stage.output.surface)
      #expect(surface !== scenery.bar)
      scenery.pass(.zero, surface)
      return surface
    }
    let level = try show(50)
    var lengths: [Int] = []
    for _ in 0..<40 {
      let covered = scenery.covered(by: level)
      #expect(scenery.leftOut == covered)
      lengths.append(covered.count)
      scenery.pass(Self.step, level)
    }
    #expect(Set(lengths).count > 2 && lengths[0] > 10)
    #expect(lengths.suffix(20).allSatisfy { $0 == 0 } && scenery.leftOut == [])
    while !level.isClosed { scenery.pass(.milliseconds(100), level) }
    #expect(scenery.leftOut == [])
    // A level gives the border back even if its next frame comes only when it rests.
    let second = try show(60)
    #expect(scenery.leftOut != [])
    scenery.pass(.seconds(1), second)
    #expect(scenery.covered(by: second) == [] && scenery.leftOut == [])
    while !second.isClosed { scenery.pass(.milliseconds(100), second) }
    // A level and a popup hang on one island.
    let third = try show(70)
    let popup = try opened(on: scenery, by: .clock)
    let necks = (scenery.covered(by: third), scenery.covered(by: popup))
    #expect(scenery.bar.drawnScene?.panes.count == 1 && necks.0 != [] && necks.1 != [])
    #expect(Set(necks.0.map(\.x)).isDisjoint(with: necks.1.map(\.x)))
    #expect(scenery.leftOut == scenery.covered(by: third, popup))
    popup.closeByCompositor()
    scenery.pass(.zero, third)
    #expect(scenery.leftOut == scenery.covered(by: third))
    // A level that goes while it hangs on the island gives the border back.
    #expect(scenery.leftOut != [])
    _ = stage.state.update(.sessionLocked(true), now: stage.now)
    levels.settingsChanged()
    scenery.pass(.zero, nil)
    #expect(scenery.leftOut == [])
  }
}
