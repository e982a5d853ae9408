import Geometry
import Glibc
import HeadlessSession
import Scenes
import TestSupport
import TextProcessing
import Wayland

/// A desktop with a bar of some modules, a pointer and a keyboard, of which a test asks what is on the screen.
@MainActor final class ModuleStage {
  let session: HeadlessSway
  let client: TestClient
  private(set) var bar: RunningHyaline
  let pointer: VirtualPointer
  let keyboard: VirtualKeyboard
  let scratch = ScratchDirectory()
  /// All outputs together, in logical pixels.
  let layout: LogicalSize
  /// The first output without the bar.
  let wallpaper: Bitmap

  /// One output, or two beside one another, each of `size` in physical pixels; only one may have a `scale`. `settings` is told
  /// where files may be written. `waitsForGlass`: the bar is on the screen from the start on. `reducesMotion`: modules that appear
  /// and go do not move others for a time, so that their places in a report are those at which they stay.
  init(
    outputs: Int = 1, size: PixelSize = PixelSize(width: 640, height: 360), scale: Double = 1,
    rules: String = "", isSway: Bool = true, appearance: String = "dark", waitsForGlass: Bool = true,
    reducesMotion: Bool = true,
    environment: (HeadlessSway) throws -> [String: String] = { _ in [:] },
    _ settings: (ScratchDirectory) -> String
  ) throws {
    let mode =
      (scale == 1 ? "" : "scale \(scale) ") + "resolution \(size.width)x\(size.height)@60Hz position"
    let second = "output HEADLESS-2 \(mode) \(size.width) 0\n"
    session =
      try isSway
      ? HeadlessSway(output: mode + " 0 0", configuration: second + rules)
      : TestSession.start(output: mode + " 0 0", rules: rules)
    for _ in 1..<outputs { try session.message("create_output") }
    // The program may run as another user than the test.
    _ = unsafe chmod(scratch.path, 0o777)
    let client = try TestClient(session)
    self.client = client
    try client.wait("the outputs") { client.connection.outputs.all.count == outputs }
    try client.wait("the mode") { client.output.description.mode == size }
    layout = LogicalSize(
      width: Double(size.width * outputs) / scale, height: Double(size.height) / scale)
    let picture = TestPictures.desktop(size)
    surface = try client.showWallpaper(picture)
    // At another scale the compositor enlarges it.
    wallpaper = try scale == 1 ? picture : client.capture()
    pointer = try VirtualPointer(client)
    // Before the program asks for the keyboard.
    keyboard = try VirtualKeyboard(client)
    try pointer.move(x: Double(size.width) / 2 / scale, y: layout.height / 2, in: layout)
    self.environment = try environment(session)
    bar = try RunningHyaline(
      in: session,
      settings: "appearance = \"\(appearance)\"\n" + (reducesMotion ? RunningHyaline.still : "")
        + settings(scratch),
      environment: self.environment)
    if waitsForGlass {
      try bar.waitForStatistics("live glass") { $0.has("source", "live") && $0.has("phase", "watching") }
    } else {
      try bar.waitForStatistics("a bar") { $0["commits"] != nil }
    }
  }

  private let surface: TestSurface
  private let environment: [String: String]

  /// Kills the bar, and starts it again with its settings.
  func restart() throws {
    bar.process.send(SIGKILL)
    bar.process.stop()
    bar = try RunningHyaline(
      in: session, settings: readText(bar.settingsPath) ?? "", environment: environment)
    try bar.waitForStatistics("live glass") { $0.has("source", "live") && $0.has("phase", "watching") }
  }

  /// Ends the bar and the compositor.
  func stop() {
    bar.process.stop()
    session.stop()
  }

  // MARK: - State of the screen

  /// Returns the output of `hyaline bar inspect`.
  func inspect() throws -> JSONValue {
    try JSONValue(parsing: try command("inspect"))
  }

  /// The bars, or that of an output.
  func bars(on output: String? = nil) throws -> [JSONValue] {
    try inspect()["bars"].elements.filter { output == nil || $0["output"]?.string == output }
  }

