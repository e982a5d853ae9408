import Geometry
import GlassModel
import Rendering
import Scenes
import Testing
import VisualEffects
import Wayland

@testable import LiveGlass

/// Tests of the judgement of captures by the whole glass of an output, with a compositor that the test plays.
struct OutputGlassTests {
  private let stage = OutputGlassStage()
  private static let bar = SurfacePlacement.strip(along: .top, thickness: 40)
  private static let banner = SurfacePlacement(anchors: [.top, .right], width: 300, height: 200)

  @Test func `a surface is shown once its size and what lies behind it are known`() throws {
    let surface = stage.open(Self.bar)
    try stage.iterate()
    #expect(stage.capture.requests.map(\.moment) == [.now])
    stage.configure(surface)
    try stage.iterate()
    #expect(!surface.isShown)
    stage.capture.answer(stage.fit, damage: stage.panel)
    for _ in 0..<3 { try stage.iterate() }
    #expect(surface.isShown)
    #expect(stage.glass.judge.statistics == .init(captures: 1, absorbed: 0))
  }

  @Test func `a surface that captures show as it should be becomes live`() throws {
    let surface = stage.open(Self.bar)
    try stage.settle()
    #expect(stage.glass.ladder.isLive && stage.reports == ["live glass"])
    #expect(surface.applied.glass?.isFrozen == false)
    #expect(stage.glass.isUpToDate && stage.glass.backdrop.onTrial.isEmpty)
  }

  @Test func `a surface without glass asks for no captures until it has some`() throws {
    var hasGlass = false
    let surface = stage.open(Self.bar) { layout in
      let fill = Node.fill(FillNode(frame: PixelRect(layout.size), ink: .colour([0, 0, 0, 0.5])))
      if !hasGlass { return Scene(size: layout.size, nodes: [fill]) }
      return Scene(size: layout.size, material: Material(.systemUltraThinMaterialLight, isDark: false))
    }
    try stage.settle()
    #expect(surface.isShown && stage.glass.backdrop.surfaces[surface.id]?.phase == .held)
    let count = stage.capture.requests.count
    for _ in 0..<4 { try stage.look() }
    #expect(stage.capture.requests.count == count)
    hasGlass = true
    surface.setNeedsDisplay()
    try stage.settle()
    #expect(stage.glass.backdrop.surfaces[surface.id]?.phase == .watching(covered: 0))
  }

  @Test func `the renderer releases a surface before its window is destroyed`() throws {
    let surface = stage.open(Self.bar)
    try stage.settle()
    _ = stage.journal.take()
    var destroyedAtRelease: [Bool] = []
    stage.fake.onRelease = { [stage] _ in
      destroyedAtRelease.append(stage.journal.entries.contains(.destroyed(surface.id)))
    }
    stage.glass.close(surface)
    #expect(destroyedAtRelease == [false])
    #expect(stage.journal.take() == [.destroyed(surface.id)])
  }

  @Test(arguments: [false, true])
  func `whoever waits for a placement is told once the compositor has handled it`(movesFrame: Bool) throws {
    let surface = stage.open(Self.bar)
    var answers: [String] = []
    surface.afterPlacement { answers.append("opened") }
    try stage.iterate()
    stage.answerRequests()
    #expect(answers.isEmpty)
    try stage.settle()
    #expect(answers.isEmpty)
    stage.answerRequests()
    #expect(answers == ["opened"])
    surface.placement.keyboard = .always
    if movesFrame { surface.placement.height = 60 }
    surface.afterPlacement { answers.append("asked") }
    stage.answerRequests()
    #expect(answers == ["opened"])
    try stage.settle()
    stage.answerRequests()
    #expect(answers == ["opened", "asked"])
    try stage.settle()
    stage.answerRequests()
    #expect(answers == ["opened", "asked"])
  }

  @Test func `nothing of a capture is kept while the only surface is on trial`() throws {
    _ = stage.open(Self.bar)
    try stage.settle()
    #expect(stage.fake.keepings.first == .nothing)
    #expect(stage.fake.keepings.last == .allBut([]))
  }

  @Test func `a background that moves is drawn`() throws {
    let surface = stage.open(Self.bar)
    try stage.settle()
    _ = stage.fake.takeCalls()
    var changes = 0
    surface.onBackgroundChanged = { changes += 1 }
    stage.fake.hasMoved = true
    try stage.look()
    #expect(changes == 1 && stage.fake.takeCalls() == [.draw(surface.id)])
    #expect(stage.capture.isPending)
  }

