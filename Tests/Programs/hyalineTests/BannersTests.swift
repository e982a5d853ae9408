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

@testable import NotificationCenterService
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
    let center = NotificationCenter(
      MessageBus(BusAddress("unix:path=/nowhere")!, loop: loop), loop: loop, settings: NotificationSettings(),
      history: nil, capabilities: [], version: "1"
    ) { _, _ in }
    defer { center.close() }
    let banners = Banners(center: center, session: session, settingsPath: "") { State() }
    defer { banners.close() }
    try Self.makeDenseStream(of: center, on: loop, clock)

    // The loop's time is the same from here on.
    #expect(!session.isSoftware)
    banners.settle(now: loop.now)
    #expect(session.drawingDeadline == nil)

    _ = session.prepareGraphics()
    try #require(session.isSoftware)
    // One more, to be laid out.
    center.onRedraw?()
    banners.settle(now: loop.now)
    let due = try #require(center.drawingDeadline(isSlow: true))
    #expect(session.drawingDeadline == due)
    #expect(banners.nextDeadline.map { $0 >= due } == true)
  }

  /// Calls `center` until what is slow would wait for the next call, which only calls at an even pace bring about.
  private static func makeDenseStream(of center: NotificationCenter, on loop: EventLoop, _ clock: ManualClock)
    throws
  {
    let deadline = Deadline.patient
    while center.drawingDeadline(isSlow: true) == nil || center.drawingDeadline(isSlow: false) != nil {
      if deadline.hasPassed { throw SessionError.timeout(awaited: "a dense stream of calls", log: "") }
      center.notified(NotificationRequest(), id: center.makeIdentifier())
      clock.advance(by: .milliseconds(20))
      loop.serveWhatIsReady()
    }
  }
}
