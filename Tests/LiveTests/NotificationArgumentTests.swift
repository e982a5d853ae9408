import DBus
import Glibc
import HeadlessSession
import NotificationService
import TestSupport
import Testing

extension LiveTests {
  /// Tests of `hyaline notifications` with arguments that are wrong, and of notifications that go to another program.
  @Suite struct NotificationArgumentTests {
    private func start() throws -> NotificationStage {
      let stage = try NotificationStage()
      try stage.waitUntilServing(try stage.start(["--notifications-only"]))
      return stage
    }

    @Test func `a number that can be no key is refused, not left out`() throws {
      let stage = try start()
      defer { stage.stop() }
      for name in ["One", "Two"] { try stage.notify(NotificationClient.notify(name)) }
      _ = try stage.command("dismiss", "2")
      let words = "key: expected a whole number of at most 15 digits, got 9.223372036854776e+18"
      for action in ["restore", "forget"] {
        let outcome = try stage.outcome(action, "9223372036854775807")
        #expect(outcome.ending == .exited(1) && outcome.errors.contains(words), "\(outcome)")
      }
      let socket = try #require(stage.instances.first)
      for (arguments, name) in [
        (#""dismiss","id":1.5"#, "id"), (#""dismiss","id":"1""#, "id"), (#""invoke","id":1e300"#, "id"),
        (#""list","before":[]"#, "before"), (#""history","before":9007199254740993"#, "before"),
        (#""history","limit":0.5"#, "limit"), (#""forget","key":"1","all":true"#, "key"),
        (#""restore","key":-1e18"#, "key"), (#""do-not-disturb","set":"until","time":1e18"#, "time"),
      ] {
        let answer = try socket.request(#"{"command":"notifications","action":\#(arguments)}"#)
        let words = "\(name): expected a whole number of at most 15 digits"
        #expect(answer.contains(#""ok":false"#) && answer.contains(words), "\(arguments): \(answer)")
      }
      #expect(try stage.command("count") == "1\n")
      let history = #"{"command":"notifications","action":"history","before":null}"#
      #expect(try socket.request(history).contains("One"))
      let all = try stage.command("history", "--limit", "9223372036854775807")
      #expect(all.split(separator: "\n").count == 2)
    }

    @Test func `a list that cannot go on after a notification that is closed is refused`() throws {
      let stage = try start()
      defer { stage.stop() }
      for name in ["One", "Two"] { try stage.notify(NotificationClient.notify(name)) }
      let socket = try #require(stage.instances.first)
      func list(before id: Int) throws -> String {
        try socket.request(#"{"command":"notifications","action":"list","before":\#(id)}"#)
      }
      #expect(try list(before: 2).contains("One") && list(before: 1).contains(#""notifications":[]"#))
      _ = try stage.command("dismiss", "2")
      let answer = try list(before: 2)
      #expect(answer.contains(#""ok":false"#) && answer.contains("notification 2 was closed meanwhile"))
    }

    @Test func `what no instance would take is wrong usage`() throws {
      let stage = try start()
      defer { stage.stop() }
      let long = String(repeating: "x", count: 5000)
      for (arguments, words) in [
        (["mode", ""], "expected the name of a mode"), (["mode", long], "expected the name of a mode"),
        (["reply", "1", long], "expected a text of at most"),
      ] {
        let outcome = try stage.outcome(arguments)
        #expect(outcome.ending == .exited(64) && outcome.errors.contains(words), "\(outcome)")
      }
      // Only the instance knows whether the notification is open and takes an answer.
      #expect(try stage.outcome("reply", "1", "x").ending == .exited(1))
    }

    @Test func `where notifications go to another program it is said`() throws {
      let stage = try NotificationStage()
      defer { stage.stop() }
      let other = stage.session.connect().own(NotificationInterface.name) { _ in }
      try stage.session.eventually("the other's name") { other.state == .owned }
      let hyaline = try stage.start(["--notifications-only"])
      try stage.session.eventually("the owner") { hyaline.log.contains("notifications go to") }
      try hyaline.waitForStatistics("an answer")
      for (arguments, output) in [
        (["list"], ""), (["list", "--json"], "[]\n"), (["count"], "0\n"), (["dismiss"], ""),
      ] {
        let outcome = try stage.outcome(arguments)
        #expect(outcome.ending == .exited(0) && outcome.output == output, "\(outcome)")
        let lines = outcome.errors.split(separator: "\n")
        #expect(lines.count == 1 && lines[0].hasSuffix("(process \(getpid()))"), "\(outcome)")
        #expect(outcome.errors.hasPrefix("hyaline: warning: notifications go to "))
      }
      for (arguments, words) in [
        (["invoke", "1"], "no open notification 1"), (["invoke"], "no notification is open"),
      ] {
        let invoked = try stage.outcome(arguments)
        #expect(invoked.ending == .exited(1))
        #expect(invoked.errors.contains("\(words); notifications go to "), "\(invoked)")
      }
      let json = try stage.outcome("count", "--json")
      #expect(json.output.contains(#""isServing":false"#) && json.errors.isEmpty, "\(json)")
      #expect(try stage.outcome("history").errors.isEmpty)
      other.release()
      try stage.waitForOwner(hyaline)
      #expect(try stage.outcome("list").errors.isEmpty)
    }
  }
}
