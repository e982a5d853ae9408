import DBus
import DesktopModel
import Geometry
import Glibc
import HeadlessSession
import NotificationService
import Pictures
import Scenes
import TestSupport
import Testing

extension LiveTests {
  /// Tests of calls that no client should make: the program shows of them what it can, and answers each.
  @Suite struct NotificationBadInputTests {
    private struct Case {
      var name: String
      var call: Call

      init(_ name: String, _ call: Call) { (self.name, self.call) = (name, call) }
    }

    private static func image(
      _ width: Int32 = 4, _ height: Int32 = 4, _ stride: Int32 = 16, alpha: Bool = true, _ bits: Int32 = 8,
      _ channels: Int32 = 4, bytes: Int = 64
    ) -> DBusValue {
      .structure([
        .int32(width), .int32(height), .int32(stride), .boolean(alpha), .int32(bits), .int32(channels),
        .bytes([UInt8](repeating: 200, count: bytes)),
      ])
    }

    private static let images: [(String, DBusValue)] = [
      ("stride 1", image(4, 4, 1)), ("stride 0", image(4, 4, 0)), ("stride 2^31-1", image(4, 4, .max)),
      ("stride negative", image(4, 4, -16)), ("data too short", image(bytes: 63)),
      ("no data", image(bytes: 0)),
      ("0 x 0", image(0, 0, 0, bytes: 0)), ("negative size", image(-4, -4)),
      ("65535 x 65535", image(65535, 65535, 262140)), ("overflow", image(.max, .max, .max)),
      ("1 x 100000", image(1, 100_000, 4, bytes: 400_000)), ("bits 16", image(4, 4, 16, alpha: true, 16)),
      ("bits 0", image(4, 4, 16, alpha: true, 0)), ("channels 2", image(4, 4, 16, alpha: true, 8, 2)),
      ("channels 5", image(4, 4, 20, alpha: true, 8, 5, bytes: 80)),
      ("channels 0", image(4, 4, 16, alpha: true, 8, 0)),
      ("alpha with three channels", image(4, 4, 12, alpha: true, 8, 3, bytes: 48)),
      ("a string", .string("image")), ("an empty structure's cousin", .structure([.byte(1)])),
      ("bytes alone", .bytes([1, 2, 3])), ("a variant in variants", .variant(.variant(.byte(1)))),
    ]

    private static let bodies: [(String, String)] = [
      ("10 MB", String(repeating: "x", count: 10_000_000)),
      ("10 MB of words", String(repeating: "word ", count: 2_000_000)),
      ("64000 lines", String(repeating: "line\n", count: 64_000)),
      ("markup 100000 deep", String(repeating: "<b>", count: 100_000) + "x"),
      ("markup closed 100000 times", String(repeating: "</b>", count: 100_000)),
      ("unterminated", "<b"), ("unterminated attribute", "<a href=\"x"),
      ("bad entity", "&#xFFFFFFFF;&nosuch;&"),
      ("not balanced", "<b><i>x</b></i>"), ("Pango's markup", "<span size='9999999'>x</span>"),
      ("links beyond number", String(repeating: "<a href='http://x'>x</a>", count: 5000)),
      ("a script for a link", "<a href='javascript:alert(1)'>x</a>"),
      ("images", String(repeating: "<img src='/dev/zero' alt='x'/>", count: 1000)),
      ("bidirectional and of no width", "\u{202E}\u{200B}\u{2066}\u{FEFF}x\u{0301}\u{0301}"),
      ("marks on marks", "x" + String(repeating: "\u{0301}", count: 20_000)),
    ]

    private func files(in directory: PrivateDirectory) throws -> [String] {
      // A thousand million rectangles, each drawn.
      let levels = (1...9).map { level in
        "<g id='l\(level)'>" + String(repeating: "<use xlink:href='#l\(level - 1)'/>", count: 10) + "</g>"
      }
      let bomb =
        "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' width='9' height='9'>"
        + "<defs><rect id='l0' width='9' height='9' opacity='.5'/>\(levels.joined())</defs>"
        + "<use xlink:href='#l9'/></svg>"
      let laughs =
        "<!DOCTYPE svg [<!ENTITY a0 'ha'>"
        + (1...12).map { "<!ENTITY a\($0) '\(String(repeating: "&a\($0 - 1);", count: 10))'>" }.joined()
        + "]><svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><text>&a12;</text></svg>"
      // A PNG that says it has 20000 pixels along either side.
      let large: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
        + [0, 0, 0x4E, 0x20, 0, 0, 0x4E, 0x20, 8, 6, 0, 0, 0, 0, 0, 0, 0]
      return [
        try directory.write(bomb, to: "bomb.svg"), try directory.write(laughs, to: "laughs.svg"),
        try directory.write(large, to: "large.png"), try directory.write([UInt8](), to: "empty.png"),
      ]
    }

