import DesktopModel
import Glibc
import HeadlessSession
import TestSupport
import Testing

extension KeyValuePairs {
  /// The type is made of literals only, and rows have two pairs at most.
  fileprivate init(upToTwo pairs: [(Key, Value)]) {
    switch pairs.count {
    case 0: self = [:]
    case 1: self = [pairs[0].0: pairs[0].1]
    default: self = [pairs[0].0: pairs[0].1, pairs[1].0: pairs[1].1]
    }
  }
}

extension LiveTests {
  /// Tests of the sounds of notifications, as the sound library receives them.
  @Suite struct SoundTests {
    /// The sound hints of a notification, and the sound that must be played; DIR stands for a folder in which there
    /// are sounds.
    struct Row: Sendable {
      var hints: KeyValuePairs<String, DBusValue>
      var played: String?
      var application = "test"
    }

    nonisolated static let rows: [Row] = [
      Row(hints: ["sound-name": .string("bell")], played: "event.id=bell"),
      Row(hints: ["sound-file": .string("DIR/a b.oga")], played: "media.filename=DIR/a b.oga"),
      Row(hints: ["sound-file": .string("file://DIR/a%20b.oga")], played: "media.filename=DIR/a b.oga"),
      // A file counts more, whichever comes first.
      Row(
        hints: ["sound-name": .string("bell"), "sound-file": .string("DIR/a.oga")],
        played: "media.filename=DIR/a.oga"),
      Row(
        hints: ["sound-file": .string("DIR/a.oga"), "sound-name": .string("bell")],
        played: "media.filename=DIR/a.oga"),
      Row(hints: ["sound-name": .string("bell"), "suppress-sound": .boolean(true)], played: nil),
      Row(
        hints: ["sound-name": .string("bell"), "suppress-sound": .boolean(false)], played: "event.id=bell"),
      Row(hints: ["sound-file": .string("a.oga")], played: nil),
      Row(hints: ["sound-file": .string("DIR/missing.oga")], played: nil),
      Row(hints: ["sound-name": .string("../a")], played: nil),
      Row(hints: ["sound-name": .int32(1)], played: nil), Row(hints: [:], played: nil),
      // Rules have the last word.
      Row(hints: [:], played: "event.id=chime", application: "rung"),
      Row(hints: ["suppress-sound": .boolean(true)], played: "event.id=chime", application: "rung"),
      Row(hints: ["sound-name": .string("bell")], played: nil, application: "silent"),
    ]

    private static let settings = """
      [[notifications.rules]]
      app = "rung"
      sound = "chime"
      [[notifications.rules]]
      app = "silent"
      sound = ""
      """

    private final class Ear {
      let clients: ClientStage
      private let told: String
      private var count = 0

      init(_ settings: String = "", _ variables: [String: String] = [:]) throws {
        let directory = try PrivateDirectory()
        told = directory.file("told")
        let environment = try FakeCanberra.environment(in: directory, told: told)
        // A copy of each is played, so that what is in it tells which one.
        for name in ["a.oga", "a b.oga"] { try directory.write(directory.file(name), to: name) }
        clients = try ClientStage(settings: settings, environment: environment.merging(variables) { $1 })
        self.directory = directory
      }

      /// The text of a row with the folder of the sounds in place of DIR.
      func inFolder(_ text: String) -> String { text.replacing("DIR", with: directory.path) }

      private let directory: PrivateDirectory

      /// All that was heard.
      var all: [String] { (readText(told) ?? "").split(separator: "\n").map(String.init) }

      /// The sounds that were played, without repetitions: a sound that is requested again before it is heard may be
      /// played twice.
      var lines: [String] {
        let all = all
        return all.indices.filter { $0 == 0 || all[$0] != all[$0 - 1] }.map { all[$0] }
      }

      /// Plays a sound, which comes after all sounds that were requested before: soon after a sound there is no
      /// other.
      func mark() throws -> String {
        count += 1
        let name = "mark-\(count)"
        try clients.stage.session.eventually("the sound \(name)") {
          if lines.last == "event.id=\(name)" { return true }
          try notify(["sound-name": .string(name)])
          return false
        }
        return "event.id=\(name)"
      }

      func notify(_ hints: KeyValuePairs<String, DBusValue>, _ application: String = "test") throws {
        count += 1
        let told = hints.map { ($0.key, $0.value.string.map { .string(inFolder($0)) } ?? $0.value) }
        try clients.stage.notify(
          NotificationClient.notify(
            "\(count)", application: application, hints: KeyValuePairs(upToTwo: told), timeout: 100))
      }
    }

    @Test func `one call is heard once`() throws {
      let ear = try Ear()
      defer { ear.clients.stop() }
      try ear.notify(["sound-name": .string("bell")])
      try ear.clients.stage.session.eventually("the sound") { ear.lines.last == "event.id=bell" }
      // Another would be heard before this.
      _ = try ear.mark()
      #expect(ear.all.count { $0 == "event.id=bell" } == 1)
    }

    @Test func `each sound that is asked for is played, and no other`() throws {
      let ear = try Ear(Self.settings)
      defer { ear.clients.stop() }
      for row in Self.rows {
        var expected = [try ear.mark()]
        let before = ear.lines.count
        // The pause after a sound is over once another one is heard, or this one.
        if let played = row.played {
          expected.append(ear.inFolder(played))
          try ear.clients.stage.session.eventually("\(row)") {
            if ear.lines.count > before { return true }
            try ear.notify(row.hints, row.application)
            return false
          }
        } else {
          for _ in 0..<3 { try ear.notify(row.hints, row.application) }
          expected.append(try ear.mark())
          for _ in 0..<3 { try ear.notify(row.hints, row.application) }
          expected.append(try ear.mark())
        }
        #expect(Array(ear.lines[(before - 1)...]) == expected, "\(row)")
      }
      // Nothing is heard that is not seen, but what is critical.
      let last = try ear.mark()
      try ear.clients.act("do-not-disturb", #""set":"on""#)
      try ear.clients.stage.session.eventually("what is critical") {
        try ear.notify(["sound-name": .string("bell")])
        try ear.notify(["sound-name": .string("alarm"), "urgency": .byte(2)])
        return ear.lines.last != last
      }
      #expect(ear.lines.suffix(2) == [last, "event.id=alarm"] && ear.clients.hyaline.log.isEmpty)
    }

    @Test(
      arguments: [["FAKE_CANBERRA_ERROR": "6"], ["FAKE_CANBERRA_HANGS": "1"]])
    func `a sound server that fails, or does not answer, is no error, and nothing waits`(
      variables: [String: String]
    ) throws {
      let ear = try Ear("", variables)
      defer { ear.clients.stop() }
      try ear.notify(["sound-name": .string("bell")])
      try ear.clients.stage.session.eventually("the call") { ear.lines == ["event.id=bell"] }
      for _ in 0..<3 {
        try ear.notify(["sound-name": .string("bell")])
        #expect(try ear.clients.list().contains(#""ok":true"#))
      }
      // The library, which would be waited for for ever, has not been given up by then.
      #expect(ear.clients.hyaline.log.isEmpty)
      #expect(ear.clients.hyaline.terminate() == .exited(0))
    }

    @Test func `without the settings' leave nothing is played`() throws {
      let ear = try Ear("[notifications]\nsound = false\n")
      defer { ear.clients.stop() }
      try ear.notify(["sound-name": .string("bell")])
      try ear.clients.hyaline.replaceSettings("")
      _ = try ear.mark()
      #expect(ear.lines.count == 1)
    }
  }
}