  @Test func `what changes while a surface has no free buffer is drawn once when it has one`() throws {
    let surfaces = [stage.open(Self.bar), stage.open(Self.banner)]
    try stage.settle()
    _ = (stage.fake.takeCalls(), stage.journal.take())
    let asked = stage.capture.requests.count
    stage.window(of: surfaces[0])?.isOutOfBuffers = true
    stage.fake.hasMoved = true
    for _ in 0..<3 { try stage.look() }
    surfaces[1].freeze()
    for _ in 0..<3 { try stage.iterate() }
    #expect(stage.fake.takeCalls() == [] && stage.journal.take() == [])
    #expect(stage.capture.requests.count == asked && stage.glass.nextDeadline == nil)
    stage.window(of: surfaces[0])?.isOutOfBuffers = false
    try stage.iterate()
    let drawn = stage.fake.takeCalls().filter { surfaces.map(\.id).map(FakeRenderer.Call.draw).contains($0) }
    #expect(drawn.count == 2)
    #expect(stage.glass.backdrop.surfaces[surfaces[1].id]?.isFrozen == true)
  }

  @Test func `a motion may use its surface while it is asked whether it goes on`() throws {
    let surface = stage.open(Self.bar)
    try stage.settle()
    var asked: [Double] = []
    var isOver = false
    surface.animation.animate {
      [unowned surface] _ in
      surface.thaw()
      asked.append(surface.opacity)
      return asked.count < 3
    } completion: {
      isOver = true
    }
    for _ in 0..<6 { try stage.look() }
    #expect(asked == [1, 1, 1] && isOver)
  }

  @Test func `damage elsewhere is not absorbed`() throws {
    _ = stage.open(Self.bar)
    try stage.settle()
    let before = stage.glass.judge.statistics
    try stage.look(damage: PixelRect(x: 0, y: 500, width: 10, height: 10))
    #expect(stage.glass.judge.statistics.captures == before.captures + 1)
    #expect(stage.glass.judge.statistics.absorbed == before.absorbed)
  }

  @Test func `a surface that is seen elsewhere is searched, and looked at there`() throws {
    let surface = stage.open(Self.banner)
    try stage.settle()
    let seen = surface.frame.offset(x: 0, y: 30)
    stage.fake.validity = [surface.id: 0]
    stage.fake.places = [surface.id: seen]
    try stage.look()
    #expect(surface.frame == seen && surface.applied.glass?.frame == seen)
    stage.fake.validity = [:]
    try stage.settle()
    #expect(stage.glass.backdrop.surfaces[surface.id]?.wantsCaptures == true)
  }

  @Test func `a surface of which nothing is seen asks for a frame, and for no more captures`() throws {
    let surface = stage.open(Self.bar)
    try stage.settle()
    stage.fake.validity = [surface.id: 0]
    for _ in 0..<4 { try stage.look() }
    #expect(stage.glass.backdrop.surfaces[surface.id]?.phase == .hidden)
    // The frame was asked for while it was proved, and has not come.
    #expect(stage.journal.take().last == .contentCommitted(surface.id))
    #expect(!stage.capture.isPending)
    stage.window(of: surface)?.askForFrame()
    try stage.iterate()
    #expect(stage.capture.isPending)
  }

  @Test func `what captures can never show falls back for good`() throws {
    let surface = stage.open(Self.bar)
    try stage.iterate()
    stage.configure(surface)
    stage.capture.fail(.unsupportedFormat("RGB332"))
    for _ in 0..<3 { try stage.iterate() }
    #expect(stage.glass.ladder.inUse.rung == .solid && surface.isShown)
    #expect(stage.glass.ladder.inUse.reason?.contains("RGB332") == true)
    #expect(!stage.capture.isPending)
  }

  @Test func `surfaces are shown with one colour when their wallpaper takes long, and then with it`() throws {
    var policy = BackdropPolicy(isLive: false, wallpaper: .init(path: "/picture.png"))
    policy.allowsCompositor = false
    let stage = OutputGlassStage(policy)
    let surface = stage.open(Self.bar)
    try stage.iterate()
    stage.configure(surface)
    try stage.iterate()
    #expect(stage.wallpapers == ["/picture.png"] && !surface.isShown)
    #expect(stage.glass.nextDeadline == stage.now + WallpaperWait.patience)
    stage.advance(by: WallpaperWait.patience)
    for _ in 0..<2 { try stage.iterate() }
    #expect(surface.isShown && stage.glass.ladder.inUse.rung == .solid)
    stage.glass.arrive(.wallpaperRead(.failed("it is torn"), number: 1))
    try stage.iterate()
    #expect(stage.reports == ["it is torn"])
  }

  @Test func `a capture that is refused is asked for again`() throws {
    _ = stage.open(Self.bar)
    try stage.iterate()
    stage.capture.fail(.refused)
    try stage.iterate()
    #expect(stage.capture.requests.count == 2 && stage.glass.ladder.isLive)
  }

