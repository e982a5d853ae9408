import DBus
import Geometry
import Loop
import Notifications
import Scenes
import Settings
import ShellModel
import ShellTestSupport
import TestSupport
import Testing

@testable import NotificationService
@testable import ShellSurfaces

/// The banners of a program without bus and compositor, whose clock the test turns.
final class BannerStage {
  let time = ManualClock()
  let loop: EventLoop
  let session: FakeSession
  let pictures = FakePictures()
  let sounds = FakeSounds()
  let center: NotificationCenter
  private(set) var banners: Banners!
  /// The mark by which surfaces are drawn in the phase in which a program draws them, after the update.
  private var drawing: Mark!
  private var state: State

  init(
    outputs: [String] = ["A"], reducesMotion: Bool = false, increasesContrast: Bool = false,
    _ change: (inout NotificationSettings) -> Void = { _ in }
  ) throws {
    loop = try EventLoop(clock: time)
    session = FakeSession(loop, outputs: outputs.map { FakeOutput($0, answersAtOnce: false) })
    var settings = Settings()
    settings.notifications.whileLocked = .critical
    if reducesMotion { settings.accessibility.reduceMotion = .on }
    if increasesContrast { settings.accessibility.increaseContrast = .on }
    change(&settings.notifications)
    state = State()
    _ = state.update(.settingsLoaded(settings), now: loop.now)
    center = NotificationCenter(
      MessageBus(BusAddress("unix:path=/nowhere")!, loop: loop), loop: loop,
      settings: settings.notifications, history: nil, capabilities: [], version: "1"
    ) { _, _ in }
    banners = Banners(
      center: center, session: session, pictures: pictures, sounds: sounds, preparations: nil
    ) { [unowned self] in state }
    drawing = loop.register("drawing", for: .draw) { [unowned self] in
      for output in session.outputs { output.surface?.draw(at: now) }
    }
    pass(.zero)
  }

  var now: Instant { time.now }
  var output: FakeOutput { session.outputs[0] }
  var surface: FakeSurface? { output.surface }

  func close() {
    drawing.cancel()
    banners.close()
    center.close()
  }

  /// Turns the clock, serves what follows and draws a frame on each surface.
  func pass(_ duration: Duration) {
    time.advance(by: duration)
    loop.serveWhatIsReady()
    drawing.set()
    loop.serveWhatIsReady()
  }

  /// The places of banners from the top, as they were drawn last.
  var heights: [Int] {
    (surface?.drawnScene?.nodes ?? []).compactMap {
      if case .effect(let effect) = $0 { effect.frame.y } else { nil }
    }
    .sorted()
  }

  /// The widths of banners, as they were drawn last.
  var widths: [Int] {
    (surface?.drawnScene?.nodes ?? []).compactMap {
      if case .effect(let effect) = $0 { effect.frame.width } else { nil }
    }
  }

  /// Lets time pass in frames of 20 milliseconds until all is at rest.
  func settle() {
    for _ in 0..<60 { pass(.milliseconds(20)) }
    for output in session.outputs { output.surface?.onBackgroundKnown?() }
    for _ in 0..<60 { pass(.milliseconds(20)) }
  }

  @discardableResult
  func notify(
    _ summary: String, _ change: (inout NotificationRequest) -> Void = { _ in }
  ) -> NotificationID {
    var request = NotificationRequest()
    (request.applicationName, request.summary) = ("test \(summary)", summary)
    request.expireTimeout = 0
    change(&request)
    return center.replace(request, files: [])
  }

  func lock(_ isLocked: Bool) {
    _ = state.update(.sessionLocked(isLocked), now: now)
    center.happenNow(.sessionLocked(isLocked))
    banners.settingsChanged()
  }

  /// Moves the pointer by hand to the middle of the first place where the surface takes input.
  func hover(over index: Int = 0) throws -> (x: Double, y: Double) {
    let surface = try #require(surface)
    let region = try #require(surface.placement.inputRegion)[index]
    let (x, y) = (region.x + 60, region.y + region.height / 2)
    surface.onPointer?(PointerEvent(.entered, x: x - 20, y: y, time: 1))
    surface.onPointer?(PointerEvent(.moved, x: x, y: y, time: 2))
    pass(.milliseconds(20))
    return (x, y)
  }
}
