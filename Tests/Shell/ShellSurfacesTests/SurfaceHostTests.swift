import Geometry
import LiveGlass
import Loop
import Scenes
import ShellModel
import ShellSurfaces
import ShellTestSupport
import TestSupport
import Testing
import VisualEffects

/// The place of a surface on an output without a compositor, whose clock the test turns.
private final class Stage {
  let time = ManualClock()
  let loop: EventLoop
  let output = FakeOutput()
  let host: SurfaceHost
  private(set) var changes = 0
  private(set) var closings = 0

  init() throws {
    loop = try EventLoop(clock: time)
    host = SurfaceHost(BlurEffect(style: .systemMaterial), State(), loop: loop)
    host.onChange = { [unowned self] in changes += 1 }
    host.onClosed = { [unowned self] in
      #expect(host.surface == nil)
      closings += 1
    }
  }

  /// Opens a surface if the host allows that at present.
  @discardableResult
  func open() -> FakeSurface? {
    guard host.allowsOpening(at: time.now) else { return nil }
    let placement = SurfacePlacement(anchors: [.top, .left], width: 100, height: 20)
    return host.open(placement, on: output) { Scene(size: $0.size, nodes: []) } as? FakeSurface
  }
}

struct SurfaceHostTests {
  @Test func `a surface has the look of its host until it is closed`() throws {
    let stage = try Stage()
    let surface = try #require(stage.open())
    #expect(stage.host.surface === surface && stage.host.look.surface === surface && stage.changes == 1)
    stage.host.close()
    stage.host.close()
    #expect(stage.host.surface == nil && surface.isClosed && stage.changes == 2 && stage.closings == 0)
    #expect(stage.host.allowsOpening(at: stage.time.now), "nobody but the program has closed it")
  }

  @Test func `a surface that is never shown is opened again after pauses that grow, until something changes`()
    throws
  {
    let stage = try Stage()
    var pauses: [Duration] = []
    for _ in 0..<4 {
      try #require(stage.open()).closeByCompositor()
      let due = stage.host.nextDeadline ?? stage.time.now
      pauses.append(due - stage.time.now)
      if due > stage.time.now { #expect(stage.open() == nil) }
      stage.time.advance(by: due - stage.time.now)
      stage.loop.serveWhatIsReady()
    }
    #expect(pauses.map(\.components.seconds) == [0, 1, 2, 4])
    #expect(stage.closings == 4)
    try #require(stage.open()).closeByCompositor()
    #expect(stage.open() == nil)
    stage.host.adopt(BlurEffect(style: .systemMaterial), State())
    #expect(stage.open() != nil)
  }

  @Test func `frames of all surfaces are counted`() throws {
    let stage = try Stage()
    for count in 1...3 {
      let surface = try #require(stage.open())
      surface.show()
      #expect(stage.host.frameCount == count)
      if count == 2 { surface.closeByCompositor() } else { stage.host.close() }
      #expect(stage.host.frameCount == count)
    }
  }

  @Test func `a surface that fades out takes no input and reports nothing`() throws {
    let stage = try Stage()
    let surface = try #require(stage.open())
    surface.show()
    surface.onKey = { _ in }
    surface.onPointer = { _ in }
    surface.onTouch = { _ in }
    surface.onKeyboardFocus = { _ in }
    stage.host.close(
      showing: { Scene(size: PixelSize(width: $0.size.width, height: 1), nodes: []) }, fading: .standard)
    #expect(surface.isFadingOut && !surface.isClosed && stage.host.surface == nil)
    #expect(surface.onKey == nil && surface.onPointer == nil && surface.onTouch == nil)
    #expect(surface.onKeyboardFocus == nil && surface.onClosed == nil && surface.onBackgroundChanged == nil)
    #expect(surface.scene(at: stage.time.now).size.height == 1)
  }

  @Test func `a popup without a place on the screen is closed at once`() throws {
    let stage = try Stage()
    let parent = try #require(stage.open())
    parent.placesPopups = false
    let host = SurfaceHost(
      BlurEffect(style: .systemMaterial), State(), loop: try EventLoop(clock: stage.time))
    let placement = PopupPlacement(
      anchor: LogicalRect(x: 0, y: 0, width: 10, height: 10), width: 50, height: 50, gravity: .bottom)
    let popup = try #require(
      host.open(placement, of: parent) { Scene(size: $0.size, nodes: []) } as? FakeSurface)
    host.close(showing: { Scene(size: $0.size, nodes: []) }, fading: .standard)
    #expect(popup.isClosed && !popup.isFadingOut)
  }
}