  /// A module of the first bar, or of that on an output.
  func module(_ name: String, on output: String? = nil) throws -> JSONValue? {
    try bars(on: output).first?["modules"].elements.first { $0["name"]?.string == name }
  }

  func text(_ name: String, on output: String? = nil) throws -> String? {
    try module(name, on: output)?["text"]?.string
  }

  func items(_ name: String, on output: String? = nil) throws -> [JSONValue] {
    try module(name, on: output)?["items"].elements ?? []
  }

  /// The texts of a module's items, each with the states that it is in of those named.
  func texts(_ name: String, on output: String? = nil, states: Set<String> = []) throws -> [String] {
    try items(name, on: output).map { item in
      let holding = item["states"].elements.compactMap(\.string).filter(states.contains)
      return ([item["text"]?.string ?? ""] + holding.sorted()).joined(separator: " ")
    }
  }

  /// The name of the item of the first bar that has the keyboard focus.
  func focused() throws -> String? { try bars().first?["focused"]?.string }

  /// The names of the popups, the uppermost last.
  func popups() throws -> [String] { try inspect()["popups"].elements.compactMap { $0["name"]?.string } }

  /// The entries of the uppermost popup, each with its states.
  func entries() throws -> [String] {
    try inspect()["popups"].elements.last?["items"].elements.map { item in
      ([item["label"]?.string ?? ""] + item["states"].elements.compactMap(\.string)).joined(separator: " ")
    } ?? []
  }

  /// The frame of the uppermost popup, in logical pixels of its output.
  func popupFrame() throws -> LogicalRect? { try inspect()["popups"].elements.last?["frame"]?.frame }

  // MARK: - Input

  func point(at frame: LogicalRect?, x: Double = 0) throws {
    guard let frame else { throw SessionError.timeout(awaited: "a frame", log: bar.log) }
    try pointer.move(x: x + frame.x + frame.width / 2, y: frame.y + frame.height / 2, in: layout)
  }

  /// Clicks on a module, or on an item of one by its place, of the bar on the first output.
  func click(_ name: String, item: Int? = nil, _ button: UInt32 = 0x110) throws {
    try point(at: item.map { try items(name)[$0]["frame"]?.frame } ?? module(name)?["frame"]?.frame)
    try pointer.click(button)
  }

  /// Points at an entry of the uppermost popup.
  func point(atEntry label: String) throws { try point(at: entryFrame(label)) }

  /// The frame of an entry of the uppermost popup, in logical pixels of its output.
  func entryFrame(_ label: String) throws -> LogicalRect? {
    let entries = try inspect()["popups"].elements.last?["items"].elements
    return entries?.first { $0["label"]?.string == label }?["frame"]?.frame
  }

  func clickEntry(_ label: String) throws {
    try point(atEntry: label)
    try pointer.click()
  }

  /// Asks the program to do something with its bars; returns its answer.
  @discardableResult
  func command(_ action: String, _ more: String = "") throws -> String {
    do {
      return try bar.request(#"{"command":"bar","action":"\#(action)"\#(more)}"#)
    } catch {
      guard let ending = bar.process.poll() else { throw error }
      throw SessionError.failed(["hyaline", "\(ending)"], log: bar.log)
    }
  }

  /// Shows a window of a program of this name.
  func showWindow(_ name: String) throws -> TestSurface {
    try client.showWindow(TestPictures.desktop(PixelSize(width: 200, height: 120)), appID: name)
  }
}

extension JSONValue? {
  /// The elements of an array; empty for anything else.
  var elements: [JSONValue] {
    guard case .array(let elements)? = self else { return [] }
    return elements
  }
}

extension JSONValue {
  /// The rectangle that it tells.
  var frame: LogicalRect? {
    guard let x = self["x"]?.number, let y = self["y"]?.number, let width = self["width"]?.number,
      let height = self["height"]?.number
    else { return nil }
    return LogicalRect(x: x, y: y, width: width, height: height)
  }
}
