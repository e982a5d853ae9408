import DBus
import Geometry
import HeadlessSession
import LiveGlass
import Loop
import Notifications
import RenderingGLES
import Settings
import ShellModel
import TestSupport
import Testing
import Wayland

@testable import hyaline

@Suite struct BannersTests {
  @Test func `what is drawn without a GPU waits for the next call of a dense stream, and nothing else does`()
    throws
  {
    let sway = try HeadlessSway(output: "resolution 640x360@60Hz")
    defer { sway.stop() }
    let clock = ManualClock()
    let loop = try EventLoop(clock: clock)
    // Without its outputs nothing is drawn, which would take the time between calls.
    let session = try GlassSession(try Connection(displayName: sway.socket), loop: loop, renderer: .gles)
    defer { session.close() }
    let desk = NotificationDesk(
      MessageBus(BusAddress("unix:path=/nowhere")!, loop: loop), loop: loop, settings: NotificationSettings(),
      history: nil, capabilities: []
    ) { _, _ in }
    defer { desk.close() }
    let banners = Banners(desk: desk, session: session, settingsPath: "") { State() }
    defer { banners.close() }
    try Self.makeDenseStream(of: desk, on: loop, clock)

    // The loop's time is the same from here on.
    #expect(!session.isSoftware)
    banners.settle(now: loop.now)
    #expect(session.drawingDeadline == nil)

    _ = session.prepareGraphics()
    try #require(session.isSoftware)
    // One more, to be laid out.
    desk.onRedraw?()
    banners.settle(now: loop.now)
    let due = try #require(desk.drawingDeadline(isSlow: true))
    #expect(session.drawingDeadline == due)
    #expect(banners.nextDeadline.map { $0 >= due } == true)
  }

  /// Calls `desk` until what is slow would wait for the next call, which only calls at an even pace bring about.
  private static func makeDenseStream(of desk: NotificationDesk, on loop: EventLoop, _ clock: ManualClock)
    throws
  {
    let deadline = Deadline.patient
    while desk.drawingDeadline(isSlow: true) == nil || desk.drawingDeadline(isSlow: false) != nil {
      if deadline.hasPassed { throw SessionError.timeout(awaited: "a dense stream of calls", log: "") }
      desk.notified(NotificationRequest(), id: desk.makeIdentifier())
      clock.advance(by: .milliseconds(20))
      loop.serveWhatIsReady()
    }
  }
}
