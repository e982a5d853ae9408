import Geometry
import Notifications
import Scenes
import Settings
import Testing

struct HintsTests {
  typealias Hint = NotificationRequest.Hint

  @Test func `every hint is read`() {
    let hints = Hints([
      Hint("urgency", .integer(2)), Hint("category", .string("email.arrived")),
      Hint("desktop-entry", .string("org.a")),
      Hint("image-path", .string("/a.png")), Hint("action-icons", .boolean(true)),
      Hint("resident", .boolean(true)),
      Hint("transient", .boolean(true)), Hint("sound-name", .string("bell")),
      Hint("suppress-sound", .boolean(true)),
      Hint("value", .integer(40)), Hint("x", .integer(1)), Hint("y", .integer(-2)),
      Hint("sender-pid", .integer(77)),
      Hint("x-dunst-stack-tag", .string("volume")), Hint("x-kde-reply-placeholder-text", .string("Say")),
      Hint("x-kde-reply-submit-button-text", .string("Send")), Hint("x-kde-urls", .strings(["file:///a"])),
      Hint("unknown", .other("a{sv}")),
    ])
    var expected = Hints()
    (expected.urgency, expected.category, expected.desktopEntry) = (.critical, "email.arrived", "org.a")
    (expected.pictureFile, expected.hasActionIcons, expected.isResident) = (.file("/a.png"), true, true)
    (expected.isTransient, expected.sound, expected.isSilent, expected.progress) = (
      true, .name("bell"), true, 40
    )
    (expected.x, expected.y, expected.senderPID, expected.tag) = (1, -2, 77, "volume")
    (expected.replyPlaceholder, expected.replyButton, expected.urls) = ("Say", "Send", ["file:///a"])
    #expect(hints == expected)
  }

  static let known = [
    "urgency", "category", "desktop-entry", "image-path", "image_path", "action-icons", "resident",
    "transient",
    "sound-name", "sound-file", "suppress-sound", "value", "x", "y", "sender-pid", "x-dunst-stack-tag",
    "x-canonical-private-synchronous", "synchronous", "x-kde-reply-placeholder-text",
    "x-kde-reply-submit-button-text", "x-kde-urls", "image-data", "image_data", "icon_data",
  ]

  @Test(arguments: known) func `a hint of a wrong type is ignored and told`(name: String) {
    #expect(Hints.names.contains(name))
    for value in [HintValue.other("a{sv}"), .structure([]), .bytes([1])] {
      let hints = Hints([Hint(name, value)])
      var expected = Hints()
      expected.problems = hints.problems
      #expect(hints == expected)
      #expect(hints.problems.map(\.name) == [name])
      #expect(hints.problems.first?.words == "is of a wrong type")
    }
  }

  @Test(arguments: [
    ("urgency", HintValue.integer(3), "is 3, not 0, 1 or 2"),
    ("urgency", .string("critical"), "is of a wrong type"),
    ("value", .integer(-1), "is -1, less than 0"), ("value", .number(.nan), "is nan, no integer"),
    ("value", .number(1e300), "is 1e+300, no integer"), ("sender-pid", .integer(0), "is 0, no process"),
    ("image-path", .string("../a.png"), "is neither a path nor the name of an icon"),
    ("image-path", .string(""), "is neither a path nor the name of an icon"),
    ("sound-file", .string("a.oga"), "is no such sound"), ("sound-name", .string("a/b"), "is no such sound"),
    ("image-path", .integer(7), "is of a wrong type"), ("image-data", .string("x"), "is of a wrong type"),
  ])
  func `a hint out of bounds is ignored and told`(name: String, value: HintValue, words: String) {
    let hints = Hints([Hint(name, value)])
    var expected = Hints()
    expected.problems = hints.problems
    #expect(hints == expected)
    #expect(hints.problems.map(\.words) == [words])
  }

  @Test func `booleans may be integers, and integers numbers`() {
    let hints = Hints([
      Hint("transient", .integer(1)), Hint("value", .number(33.4)), Hint("resident", .integer(0)),
    ])
    #expect(hints.isTransient && !hints.isResident && hints.progress == 33 && hints.problems == [])
    #expect(Hints([Hint("value", .integer(900))]).progress == 100)
  }

  @Test func `the last of several hints counts, a sound's file before its name, and a flood is cut`() {
    #expect(Hints([Hint("value", .integer(1)), Hint("value", .integer(2))]).progress == 2)
    let file = Hint("sound-file", .string("file:///a%20b.oga"))
    let name = Hint("sound-name", .string("bell"))
    #expect(Hints([file, name]).sound == .file("/a b.oga"))
    #expect(Hints([name, file]).sound == .file("/a b.oga"))
    let flood = (0..<100_000).map { Hint("h\($0)", .integer(0)) }
    #expect(Hints(flood + [Hint("value", .integer(5))]).progress == 5)
    #expect(Hints((1...1000).map { _ in Hint("value", .string("")) }).problems.count == Limits.hints)
  }

