import Geometry
import GlassModel
import Rendering
import Scenes
import TestSupport
import Testing
import VisualEffects

@testable import LiveGlass

struct FramePresenterTests {
  private let stage = PresenterStage()

  @Test func `the first picture is a step of carrier and content, and the next ones are not`() throws {
    let surface = stage.open(x: 0)
    try stage.present(surface)
    #expect(stage.fake.takeCalls() == [.draw(surface.id), .presented(surface.id)])
    #expect(stage.journal.take() == [.prepared(surface.id), .shown(surface.id, serial: nil)])
    #expect(surface.isShown && surface.commitCount == 1)
    stage.setScene(of: surface, alpha: 0.5)
    #expect(surface.needsFrame)
    try stage.present(surface)
    #expect(stage.fake.takeCalls() == [.draw(surface.id), .presented(surface.id)])
    #expect(stage.journal.take() == [])
    #expect(!surface.needsFrame && surface.commitCount == 2)
  }

  @Test func `the compositor's blur comes with a step, and is committed by itself later`() throws {
    let surface = stage.open(x: 0)
    _ = surface.state.configure(LogicalSize(width: 0, height: 0), serial: 7, movesFrame: true)
    stage.setScene(of: surface, alpha: 1, isBlurred: true)
    // A compositor takes no picture before its configure event was acknowledged.
    try stage.present(surface)
    #expect(stage.journal.take() == [.prepared(surface.id), .shown(surface.id, serial: 7)])
    #expect(stage.window(of: surface).blurred.count == 1)
    stage.setScene(of: surface, alpha: 0.5, isBlurred: false)
    try stage.present(surface)
    #expect(stage.journal.take() == [.blurCommitted(surface.id)])
    #expect(stage.window(of: surface).blurred.isEmpty)
  }

  @Test func `what is unchanged is not committed`() throws {
    let surface = stage.open(x: 0)
    try stage.present(surface)
    _ = (stage.fake.takeCalls(), stage.journal.take())
    try stage.present(surface)
    #expect(stage.fake.takeCalls() == [.draw(surface.id)])
    #expect(stage.journal.take() == [] && surface.commitCount == 1)
  }

  @Test func `a step acknowledges the compositor's last answer`() throws {
    let surface = stage.open(x: 0)
    _ = surface.state.configure(LogicalSize(width: 0, height: 0), serial: 7, movesFrame: true)
    try stage.present(surface)
    #expect(stage.journal.take().last == .shown(surface.id, serial: 7))
  }

