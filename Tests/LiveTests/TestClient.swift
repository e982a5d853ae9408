import Geometry
import HeadlessSession
import Scenes
import TestSupport
import Wayland

/// A client of the test's own: it shows what the program under test is to see, and sees what that shows.
final class TestClient {
  let connection: Connection
  let output: Output
  private let captures: ScreencopySource
  /// Whether captures contain the cursor; sway 1.7 draws it into the output of a headless session anyway.
  var includesCursor: Bool {
    get { captures.includesCursor }
    set { captures.includesCursor = newValue }
  }

  init(_ sway: HeadlessSway) throws {
    let connection = try Connection(displayName: sway.socket)
    guard try connection.wait(until: { !connection.outputs.all.isEmpty }) else {
      throw SessionError.timeout(awaited: "an output", log: sway.process.logText)
    }
    self.connection = connection
    output = connection.outputs.all[0]
    captures = try ScreencopySource(connection, of: output)
    let shell = try connection.globals.shared(XdgWmBase.self, version: 1)
    shell.onEvent = { shell, event in
      if case .ping(let serial) = event { shell.pong(serial: serial) }
    }
  }

  isolated deinit {
    captures.destroy()
    connection.close()
  }

  /// Serves events until `condition` holds; throws if it never does.
  func wait(_ awaited: String, until condition: () -> Bool) throws {
    guard try connection.wait(until: condition) else {
      throw SessionError.timeout(awaited: awaited, log: "")
    }
  }

  /// Captures the next frame of the output, in its pixels; all of it if `region` is nil.
  func capture(_ region: PixelRect? = nil) throws -> Bitmap {
    var result: Result<Bitmap, CaptureFailure>?
    captures.capture(region, when: .now) { answer in
      result = answer.map(Bitmap.init)
    }
    try wait("a capture") { result != nil }
    return try result!.get()
  }

  /// Returns when a program has handled what this client did before, and the compositor what the program answered to that.
  func synchronise(with hyaline: RunningHyaline) throws {
    let pixel = PixelRect(x: 0, y: 0, width: 1, height: 1)
    // Requests of one connection are handled in their order, and each answer ends a batch of the program's loop.
    _ = try capture(pixel)
    for _ in 0..<2 { _ = try hyaline.statistics() }
    _ = try capture(pixel)
  }

  /// Waits until the output, or the part of it that lies at `x` and `y`, shows exactly this.
  ///
  /// Sway moves windows in transactions of its own, some frames after they have been drawn.
  func waitUntilShown(_ picture: Bitmap, x: Int = 0, y: Int = 0) throws {
    let region = PixelRect(picture.size).offset(x: x, y: y)
    let deadline = Deadline.patient
    while true {
      let shown = try capture(region)
      if shown.isSame(as: picture) { return }
      if deadline.hasPassed {
        let difference = shown.boundsOfDifference(from: picture)
        throw SessionError.timeout(
          awaited: "the picture at \(region), which differs in \(difference)", log: "")
      }
    }
  }

  /// Shows a picture of the output's size below all else.
  func showWallpaper(_ picture: Bitmap) throws -> TestSurface {
    try TestSurface(
      self, picture, frame: PixelRect(output.description.mode), layer: .background)
  }

  /// Shows a picture above all else.
  func showOverlay(_ picture: Bitmap, x: Int, y: Int) throws -> TestSurface {
    try TestSurface(self, picture, frame: PixelRect(picture.size).offset(x: x, y: y), layer: .overlay)
  }

  /// Shows a picture as a window, which goes where sway's configuration puts its `appID`.
  func showWindow(_ picture: Bitmap, appID: String, isFullscreen: Bool = false) throws -> TestSurface {
    try TestSurface(self, picture, appID: appID, isFullscreen: isFullscreen)
  }
}

extension Bitmap {
  /// A capture, opaque.
  init(_ frame: CapturedFrame) {
    unsafe self.init(
      size: frame.size, pixels: frame.bytes, stride: frame.stride, isBlueFirst: frame.format == .bgrx,
      isYInverted: frame.isYInverted)
  }
}
