import BarUI
import Geometry
import HeadlessSession
import Loop
import ModuleModel
import Pictures
import RenderingGLES
import Settings
import ShellModel
import ShellSurfaces
import ShellTestSupport
import TestSupport
import Testing
import Wayland

@testable import LiveGlass

extension LiveTests {
  /// Tests of bars whose surface disappears without the program's doing.
  @Suite struct BarReopeningTests {
    @Test func `a bar that cannot be drawn is tried less and less often, which is said once`() throws {
      let time = ManualClock()
      // No driver has textures of this size, so that the bar cannot be drawn.
      let stage = try BarStage(height: 40_000, clock: time)
      defer { stage.stop() }
      /// Returns the next pause before the bar is opened again, in seconds of the manual clock.
      func nextPause() throws -> Int {
        let isClosed = stage.loop.wait {
          guard let bar = stage.bar, bar.surface == nil, let deadline = bar.nextDeadline else { return false }
          return deadline > time.now
        }
        try #require(isClosed, "\(stage.messages)")
        let deadline = try #require(stage.bar?.nextDeadline)
        return Int((deadline - time.now).components.seconds)
      }
      var pauses: [Int] = []
      for _ in 0..<4 {
        pauses.append(try nextPause())
        time.advance(by: .seconds(pauses.last!))
      }
      // The first attempt came without a pause.
      #expect(pauses == [1, 2, 4, 8])
      #expect(try nextPause() == 16)
      stage.bar?.arrange(now: stage.loop.now)
      #expect(try nextPause() == 1)
      #expect(stage.messages.filter { $0.contains("not shown") }.count == 1, "\(stage.messages)")
    }

    @Test func `a bar that the compositor closes is there again`() throws {
      let stage = try BarStage(height: 40)
      defer { stage.stop() }
      #expect(stage.loop.wait { stage.bar?.surface?.isShown == true }, "\(stage.messages)")
      let first = try #require(stage.bar?.surface as? LiveSurface)
      stage.session.outputs[0].glass.arrive(.layer(first, .closed))
      let isBack = stage.loop.wait { stage.bar?.surface.map { $0 !== first && $0.isShown } == true }
      #expect(isBack && !first.isShown, "\(stage.messages)")
    }
  }
}

/// One bar on the output of a compositor without a screen.
private final class BarStage: BarHost, BarUses {
  private let sway: HeadlessSway
  let loop: EventLoop
  let contentChanges = Observers()
  let session: GlassSession
  let state: State
  private(set) var bar: Bar?
  private(set) var messages: [String] = []
  private(set) lazy var pictures = BarPictures(PictureLoader(loop: loop, bases: [], theme: "none"))

  func perform(at place: BarItem, _ gesture: ModuleGesture, from source: UseSource, on bar: any ShellBar) {}
  func toggleDrawer(of group: ModuleName, on output: String) {}
  func setDrawer(of group: ModuleName, isOpen: Bool, on output: String) {}

  init(height: Int, clock: ManualClock? = nil) throws {
    sway = try HeadlessSway(output: "resolution 640x360@60Hz")
    loop = try EventLoop(clock: clock)
    session = try GlassSession(try Connection(displayName: sway.socket), loop: loop, renderer: .gles)
    var settings = Settings()
    settings.bars[0].height = height
    settings.bars[0].isExclusive = false
    state = State(settings: settings)
    session.onMessage = { [unowned self] _, text in messages.append(text) }
    session.onOutputAdded = { [unowned self] in
      bar = Bar(0, on: $0, host: self)
      bar?.arrange(now: loop.now)
    }
    session.attach()
  }

  func stop() {
    bar?.close()
    session.close()
    sway.stop()
  }
}
