import DesktopModel
import Geometry
import Loop
import Scenes
import Settings
import ShellModel
import ShellTestSupport
import TestSupport
import Testing
import VisualEffects

@testable import ShellSurfaces

/// The banner of levels of a program without compositor, whose clock the test turns.
private final class LevelStage {
  let time = ManualClock()
  let loop: EventLoop
  let session: FakeSession
  private(set) var banners: LevelBanners!
  private var drawing: Mark!
  private var state = State()

  init(outputs: [String] = ["A"], _ change: (inout Settings) -> Void = { _ in }) throws {
    loop = try EventLoop(clock: time)
    session = FakeSession(loop, outputs: outputs.map { FakeOutput($0, answersAtOnce: false) })
    var settings = Settings()
    change(&settings)
    _ = state.update(.settingsLoaded(settings), now: loop.now)
    banners = LevelBanners(session: session) { [unowned self] in state }
    drawing = loop.register("drawing", for: .draw) { [unowned self] in
      for output in session.outputs { output.surface?.draw(at: time.now) }
    }
    pass(.zero)
  }

  var surface: FakeSurface? { session.outputs[0].surface }
  var texts: [String] { surface?.texts ?? [] }

  func close() {
    drawing.cancel()
    banners.close()
  }

  /// Turns the clock, serves what follows and draws a frame on each surface.
  func pass(_ duration: Duration) {
    time.advance(by: duration)
    loop.serveWhatIsReady()
    drawing.set()
    loop.serveWhatIsReady()
  }

  /// Lets a tenth of a second pass for each of so many frames.
  func pass(frames: Int) {
    for _ in 0..<frames { pass(.milliseconds(100)) }
  }

  func lock(_ isLocked: Bool) {
    _ = state.update(.sessionLocked(isLocked), now: loop.now)
    banners.settingsChanged()
  }

  func change(_ settings: (inout Settings) -> Void) {
    var new = state.settings
    settings(&new)
    _ = state.update(.settingsLoaded(new), now: loop.now)
    banners.settingsChanged()
  }
}

private func volume(_ percent: Int) -> Level {
  Level(.volume, symbol: "audio-volume-high", .part(percent: percent, isMuted: false))
}

struct LevelBannersTests {
  @Test func `a level opens a surface that takes no input, and goes by itself`() throws {
    let stage = try LevelStage()
    defer { stage.close() }
    #expect(stage.surface == nil)
    stage.banners.take(.changed(volume(50)))
    stage.pass(.zero)
    let surface = try #require(stage.surface)
    #expect(surface.placement.inputRegion == [] && surface.placement.layer == .overlay)
    #expect(surface.placement.anchors == .bottom && surface.placement.namespace == "hyaline-levels")
    #expect(surface.placement.keyboard == .never && surface.placement.exclusiveZone == 0)
    stage.pass(frames: 14)
    #expect(stage.texts == ["50%"] && !surface.isMoving)
    stage.pass(frames: 6)
    #expect(stage.surface == nil && surface.isClosed)
  }