  @Test func `a capture from before a surface moved is not looked at`() throws {
    let surface = stage.open(Self.banner)
    try stage.settle()
    let before = stage.glass.judge.statistics
    stage.capture.answer(stage.fit, damage: stage.panel)
    stage.glass.glassChanged(of: surface)
    try stage.iterate()
    #expect(stage.glass.judge.statistics == before && stage.capture.isPending)
  }

  @Test func `where live glass is not wanted nothing is captured`() throws {
    let stage = OutputGlassStage(BackdropPolicy(isLive: false))
    let surface = stage.open(Self.bar)
    try stage.iterate()
    stage.configure(surface)
    for _ in 0..<3 { try stage.iterate() }
    #expect(surface.isShown && stage.capture.requests.isEmpty)
    #expect(surface.applied.glass?.leak == .opaque)
  }

  @Test func `the last surface that is closed ends the captures`() throws {
    let surfaces = [stage.open(Self.bar), stage.open(Self.banner)]
    try stage.settle()
    stage.glass.close(surfaces[0])
    try stage.iterate()
    #expect(stage.capture.isPending)
    stage.glass.close(surfaces[1])
    #expect(!stage.capture.isPending && stage.glass.renderer == nil)
    #expect(stage.fake.glass.isEmpty)
  }

  @Test func `what a closed surface covered is shown before it goes`() throws {
    let below = stage.open(Self.bar)
    try stage.settle()
    var place = Self.banner
    place.exclusiveZone = -1
    let above = stage.open(place)
    try stage.settle()
    #expect(below.applied.glass?.mask != nil)
    _ = (stage.journal.take(), stage.fake.takeCalls())
    let asked = stage.capture.requests.count
    stage.glass.close(above)
    // Nothing is drawn or taken away where a surface is closed.
    #expect(stage.journal.take() == [] && stage.fake.takeCalls() == [])
    try stage.iterate()
    #expect(below.applied.glass?.mask == nil)
    #expect(
      stage.journal.take() == [.prepared(below.id), .shown(below.id, serial: nil), .destroyed(above.id)])
    #expect(stage.capture.requests.count == asked + 1)
  }

  @Test func `a surface that is opened as another goes is not shown what goes as its background`() throws {
    _ = stage.open(Self.bar)
    var place = Self.banner
    place.exclusiveZone = -1
    let above = stage.open(place)
    try stage.settle()
    stage.glass.close(above)
    let next = stage.open(place)
    let asked = stage.capture.requests.count
    _ = stage.glass.openSurfaces()
    #expect(next.window != nil && stage.capture.requests.count == asked)
    try stage.iterate()
    #expect(stage.capture.requests.count == asked + 1 && stage.journal.take().contains(.destroyed(above.id)))
  }

  @Test func `a surface that covers nothing goes at once`() throws {
    _ = stage.open(Self.bar)
    let banner = stage.open(Self.banner)
    try stage.settle()
    _ = stage.journal.take()
    stage.glass.close(banner)
    #expect(stage.journal.take() == [.destroyed(banner.id)])
  }

  @Test func `a surface that goes is gone when everything is made anew`() throws {
    let bar = stage.open(Self.bar)
    var place = Self.banner
    place.exclusiveZone = -1
    let above = stage.open(place)
    try stage.settle()
    stage.glass.close(above)
    _ = stage.journal.take()
    stage.glass.reset()
    #expect(stage.journal.take() == [.destroyed(above.id), .destroyed(bar.id)])
  }

  @Test func `surfaces that the compositor closes are dropped, and the others stay`() throws {
    let surfaces = [stage.open(Self.bar), stage.open(Self.banner)]
    var closed: [SurfaceID] = []
    for surface in surfaces { surface.onClosed = { closed.append(surface.id) } }
    try stage.settle()
    stage.glass.arrive(.layer(surfaces[0], .closed))
    for _ in 0..<2 { try stage.iterate() }
    #expect(closed == [surfaces[0].id] && surfaces[1].isShown)
  }

  @Test func `an output that is switched off shows nothing until it comes back`() throws {
    let surface = stage.open(Self.bar)
    try stage.settle()
    stage.panel = .empty
    stage.glass.adopt(stage.fit)
    #expect(!surface.isShown && !stage.capture.isPending && stage.glass.surfaces.count == 1)
    stage.panel = PixelRect(x: 0, y: 0, width: 500, height: 300)
    stage.glass.adopt(stage.fit)
    try stage.settle()
    #expect(surface.isShown && surface.frame.width == 500)
  }
}