    private func cases(in directory: PrivateDirectory) throws -> [Case] {
      var cases = Self.images.flatMap { name, value in
        ["image-data", "icon_data"].map { hint in
          Case("\(hint): \(name)", NotificationClient.notify("case", hints: [hint: value]))
        }
      }
      cases += Self.bodies.map { Case("body: \($0)", NotificationClient.notify("case", body: $1)) }
      let paths =
        try files(in: directory) + [
          "/dev/zero", "/", "/nonexistent", "relative/x.png", "../../etc/passwd", "file://host/x.png",
          "file:///dev/zero", "file:%00", String(repeating: "x", count: 1_000_000),
        ]
      cases.append(
        Case(
          "64 MB of pixels",
          NotificationClient.notify(
            "case", hints: ["image-data": Self.image(4000, 4000, 16_000, bytes: 64_000_000)])))
      for path in paths {
        let name = String(path.suffix(40))
        cases.append(Case("icon: \(name)", NotificationClient.notify("case", icon: path)))
        cases.append(
          Case("image-path: \(name)", NotificationClient.notify("case", hints: ["image-path": .string(path)]))
        )
      }
      cases += [
        Case(
          "10^6 actions",
          NotificationClient.notify("case", actions: [String](repeating: "a", count: 1_000_000))),
        Case("one string of actions", NotificationClient.notify("case", actions: ["a"])),
        Case(
          "10^5 hints",
          .init(
            to: NotificationInterface.name, NotificationInterface.path, NotificationInterface.name, "Notify",
            [
              .string("test"), .uint32(0), .string(""), .string("case"), .string(""), .strings([]),
              .dictionary(
                key: .string, value: .variant,
                (0..<100_000).map { .init(.string("hint\($0)"), .variant(.int32(1))) }), .int32(-1),
            ], expects: "u")),
        Case("summary of 10 MB", NotificationClient.notify(String(repeating: "case ", count: 2_000_000))),
        Case("a time of -2^31", NotificationClient.notify("case", timeout: .min)),
        Case("a time of 2^31-1", NotificationClient.notify("case", timeout: .max)),
        Case("urgency 255", NotificationClient.notify("case", hints: ["urgency": .byte(255)])),
        Case("urgency of text", NotificationClient.notify("case", hints: ["urgency": .string("high")])),
        Case("value of -2^31", NotificationClient.notify("case", hints: ["value": .int32(.min)])),
        Case("value not a number", NotificationClient.notify("case", hints: ["value": .double(.nan)])),
        Case("a number that was never given", NotificationClient.notify("case", replaces: .max)),
      ]
      return cases
    }