  @Test(arguments: [
    ("/a/b.png", NotificationImage.file("/a/b.png")), ("file:///a%20b.png", .file("/a b.png")),
    ("file://localhost/a", .file("/a")), ("file:/a", .file("/a")), ("mail-unread", .icon("mail-unread")),
    ("file://host/a", nil), ("file:a", nil), ("file:///a%0", nil), ("file:///a%00", nil),
    ("file:///%FF", nil), ("a/b", nil),
    ("../a", nil), ("..", nil), ("", nil), ("a\nb", nil), ("file:///a?b#c", .file("/a")),
    ("file:///", .file("/")),
  ])
  func `a picture is a path, a URI or a name`(text: String, expected: NotificationImage?) {
    #expect(NotificationImage(text) == expected)
    #expect(NotificationImage(String(repeating: "x", count: 1 << 20)) == nil)
  }

  static func picture(
    _ width: Int64 = 4, _ height: Int64 = 4, stride: Int64? = nil, alpha: Bool = true, bits: Int64 = 8,
    channels: Int64 = 4, bytes: Int? = nil
  ) -> HintValue {
    let stride = stride ?? width * channels
    let count = bytes ?? Int(max(0, min(stride * height, 1 << 20)))
    return .structure([
      .integer(width), .integer(height), .integer(stride), .boolean(alpha), .integer(bits),
      .integer(channels),
      .bytes([UInt8](repeating: 128, count: count)),
    ])
  }

  @Test(arguments: [
    (picture(stride: 1, bytes: 64), "has a stride of 1"), (picture(stride: 15), "has a stride of 15"),
    (picture(stride: 2_147_483_647, bytes: 64), "has a stride of 2147483647"),
    (picture(stride: -16, bytes: 64), "has a stride of -16"),
    (picture(stride: .max, bytes: 64), "has a stride of 9223372036854775807"),
    (picture(stride: .min, bytes: 64), "has a stride of -9223372036854775808"),
    (picture(64, 64, bytes: 100), "needs 16384 bytes, has 100"),
    (picture(64, 64, bytes: 0), "needs 16384 bytes, has 0"), (picture(0, 0), "has a width of 0"),
    (picture(4, 0), "has a height of 0"), (picture(-4, -4, stride: 16, bytes: 64), "has a width of -4"),
    (picture(65535, 65535, stride: 262140, bytes: 64), "has a width of 65535"),
    (picture(1 << 30, 4, stride: 16, bytes: 64), "has a width of 1073741824"),
    (picture(1, 100_000), "has a height of 100000"), (picture(bits: 16), "has a bits per sample of 16"),
    (picture(bits: 0), "has a bits per sample of 0"), (picture(channels: 2), "has a channels of 2"),
    (picture(channels: 5), "has a channels of 5"), (picture(channels: 0), "has a channels of 0"),
    (picture(16384, 16384, stride: 65536, bytes: 64), "has a stride of 65536"),
    (picture(.max, .max, stride: .max, bytes: 64), "has a width of 9223372036854775807"),
    (picture(bytes: 63), "needs 64 bytes, has 63"), (.structure([.integer(4)]), "is of a wrong type"),
    (
      .structure([.integer(4), .integer(4), .integer(16), .integer(1), .integer(8), .integer(4), .bytes([])]),
      "is of a wrong type"
    ),
  ])
  func `a picture whose fields do not fit is refused`(value: HintValue, words: String) {
    for name in ["image-data", "image_data", "icon_data"] {
      let hints = Hints([Hint(name, value)])
      #expect(hints.picture == nil)
      #expect(hints.problems == [Hints.Problem(name: name, words: words)])
    }
  }

