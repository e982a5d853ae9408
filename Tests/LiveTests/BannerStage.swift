import DBus
import DesktopModel
import Geometry
import HeadlessSession
import Loop
import NotificationService
import Pictures
import Scenes
import TestSupport
import Testing
import Wayland

/// A desktop of known pixels with notifications on it, a bus of its own, and a hand.
final class BannerStage {
  static let size = PixelSize(width: 1280, height: 720)
  /// The part of the output with the banners and some of their surroundings.
  static let corner = PixelRect(x: 880, y: 0, width: 400, height: 720)

  let sway: HeadlessSway
  let session: DesktopSession
  let bus: MessageBus
  let client: TestClient
  let wallpaper: TestSurface
  let hyaline: RunningHyaline
  let pointer: VirtualPointer
  static let desktop = TestPictures.desktop(size)
  /// The desktop without banners.
  private(set) var bare = Bitmap(size: size)
  /// The signals of notifications on the bus, in words such as `NotificationClosed 3 2`.
  private(set) var signals: [String] = []

  /// Starts all and returns once notifications are served and a bar-less desktop is shown.
  init(
    _ settings: String = "", background: Bitmap = desktop, output: String = "",
    environment: [String: String] = [:]
  ) throws {
    sway = try TestSession.start(output: "resolution 1280x720@60Hz " + output)
    session = try DesktopSession(sway)
    bus = session.connect()
    client = try TestClient(sway)
    wallpaper = try client.showWallpaper(background)
    pointer = try VirtualPointer(client)
    hyaline = try RunningHyaline(
      in: sway, settings: settings, options: ["--notifications-only"], environment: environment)
    bus.subscribe(.ofAnyone(interface: NotificationInterface.name)) { [unowned self] signal in
      signals.append(
        ([signal.member] + signal.arguments.map { $0.integer.map(String.init) ?? $0.string ?? "?" })
          .joined(separator: " "))
    }
    var hasOwner = false
    try session.eventually("the name") {
      bus.findOwner(of: NotificationInterface.name) { hasOwner = $0 != nil }
      return hasOwner
    }
    // The name comes before commands are taken.
    try hyaline.waitForStatistics("an answer")
    bare = try client.capture()
    // The picture may be on its way.
    try session.eventually("the desktop") {
      bare = try client.capture()
      // The pointer stands in the middle.
      return bare.cropped(to: Self.corner).isSame(as: background.cropped(to: Self.corner))
    }
  }

  func stop() {
    hyaline.process.stop()
    sway.stop()
  }

  /// Calls Notify, and returns the number.
  @discardableResult
  func notify(
    _ summary: String, _ body: String = "", app: String = "Test", icon: String = "", actions: [String] = [],
    hints: KeyValuePairs<String, DBusValue> = [:], timeout: Int32 = 0, replaces: UInt32 = 0
  ) throws -> UInt32 {
    var id: UInt32?
    bus.call(
      Call(
        to: NotificationInterface.name, NotificationInterface.path, NotificationInterface.name, "Notify",
        [
          .string(app), .uint32(replaces), .string(icon), .string(summary), .string(body), .strings(actions),
          .options(hints), .int32(timeout),
        ], expects: "u", timeout: patience)
    ) { if case .success(let values) = $0 { id = values[0].uint32 } }
    try session.eventually("the number") { id != nil }
    return id!
  }

  /// Waits until the banners rest and look as they should, and returns the picture: not `other`, the bare desktop if nil.
  @discardableResult
  func settle(_ awaited: String = "still banners", otherThan other: Bitmap? = nil) throws -> Bitmap {
    let other = other ?? bare
    return try rest(awaited) { !$0.isSame(as: other) }
  }

  /// Waits until the banners, if there are any, rest in a picture that is as it should be, and returns it.
  @discardableResult
  func rest(
    _ awaited: String, in region: PixelRect? = nil, mayBeCovered: Bool = false,
    until isRight: (Bitmap) throws -> Bool = { _ in true }
  ) throws -> Bitmap {
    try synchronise()
    var last = Bitmap(size: Self.size)
    do {
      try session.eventually(awaited) {
        guard let before = try hyaline.restingBanners(mayBeCovered: mayBeCovered) else { return false }
        last = try client.capture(region)
        return try isRight(last) && hyaline.restingBanners(mayBeCovered: mayBeCovered) == before
      }
    } catch {
      try keep(last, as: "last")
      throw SessionError.timeout(awaited: awaited, log: "\(try hyaline.statistics())\n" + hyaline.log)
    }
    return last
  }

  /// Returns when the program has taken what was done before, and the compositor what it said to that.
  func synchronise() throws {
    try client.synchronise(with: hyaline)
  }

  /// Writes a picture to the folder that BANNER_PICTURES names, to be looked at.
  func keep(_ picture: @autoclosure () throws -> Bitmap, as words: String) throws {
    guard let folder = environmentVariable("BANNER_PICTURES") else { return }
    let name = words.split(separator: " ").joined(separator: "-")
    try Picture.writePNG(try picture(), to: "\(folder)/\(name).png")
  }

  /// Waits for a signal in the words of `signals`.
  func waitForSignal(_ words: String) throws {
    do {
      try session.eventually("the signal \(words)") { signals.contains(words) }
    } catch {
      throw SessionError.timeout(awaited: words, log: "\(signals)\n" + hyaline.log)
    }
  }

  /// Waits until the banners have the keyboard for good, or the test's window has it.
  func waitForFocus(_ isOurs: Bool, _ keyboard: VirtualKeyboard) throws {
    try session.eventually(isOurs ? "the keyboard" : "the window's keyboard") {
      // Some compositors take it away for a moment.
      for _ in 0..<3 { try synchronise() }
      try client.connection.roundTrip()
      return keyboard.isInClient != isOurs
    }
  }

  /// Moves the pointer as hands do, which do not stop where they come over something.
  func point(x: Int, y: Int) throws {
    for step in [1, 0] {
      try pointer.move(
        x: Double(max(0, x - step)) + 0.5, y: Double(y) + 0.5, in: LogicalSize(width: 1280, height: 720))
    }
  }

  func click(x: Int, y: Int, button: UInt32 = 0x110) throws {
    try point(x: x, y: y)
    try pointer.click(button)
  }
}