    @Test func `each is shown, and the next call is answered`() throws {
      let stage = try NotificationStage()
      defer { stage.stop() }
      let hyaline = try stage.start(
        ["--notifications-only"],
        settings: ClientStage.lasting + "max_shown = 3\n[accessibility]\nreduce_motion = \"on\"\n")
      try stage.waitUntilServing(hyaline)
      for one in try cases(in: stage.sway.directory) {
        let id: UInt32
        do { id = try stage.notify(one.call) } catch {
          Issue.record("\(one.name): \(error)\n\(hyaline.log)")
          return
        }
        #expect(id != 0)
        let open = try hyaline.request(#"{"command":"notifications","action":"list"}"#)
        #expect(open.contains("\"id\":\(id)") && open.contains("\"summary\":\"case"), "\(one.name)")
        try stage.answer(to: NotificationClient.call("CloseNotification", [.uint32(id)]))
      }
      #expect(hyaline.process.poll() == nil && hyaline.log.isEmpty, "\(hyaline.log)")
    }

    /// A drawing that takes very long to draw, in one of the forms in which text is written.
    private static func bomb(_ form: String, in directory: PrivateDirectory) throws -> String {
      let head =
        "<?xml version='1.0' encoding='\(form)'?><svg xmlns='http://www.w3.org/2000/svg' width='900' height='900'>"
      let filters = (0..<7000).map {
        "<filter id='f\($0)'><feTurbulence numOctaves='9' baseFrequency='.5'/></filter>"
      }
      let uses = (0..<7000).map { "<rect width='900' height='900' filter='url(#f\($0))'/>" }
      let text = head + filters.joined() + uses.joined() + "</svg>"
      guard form == "UTF-16" else { return try directory.write(text, to: "bomb.svg") }
      let bytes = text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
      return try directory.write([0xFF, 0xFE] + bytes, to: "bomb.svg")
    }

    @Test(arguments: ["UTF-8", "UTF-16"])
    func `a drawing that takes too long leaves nothing behind, and other pictures are shown`(_ form: String)
      throws
    {
      let stage = try NotificationStage()
      defer { stage.stop() }
      let hyaline = try stage.start(["--notifications-only"])
      try stage.waitUntilServing(hyaline)
      let bomb = try Self.bomb(form, in: stage.sway.directory)
      for _ in 0..<4 { try stage.notify(NotificationClient.notify("case", icon: bomb, timeout: 0)) }
      func children() -> String {
        readText("/proc/\(hyaline.process.pid)/task/\(hyaline.process.pid)/children") ?? ""
      }
      func threads() -> Int { (readText("/proc/\(hyaline.process.pid)/status") ?? "").threadCount }
      // A child of any thread is listed with that thread.
      let helpers = { stage.processes(named: "decode-pictures", of: hyaline.process.pid) }
      // One that has ended before it was seen is asked for again, but not so often that they take the time of the next.
      var checks = 0
      try stage.session.eventually("a helper") {
        checks += 1
        if checks % 200 == 0 { try stage.notify(NotificationClient.notify("case", icon: bomb, timeout: 0)) }
        return !helpers().isEmpty
      }
      // The picture has a colour that nothing else on the screen has.
      let path = try stage.sway.directory.write([], to: "fine.png")
      try Picture.writePNG(TestPictures.flat(PixelSize(width: 64, height: 64), SIMD3(1, 0, 1)), to: path)
      try stage.notify(NotificationClient.notify("fine", icon: path, timeout: 0))
      try stage.session.eventually("the other picture") {
        let screen = try stage.sway.picture()
        let seen = stride(from: 0, to: screen.bytes.count, by: 4).count {
          screen.bytes[$0] > 240 && screen.bytes[$0 + 1] < 15 && screen.bytes[$0 + 2] > 240
        }
        return seen > 500
      }
      // One that has ended has no name until it is reaped.
      try stage.session.eventually("no helper, thread or child") {
        helpers().isEmpty && children().isEmpty && threads() <= 4
      }
    }

    @Test(arguments: [
      ("Notify", [DBusValue.string("app")]),
      ("Notify", [.uint32(0), .string("")]),
      (
        "Notify",
        [
          .string(""), .int32(0), .string(""), .string("x"), .string(""), .strings([]), .options([:]),
          .int32(0),
        ]
      ),
      ("CloseNotification", [.string("1")]), ("CloseNotification", []), ("GetCapabilities", [.byte(1)]),
      ("GetServerInformation", [.string("")]),
    ]) func `wrong types are refused, and nothing is shown`(_ method: String, _ arguments: [DBusValue]) throws
    {
      let stage = try NotificationStage()
      defer { stage.stop() }
      let hyaline = try stage.start(["--notifications-only"])
      try stage.waitUntilServing(hyaline)
      #expect {
        try stage.answer(to: NotificationClient.call(method, arguments))
      } throws: {
        ($0 as? BusError)?.name == "org.freedesktop.DBus.Error.InvalidArgs"
      }
      #expect(
        try hyaline.request(#"{"command":"notifications","action":"list"}"#).contains("\"notifications\":[]"))
    }
  }
}

extension String {
  /// The number of threads in the text of `/proc/…/status`.
  fileprivate var threadCount: Int {
    split(separator: "\n").first { $0.hasPrefix("Threads:") }.flatMap {
      Int($0.dropFirst(8).filter(\.isNumber))
    } ?? 0
  }
}