  @Test func `pixels are premultiplied, and rows may be padded`() throws {
    let bytes: [UInt8] = [255, 128, 0, 128, 9, 9, 10, 20, 30, 255]
    let value = HintValue.structure([
      .integer(1), .integer(2), .integer(6), .boolean(true), .integer(8), .integer(4), .bytes(bytes),
    ])
    #expect(
      Hints([Hint("image-data", value)]).picture
        == .bitmap(Bitmap(size: PixelSize(width: 1, height: 2), bytes: [128, 64, 0, 128, 10, 20, 30, 255])))
    let opaque = Hints([Hint("image-data", Self.picture(2, 1, channels: 3, bytes: 6))]).picture
    #expect(
      opaque
        == .bitmap(
          Bitmap(size: PixelSize(width: 2, height: 1), bytes: [128, 128, 128, 255, 128, 128, 128, 255])))
  }

  @Test(
    arguments: [
      // The flag says that the fourth channel is no alpha.
      (false, [255, 128, 0, 128, 1, 2, 3, 0], [255, 128, 0, 255, 1, 2, 3, 255]),
      (false, [0, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 255, 0, 0, 0, 255]),
      // The program has left alpha out.
      (true, [255, 128, 0, 0, 1, 2, 3, 0], [255, 128, 0, 255, 1, 2, 3, 255]),
      // The picture is empty, or a part of it is.
      (true, [0, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0]),
      (true, [255, 128, 0, 0, 1, 2, 3, 255], [0, 0, 0, 0, 1, 2, 3, 255]),
    ] as [(Bool, [UInt8], [UInt8])])
  func `four channels without alpha are opaque`(hasAlpha: Bool, bytes: [UInt8], shown: [UInt8]) {
    let value = HintValue.structure([
      .integer(2), .integer(1), .integer(8), .boolean(hasAlpha), .integer(8), .integer(4), .bytes(bytes),
    ])
    let size = PixelSize(width: 2, height: 1)
    #expect(Hints([Hint("image-data", value)]).picture == .bitmap(Bitmap(size: size, bytes: shown)))
  }

  @Test func `the files of pictures that a request names are its paths, each once and a few at most`() {
    var request = NotificationRequest()
    #expect(request.pictureFiles.isEmpty && !request.hintsNameFiles)
    request.icon = "file:///a%20b.png"
    request.body = "text <img src=\"/body.png\" alt=\"x\"/> <IMG SRC='/hint.png'>"
    request.hints = [Hint("image-path", .string("/hint.png")), Hint("image_path", .string("mail"))]
    request.actions = ["/action.png", "Label", "mail", "/label"]
    #expect(request.pictureFiles == ["/hint.png", "/a b.png", "/body.png"] && request.hintsNameFiles)
    request.hints.append(Hint("action-icons", .boolean(true)))
    #expect(request.pictureFiles.contains("/action.png"))
    request.actions = (0..<40).map { "/\($0)" }
    #expect(request.pictureFiles.count == NotificationRequest.mostFiles)
    request.hints = [Hint("image-path", .integer(1)), Hint("urgency", .string("/x"))]
    #expect(request.pictureFiles == ["/a b.png", "/body.png", "/hint.png"])
  }

  @Test func `a large picture is averaged down to what is kept`() throws {
    var bytes: [UInt8] = []
    for y in 0..<600 {
      for x in 0..<1024 { bytes += (x + y) % 2 == 0 ? [200, 0, 0, 255] : [0, 100, 0, 255] }
    }
    let value = HintValue.structure([
      .integer(1024), .integer(600), .integer(4096), .boolean(true), .integer(8), .integer(4), .bytes(bytes),
    ])
    guard case .bitmap(let bitmap)? = Hints([Hint("image-data", value)]).picture else {
      Issue.record("no picture")
      return
    }
    #expect(bitmap.size == PixelSize(width: 256, height: 150))
    #expect(
      stride(from: 0, to: bitmap.bytes.count, by: 4).allSatisfy {
        Array(bitmap.bytes[$0..<$0 + 4]) == [100, 50, 0, 255]
      })
  }

  @Test func `the first of several pictures in the order of the specification is used`() {
    let data = Hint("image-data", Self.picture(1, 1))
    let old = Hint("image_data", Self.picture(2, 1))
    let older = Hint("icon_data", Self.picture(3, 1))
    let bad = Hint("image-data", .string(""))
    func width(_ hints: [Hint]) -> Int? {
      guard case .bitmap(let bitmap)? = Hints(hints).picture else { return nil }
      return bitmap.size.width
    }
    #expect(width([older, old, data]) == 1)
    #expect(width([older, old, bad]) == 2)
    #expect(width([older, bad]) == 3)
    var request = NotificationRequest()
    request.icon = "mail"
    let path = Hint("image-path", .string("/p"))
    func order(_ hints: [Hint]) -> [String] {
      Notification(request, Hints(hints), id: 1, time: 0).pictures.map {
        switch $0 {
        case .bitmap, .sent: "data"
        case .file(let path): path
        case .icon(let name): name
        case .application(let id): "application \(id)"
        }
      }
    }
    #expect(order([path, data]) == ["data", "/p", "mail"])
    #expect(order([path, older]) == ["/p", "mail", "data"])
    #expect(order([]) == ["mail"])
    // Without an icon that of the application.
    let entry = Hint("desktop-entry", .string("org.example.Mail.desktop"))
    #expect(order([entry]) == ["mail"])
    request.icon = ""
    #expect(order([entry]) == ["application org.example.Mail"])
    #expect(order([path, entry]) == ["/p", "application org.example.Mail"])
    #expect(order([Hint("desktop-entry", .string("../mail"))]) == [])
  }

  @Test func `actions come in pairs`() {
    var request = NotificationRequest()
    request.actions = ["default", "Open", "a", "A", "inline-reply", "Reply", "b", "", "odd"]
    let notification = Notification(request, Hints(), id: 1, time: 0)
    #expect(notification.hasDefaultAction)
    #expect(notification.buttons == [.init(key: "a", label: "A"), .init(key: "b", label: "b")])
    #expect(notification.reply?.label == "Reply")
    #expect(
      notification.hasAction("a") && notification.hasAction("default") && !notification.hasAction("odd"))
    request.actions = (0..<1_000_000).map { "\($0)" }
    #expect(Notification(request, Hints(), id: 1, time: 0).buttons.count == Limits.actions)
    request.actions = ["x"]
    #expect(Notification(request, Hints(), id: 1, time: 0).buttons == [])
  }
}