  @Test func `the frame of a level is told when it has a place, and that it has faded out`() throws {
    let stage = try LevelStage(outputs: ["A", "B"])
    defer { stage.close() }
    var told: [[String: [LogicalRect]]] = []
    stage.banners.onFramesChanged = { told.append(stage.banners.frames) }
    stage.banners.take(.changed(volume(50)))
    stage.pass(frames: 2)
    let frame = try #require(told.last?["A"]?.first)
    #expect(told.count == 1 && told[0].count == 1)
    // The margins and the width are those of the settings.
    #expect(frame.x == 250 && frame.width == 300 && frame.maxY == 536 && frame.height > 20)
    stage.pass(frames: 14)
    #expect(
      told.count == 1 && stage.surface?.isMoving == true)
    stage.pass(frames: 6)
    #expect(told.count == 2 && told.last == [:] && stage.surface == nil)
  }

  @Test func `a level has the rim and the shadow of the settings`() throws {
    func sheet(_ change: (inout LevelSettings) -> Void) throws -> EffectNode {
      let stage = try LevelStage { change(&$0.levels) }
      defer { stage.close() }
      stage.banners.take(.changed(volume(50)))
      stage.pass(frames: 8)
      let scene = try #require(stage.surface?.drawnScene)
      return try #require(Self.sheets(scene.nodes).first)
    }
    let (plain, none) = (try sheet { _ in }, try sheet { ($0.relief.rim, $0.relief.shadow) = (0, 0) })
    #expect(plain.border?.rim != nil && plain.shadows.count == 2)
    #expect(none.border == nil && none.shadows.isEmpty)
  }

  /// The sheets of glass among nodes and within those that are no glass.
  private static func sheets(_ nodes: [Node]) -> [EffectNode] {
    nodes.flatMap { node in
      guard case .effect(let effect) = node else { return [EffectNode]() }
      return effect.material == nil ? sheets(effect.content) : [effect]
    }
  }

  @Test(arguments: [false, true])
  func `a level grows out of the island of its module, unless motion is reduced`(reducesMotion: Bool) throws {
    let stage = try LevelStage { $0.accessibility.reduceMotion = reducesMotion ? .on : .off }
    defer { stage.close() }
    let island = LogicalRect(x: 700, y: 580, width: 30, height: 20)
    let necks = IslandNecks(stage.loop)
    stage.banners.island = { level, output in
      level.kind == .volume && output == "A"
        ? ModuleIsland(frame: island, material: "glass", necks: necks)
        : nil
    }
    func frame() throws -> PixelRect { try #require(stage.surface?.drawnScene?.panes.first).frame }
    stage.banners.take(.changed(volume(50)))
    stage.pass(.zero)
    stage.pass(.zero)
    let first = try frame()
    stage.pass(.milliseconds(100))
    let middle = try frame()
    stage.pass(frames: 8)
    let last = try frame()
    #expect(last.width == 300 && stage.surface?.isMoving == false)
    if reducesMotion {
      #expect(first == last && middle == last)
    } else {
      #expect(first.width <= 30 && first.maxX >= last.maxX - 12 && first.maxY >= last.maxY - 12)
      #expect(middle.width > first.width && middle.width < last.width)
    }
  }

  @Test(
    arguments: [
      (nil, "glass", "glass"), ("systemThickMaterial", "glass", "systemThickMaterial"),
      (nil, nil, "notificationBanner"),
    ] as [(String?, String?, String)])
  func `a level has the material of its island, unless the settings have one for levels`(
    own: String?, island: String?, expected: String
  ) throws {
    for reducesMotion in [false, true] {
      let stage = try LevelStage {
        ($0.levels.material, $0.accessibility.reduceMotion) = (own, reducesMotion ? .on : .off)
      }
      defer { stage.close() }
      let necks = IslandNecks(stage.loop)
      stage.banners.island = { _, _ in
        island.map {
          ModuleIsland(frame: LogicalRect(x: 700, y: 580, width: 30, height: 20), material: $0, necks: necks)
        }
      }
      stage.banners.take(.changed(volume(50)))
      stage.pass(.zero)
      stage.pass(.zero)
      let effect = Settings().effect(named: expected)
      let wanted = [false, true].map { effect.material(isDark: $0).chain }
      func expectMaterial() throws {
        let panes = try #require(stage.surface?.drawnScene?.panes)
        #expect(panes.count == 1 && panes.allSatisfy { wanted.contains($0.material.chain) })
      }
      // The first frame has the material already, and another width of the banner changes nothing about it.
      try expectMaterial()
      stage.change { $0.levels.width = 200 }
      stage.pass(frames: 8)
      try expectMaterial()
    }
  }

  @Test func `a level stays although its island's material is in the settings no more`() throws {
    let stage = try LevelStage { $0.materials["mine"] = BlurEffect(style: .systemThickMaterial) }
    defer { stage.close() }
    let necks = IslandNecks(stage.loop)
    stage.banners.island = { _, _ in
      ModuleIsland(frame: LogicalRect(x: 700, y: 580, width: 30, height: 20), material: "mine", necks: necks)
    }
    stage.banners.take(.changed(volume(50)))
    stage.pass(frames: 2)
    stage.change { $0.materials = [:] }
    stage.pass(frames: 2)
    #expect(stage.texts == ["50%"])
  }

  @Test func `a level has an opaque edge with increased contrast`() throws {
    let stage = try LevelStage { $0.accessibility.increaseContrast = .on }
    defer { stage.close() }
    stage.banners.take(.changed(volume(50)))
    stage.pass(frames: 10)
    let edges = stage.surface?.drawnScene?.nodes.compactMap { node -> Border? in
      if case .effect(let sheet) = node { sheet.border } else { nil }
    }
    #expect(edges == [Border(width: 1, colour: .one)])
  }

  @Test func `another level takes the place of the first on the same surface`() throws {
    let stage = try LevelStage()
    defer { stage.close() }
    stage.banners.take(.changed(volume(50)))
    stage.pass(frames: 10)
    stage.banners.take(.changed(volume(55)))
    stage.pass(frames: 10)
    #expect(stage.texts == ["55%"])
    stage.banners.take(.changed(Level(.powerProfile, symbol: "", .words("Balanced"))))
    stage.pass(frames: 10)
    #expect(stage.texts == ["Balanced"] && stage.session.outputs[0].opened.count == 1)
  }

  @Test func `a level that comes while the last one fades out is shown on the same surface`() throws {
    let stage = try LevelStage()
    defer { stage.close() }
    stage.banners.take(.changed(volume(50)))
    stage.pass(frames: 16)
    let surface = try #require(stage.surface)
    #expect(surface.isMoving)
    stage.banners.take(.changed(volume(60)))
    stage.pass(frames: 10)
    #expect(stage.surface === surface && stage.texts == ["60%"] && !surface.isMoving)
  }

  @Test func `what rests is not drawn again`() throws {
    let stage = try LevelStage { $0.levels.timeout = 30 }
    defer { stage.close() }
    stage.banners.take(.changed(volume(50)))
    stage.pass(frames: 10)
    let count = try #require(stage.surface).commitCount
    stage.banners.take(.changed(volume(50)))
    stage.banners.take(.told(volume(50)))
    stage.pass(frames: 10)
    #expect(stage.surface?.commitCount == count)
  }

  @Test func `a lock takes the banner off at once, without a fade`() throws {
    let stage = try LevelStage()
    defer { stage.close() }
    stage.banners.take(.changed(volume(50)))
    stage.pass(frames: 3)
    stage.lock(true)
    stage.pass(.zero)
    #expect(stage.surface == nil)
    stage.banners.take(.changed(volume(60)))
    stage.pass(frames: 3)
    #expect(stage.surface == nil)
    stage.lock(false)
    stage.pass(frames: 3)
    #expect(stage.surface == nil && stage.session.outputs[0].opened.count == 1)
  }

  @Test func `with reduced motion it fades in and out at its place, and is not drawn in between`() throws {
    let stage = try LevelStage { $0.accessibility.reduceMotion = .on }
    defer { stage.close() }
    func sheet() throws -> EffectNode? {
      let sheets = try #require(stage.surface?.drawnScene).nodes.compactMap { node -> EffectNode? in
        if case .effect(let sheet) = node { sheet } else { nil }
      }
      return sheets.first
    }
    stage.banners.take(.changed(volume(50)))
    stage.pass(.zero)
    let first = try #require(try sheet())
    #expect(stage.surface?.isMoving == true && stage.texts == ["50%"] && first.alpha == 1)
    stage.pass(frames: 10)
    let (whole, count) = (try #require(try sheet()), stage.surface?.commitCount)
    #expect(whole.frame == first.frame && whole.content != first.content && whole.alpha == 1)
    stage.pass(frames: 3)
    #expect(stage.surface?.commitCount == count && stage.surface?.isMoving == false)
    stage.pass(frames: 3)
    let last = try #require(try sheet())
    #expect(stage.surface?.isMoving == true && last.frame == whole.frame && last.alpha < 1)
    stage.pass(frames: 4)
    #expect(stage.surface == nil)
  }

  @Test(
    arguments: [
      ("focused", ["B"]), ("all", ["A", "B"]), ("A", ["A"]), ("none", ["B"]),
    ])
  func `it is on the output that is meant, and stays there until it goes`(output: String, shown: [String])
    throws
  {
    let stage = try LevelStage(outputs: ["A", "B"]) { $0.levels.output = output }
    defer { stage.close() }
    stage.banners.focus("B")
    stage.banners.take(.changed(volume(50)))
    stage.pass(frames: 2)
    #expect(stage.session.outputs.filter { $0.surface != nil }.map(\.name) == shown)
    stage.banners.focus("A")
    stage.banners.take(.changed(volume(60)))
    stage.pass(frames: 2)
    #expect(stage.session.outputs.filter { $0.surface != nil }.map(\.name) == shown)
    #expect(stage.banners.report.filter { $0.level != nil }.map(\.output) == shown)
  }

  @Test func `a surface that the compositor closes is opened again, and not when the level has gone`() throws
  {
    let stage = try LevelStage()
    defer { stage.close() }
    stage.banners.take(.changed(volume(50)))
    stage.pass(frames: 2)
    try #require(stage.surface).closeByCompositor()
    stage.pass(frames: 2)
    try #require(stage.surface).closeByCompositor()
    stage.pass(frames: 20)
    #expect(stage.surface == nil && stage.session.outputs[0].opened.count <= 3)
    let wakeUps = stage.loop.wakeUpCount
    stage.loop.serveWhatIsReady()
    #expect(stage.loop.wakeUpCount <= wakeUps + 1)
  }

  @Test func `settings that show no levels take the banner off, and others place it anew`() throws {
    let stage = try LevelStage()
    defer { stage.close() }
    stage.banners.take(.changed(volume(50)))
    stage.pass(frames: 3)
    stage.change { $0.levels.width = 200 }
    stage.pass(frames: 1)
    #expect(stage.surface?.placement.width == 272)
    stage.change { $0.levels.isEnabled = false }
    stage.pass(frames: 4)
    #expect(stage.surface == nil)
  }

  @Test func `a level is placed anew when panels at the sides come and go`() throws {
    let stage = try LevelStage { $0.levels.timeout = 30 }
    defer { stage.close() }
    stage.banners.take(.changed(volume(50)))
    stage.pass(frames: 10)
    let (output, surface) = (stage.session.outputs[0], try #require(stage.surface))
    let former = surface.placement
    for (width, banner) in [(250.0, 122), (800, 300)] {
      output.area = LogicalSize(width: width, height: 600)
      stage.pass(frames: 2)
      // The settings leave 64 points at each side of the banner, and its shadow has 36.
      #expect(surface.placement.width == banner + 72)
      #expect(surface.drawnScene?.panes.first?.frame.width == banner)
    }
    #expect(surface.placement == former && output.opened.count == 1)
    stage.banners.close()
    #expect(output.areas.map(\.isClosed) == [true])
  }

  @Test func `an output that goes takes its banner along, and one that comes shows the level`() throws {
    let stage = try LevelStage(outputs: ["A", "B"])
    defer { stage.close() }
    stage.banners.take(.changed(volume(50)))
    stage.pass(frames: 3)
    let surface = try #require(stage.surface)
    stage.session.outputs.removeFirst()
    stage.banners.outputsChanged()
    stage.pass(frames: 3)
    #expect(surface.isClosed && stage.texts == ["50%"])
  }
}