  @Test func `all is drawn before anything is committed, and all steps are shown after that`() throws {
    let surfaces = [stage.open(x: 0), stage.open(x: 500)]
    for surface in surfaces { stage.presenter.want(surface.id) }
    try stage.draw()
    #expect(stage.journal.take() == [])
    #expect(try stage.commit())
    let ids = surfaces.map(\.id)
    #expect(
      stage.fake.takeCalls() == [.draw(ids[0]), .draw(ids[1]), .presented(ids[0]), .presented(ids[1])])
    #expect(
      stage.journal.take() == [
        .prepared(ids[0]), .prepared(ids[1]), .shown(ids[0], serial: nil), .shown(ids[1], serial: nil),
      ])
  }

  /// A surface with live glass, and another one over a part of it, which is frozen.
  private func overlapping() throws -> (below: LiveSurface, above: LiveSurface) {
    let below = stage.open(x: 0)
    try stage.present(below)
    stage.makeLive(below)
    try stage.restyle()
    try stage.present(below)
    let above = stage.open(x: 50)
    try stage.present(above)
    return (below, above)
  }

  @Test func `surfaces that overlap change together`() throws {
    let (below, above) = try overlapping()
    // Nothing is measured through the part that frozen glass may cover.
    #expect(below.applied.glass?.mask?.role(x: 60, y: 20) == .shared)
    stage.makeLive(above)
    _ = stage.journal.take()
    try stage.present(above)
    // The one below has a part cut out, with the same frame in which the other shows it.
    #expect(below.applied.glass?.mask?.role(x: 60, y: 20) == .cut)
    let shown = stage.journal.take().filter { if case .shown = $0 { true } else { false } }
    #expect(shown == [.shown(above.id, serial: nil), .shown(below.id, serial: nil)])
    #expect(!below.state.needsStep && !above.state.needsStep)
  }

  @Test func `a surface that cannot be drawn is dropped, and the others are shown`() throws {
    let surfaces = [stage.open(x: 0), stage.open(x: 500), stage.open(x: 1000)]
    stage.fake.undrawable = [surfaces[0].id]
    stage.window(of: surfaces[1]).failure = .allocation(what: "carrier", PixelSize(width: 1, height: 1))
    for surface in surfaces { stage.presenter.want(surface.id) }
    try stage.draw()
    _ = try stage.commit()
    #expect(stage.dropped == [surfaces[0].id, surfaces[1].id])
    #expect(surfaces.map(\.isShown) == [false, false, true])
  }

  @Test func `a surface that cannot be drawn is not drawn again for one that overlaps it`() throws {
    let (below, above) = try overlapping()
    stage.makeLive(above)
    _ = stage.fake.takeCalls()
    stage.fake.undrawable = [below.id]
    stage.setScene(of: below, alpha: 0.5)
    for surface in [below, above] { stage.presenter.want(surface.id) }
    try stage.draw()
    #expect(stage.fake.takeCalls().filter { $0 == .draw(below.id) }.count == 1)
    #expect(stage.dropped == [below.id] && above.isShown)
  }

  @Test func `a surface whose glass cannot be changed is dropped`() throws {
    let surface = stage.open(x: 0)
    try stage.present(surface)
    stage.fake.unchangeable = [surface.id]
    surface.lie(at: surface.frame.offset(x: 10, y: 0), logicalSize: surface.logicalSize)
    try stage.restyle()
    #expect(stage.dropped == [surface.id])
  }

  @Test func `a surface that moves asks for its next frame, once until the compositor asks for it`() throws {
    let surface = stage.open(x: 0)
    try stage.present(surface)
    surface.animation.animate(while: { _ in true }, completion: nil)
    _ = stage.journal.take()
    stage.setScene(of: surface, alpha: 0.5)
    try stage.present(surface)
    stage.setScene(of: surface, alpha: 0.6)
    try stage.present(surface)
    #expect(stage.journal.take() == [.frameRequested(surface.id)])
    stage.window(of: surface).askForFrame()
    #expect(stage.frames == [surface.id])
  }

  @Test func `a frame that is wanted without a picture is asked for by a commit of its own`() throws {
    let surface = stage.open(x: 0)
    try stage.present(surface)
    _ = stage.journal.take()
    stage.presenter.wantFrame(surface.id)
    try stage.draw()
    #expect(try !stage.commit())
    #expect(stage.journal.take() == [.frameRequested(surface.id), .contentCommitted(surface.id)])
  }

  @Test func `freezing is a step, and other materials of frozen glass are not`() throws {
    let surface = stage.open(x: 0)
    try stage.present(surface)
    stage.makeLive(surface)
    try stage.restyle()
    #expect(surface.state.needsStep && surface.applied.glass?.isFrozen == false)
    try stage.present(surface)
    stage.freeze(surface)
    try stage.restyle()
    #expect(surface.state.needsStep && surface.applied.glass?.isFrozen == true)
    try stage.present(surface)
    stage.setScene(of: surface, alpha: 0.3)
    try stage.restyle()
    #expect(!surface.state.needsStep)
  }

  /// After each iteration of random changes, what is on the screen is what was requested.
  @Test(arguments: DailySeeds.first(20) as [UInt64])
  func `after random changes what is applied is what is requested`(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    var surfaces: [LiveSurface] = []
    for _ in 0..<60 {
      switch Int.random(in: 0..<5, using: &random) {
      case 0 where surfaces.count < 6:
        surfaces.append(stage.open(x: 40 * Int.random(in: 0..<20, using: &random)))
      case 1:
        if let surface = surfaces.randomElement(using: &random) {
          surface.lie(
            at: PixelRect(x: 40 * Int.random(in: 0..<20, using: &random), y: 0, width: 100, height: 40),
            logicalSize: surface.logicalSize)
        }
      case 2:
        if let surface = surfaces.randomElement(using: &random), surface.isShown { stage.makeLive(surface) }
      case 3:
        if let surface = surfaces.randomElement(using: &random), surface.isShown { stage.freeze(surface) }
      default:
        if let surface = surfaces.randomElement(using: &random) {
          stage.setScene(of: surface, alpha: Double.random(in: 0.1...0.9, using: &random))
        }
      }
      try stage.restyle()
      for surface in surfaces where !surface.isShown || surface.needsFrame {
        stage.presenter.want(surface.id)
      }
      try stage.draw()
      _ = try stage.commit()
      for surface in surfaces {
        #expect(surface.isShown && !surface.state.needsStep, "seed \(seed)")
        #expect(surface.applied.glass?.frame == surface.frame, "seed \(seed)")
        #expect(surface.applied.scene?.size == surface.frame.size, "seed \(seed)")
        #expect(stage.fake.glass[surface.id]?.frame == surface.frame, "seed \(seed)")
      }
      #expect(stage.dropped.isEmpty, "seed \(seed)")
    }
  }
}

/// A presenter with a renderer and windows that note what they are asked for.
private final class PresenterStage {
  let fake = FakeRenderer()
  let journal = FakeWindow.Journal()
  private(set) var surfaces: [LiveSurface] = []
  private(set) var backdrop = LiveBackdrop(captureInterval: .zero)
  private(set) var dropped: [SurfaceID] = []
  private(set) var frames: [SurfaceID] = []
  private var windows: [SurfaceID: FakeWindow] = [:]
  private(set) lazy var presenter = FramePresenter { [unowned self] in frames.append($0.id) }
  private var now = Instant(sinceOrigin: .seconds(1))

  private var conditions: FramePresenter.Conditions {
    .init(surfaces: surfaces, scale: 1, isLive: true, backdrop: backdrop, renderer: fake) { $0.id < $1.id }
  }

  /// A surface of 100 × 40 pixels that the compositor has answered, with glass all over.
  func open(x: Int) -> LiveSurface {
    let id = SurfaceID(surfaces.count + 1)
    let surface = LiveSurface(
      id, on: nil, placement: SurfacePlacement(anchors: [.top, .left], width: 100, height: 40),
      expecting: nil, opacity: 1
    ) { Scene(size: $0.size, nodes: []) }
    let window = FakeWindow(id, journal)
    windows[id] = window
    surface.open(window)
    surfaces.append(surface)
    surface.lie(
      at: PixelRect(x: x, y: 0, width: 100, height: 40), logicalSize: LogicalSize(width: 100, height: 40))
    _ = backdrop.update(.opened(id), now: now)
    setScene(of: surface, alpha: 1)
    let glass = presenter.glass(of: surface, conditions)
    try? fake.openSurface(id, window: nil, glass: glass, over: .empty)
    surface.applied.glass = glass
    return surface
  }

  func window(of surface: LiveSurface) -> FakeWindow { windows[surface.id]! }

  func setScene(of surface: LiveSurface, alpha: Double, isBlurred: Bool = false) {
    let material = Material(.systemUltraThinMaterialLight, isDark: false)
    let pane = EffectNode(
      frame: PixelRect(surface.frame.size), material: material,
      alpha: alpha, content: [])
    let panes = [Pane(frame: pane.frame, material: material)]
    surface.show(
      Scene(size: surface.frame.size, nodes: [.effect(pane)]), blurred: isBlurred ? panes : [])
  }

  func present(_ surface: LiveSurface) throws {
    presenter.want(surface.id)
    try draw()
    _ = try commit()
  }

  func restyle() throws { perform(try presenter.restyle(conditions)) }

  func draw() throws { perform(try presenter.draw(conditions)) }

  /// Commits what was drawn; returns whether a surface has a new picture.
  func commit() throws -> Bool {
    let (isDrawn, effects) = try presenter.commit(conditions)
    perform(effects)
    return isDrawn
  }

  private func perform(_ effects: [FramePresenter.Effect]) {
    for case .undrawable(let surface, _) in effects {
      dropped.append(surface.id)
      surfaces.removeAll { $0 === surface }
      surface.unmap()?.destroy()
    }
  }

  /// Captures have shown the surface as it should be.
  func makeLive(_ surface: LiveSurface) {
    if backdrop.surfaces[surface.id]?.phase == .opening { _ = backdrop.update(.ready(surface.id), now: now) }
    if backdrop.surfaces[surface.id]?.phase == .held { _ = backdrop.update(.thawed(surface.id), now: now) }
    for _ in 0..<6 {
      now = now + .milliseconds(100)
      let report = LiveBackdrop.Report(
        validity: backdrop.surfaces.mapValues { _ in 1 }, isHit: true, hasMoved: false)
      _ = backdrop.update(.captured(report), now: now)
    }
  }

  func freeze(_ surface: LiveSurface) { _ = backdrop.update(.froze(surface.id), now: now) }
}
