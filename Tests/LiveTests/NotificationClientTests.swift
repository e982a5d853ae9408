import DBus
import DesktopModel
import Glibc
import HeadlessSession
import TestSupport
import Testing

extension LiveTests {
  /// Programs that others wrote, and their libraries, against the running program: each method, each signal.
  @Suite struct NotificationClientTests {
    /// The capabilities without a library for sounds.
    nonisolated static let capabilities =
      "action-icons actions body body-hyperlinks body-images body-markup icon-static inline-reply "
      + "x-canonical-private-synchronous x-dunst-stack-tag"

    @Test func `every method answers every client alike`() throws {
      guard ClientPrograms.isInstalled() else { return }
      let directory = try PrivateDirectory()
      let clients = try ClientStage(environment: FakeCanberra.missing(in: directory))
      defer { clients.stop() }
      var last = 0
      for script in [ClientScripts.raw, ClientScripts.glib] {
        let printed = try clients.python(script, ["methods"]).end()
        last += 1
        let version = try #require(printed.first?.split(separator: " ").dropFirst(3).first)
        #expect(
          printed == [
            "GetServerInformation hyaline hyaline \(version) 1.3", "GetCapabilities \(Self.capabilities)",
            "Notify \(last)", "Notify \(last)", "CloseNotification",
            "CloseNotification org.freedesktop.Notifications.Error.NotFound",
            "CloseNotification org.freedesktop.Notifications.Error.NotFound",
            "NoSuchMethod org.freedesktop.DBus.Error.UnknownMethod",
          ])
      }
      func gdbus(_ method: String, _ arguments: String...) throws -> [String] {
        let name = NotificationClient.interface
        return try clients.run(
          ["gdbus", "call", "--session", "--dest", name, "--object-path", "/org/freedesktop/Notifications"]
            + ["--method", "\(name).\(method)"] + arguments)
      }
      #expect(try gdbus("GetServerInformation")[0].hasSuffix(", '1.3')"))
      #expect(
        try gdbus("GetCapabilities")[0].contains(
          Self.capabilities.split(separator: " ").sorted().map { "'\($0)'" }[0]))
      #expect(
        try gdbus("Notify", "app", "0", "", "First", "", "['a', 'A']", "{'urgency': <byte 2>}", "0")
          == ["(uint32 3,)"])
      #expect(try gdbus("Notify", "app", "3", "", "Second", "", "[]", "{}", "0") == ["(uint32 3,)"])
      #expect(try clients.list().contains(#""summary":"Second""#))
      #expect(try gdbus("CloseNotification", "3") == ["()"])
      #expect(throws: SessionError.self) { try gdbus("CloseNotification", "3") }
      #expect(throws: SessionError.self) { try gdbus("Notify", "app") }
      #expect(clients.hyaline.log.isEmpty)
    }

    @Test func `every signal is heard by the sender, and what concerns all by every client alike`() throws {
      guard ClientPrograms.isInstalled() else { return }
      let clients = try ClientStage()
      defer { clients.stop() }
      let stage = clients.stage
      let monitor = try clients.start([
        "gdbus", "monitor", "--session", "--dest", NotificationClient.interface,
      ])
      let listeners = try [ClientScripts.raw, ClientScripts.glib].map { try clients.python($0, ["listen"]) }
      for listener in listeners { try listener.lines(1) }
      // The monitor prints the owner of the name once it listens.
      try monitor.lines(2)
      let own = try stage.follow()

      let expired = try stage.notify(NotificationClient.notify("Expires", timeout: 100))
      try stage.session.eventually("its end") { own.lines == ["NotificationClosed \(expired) 1"] }
      let dismissed = try stage.notify(NotificationClient.notify("Dismissed", timeout: 0))
      try clients.act("dismiss", "\"id\":\(dismissed)")
      let closed = try stage.notify(NotificationClient.notify("Closed", timeout: 0))
      try stage.answer(to: NotificationClient.call("CloseNotification", [.uint32(closed)]))
      let acted = try stage.notify(NotificationClient.notify("Acted", actions: ["a ä", "A"], timeout: 0))
      try clients.act("invoke", "\"id\":\(acted),\"key\":\"a ä\"")
      // The compositor makes a token first; others need not wait for that.
      try stage.session.eventually("the action") { own.lines.last == "NotificationClosed \(acted) 2" }
      let replied = try stage.notify(NotificationClient.notify("Replied", actions: ["inline-reply", ""]))
      try clients.act("reply", "\"id\":\(replied),\"text\":\"Grüße\"")
      let pushed = try stage.notify(NotificationClient.notify("Pushed out", timeout: 0))
      for _ in 0..<100 { try stage.notify(NotificationClient.notify("Pushed out", timeout: 0)) }
      try stage.session.eventually("the last") { own.lines.last == "NotificationClosed \(pushed) 4" }

      // A compositor without tokens has none to tell.
      let tokens = own.all.filter { $0.member == "ActivationToken" }.map { $0.arguments[1].string ?? "" }
      #expect(tokens.count <= 1 && !tokens.contains(""))
      let expected: [(member: String, signature: String, id: UInt32, value: String)] =
        [("NotificationClosed", "uu", expired, "1"), ("NotificationClosed", "uu", dismissed, "2")]
        + [("NotificationClosed", "uu", closed, "3")]
        + tokens.map { ("ActivationToken", "us", acted, $0) }
        + [("ActionInvoked", "us", acted, "a ä"), ("NotificationClosed", "uu", acted, "2")]
        + [("NotificationReplied", "us", replied, "Grüße"), ("NotificationClosed", "uu", replied, "2")]
        + [("NotificationClosed", "uu", pushed, "4")]
      #expect(own.lines == expected.map { "\($0.member) \($0.id) \($0.value)" })

      // Nobody else has heard of that, but everyone hears of what a program sent that has gone.
      var departures = 0
      let bus = "org.freedesktop.DBus"
      stage.client.subscribe(
        SignalMatch(sender: bus, interface: bus, member: "NameOwnerChanged", thirdArgument: "")
      ) { _ in departures += 1 }
      func notifyAndLeave(_ summary: String) throws -> UInt32 {
        let before = departures
        let printed = try clients.run([
          "gdbus", "call", "--session", "--dest", NotificationClient.interface, "--object-path",
          "/org/freedesktop/Notifications", "--method", "\(NotificationClient.interface).Notify", "app", "0",
          "", summary, "", "['a ä', 'A', 'inline-reply', 'Reply']", "{}", "0",
        ])
        try stage.session.eventually("its end") { departures > before }
        // The bus has told of it before it asks this.
        try stage.answer(to: NotificationClient.call("GetServerInformation", expects: "ssss"))
        return UInt32(printed[0].filter(\.isNumber).dropFirst(2)) ?? 0
      }
      let (first, second) = (try notifyAndLeave("First"), try notifyAndLeave("Second"))
      try clients.act("invoke", "\"id\":\(first),\"key\":\"a ä\"")
      // The compositor makes a token first.
      try monitor.lines(2 + 2)
      try clients.act("dismiss", "\"id\":\(second)")
      let left: [(member: String, signature: String, id: UInt32, value: String)] = [
        ("ActionInvoked", "us", first, "a ä"), ("NotificationClosed", "uu", first, "2"),
        ("NotificationClosed", "uu", second, "2"),
      ]
      for listener in listeners {
        #expect(
          try listener.lines(1 + left.count).dropFirst()
            == left.map { "\($0.member) \($0.signature) \($0.id) \($0.value)" }[...])
      }
      let heard = try monitor.lines(2 + left.count).dropFirst(2)
      #expect(
        heard.map { String($0.drop { $0 != " " }.dropFirst()) }
          == left.map {
            let value = $0.signature == "uu" ? "uint32 \($0.value)" : "'\($0.value)'"
            return "\(NotificationClient.interface).\($0.member) (uint32 \($0.id), \(value))"
          })
    }

    @Test func `a client of libnotify uses all that it has`() throws {
      guard ClientPrograms.isInstalled() else { return }
      let directory = try PrivateDirectory()
      let clients = try ClientStage(environment: FakeCanberra.missing(in: directory))
      defer { clients.stop() }
      let program = try clients.python(ClientScripts.libnotify)
      try clients.act("dismiss", "\"id\":\(try clients.waitForNotification("Dismissed"))")
      let closed = try clients.waitForNotification("Closed")
      try clients.stage.answer(to: NotificationClient.call("CloseNotification", [.uint32(closed)]))
      try clients.act("invoke", "\"id\":\(try clients.waitForNotification("Acted")),\"key\":\"a\"")
      try clients.act("invoke", "\"id\":\(try clients.waitForNotification("Opened"))")
      let hints = try clients.waitForNotification("Hints")
      let lines = try program.lines(2 + 8 + 6 + 2)
      let told = try clients.list()
      for member in [
        #""application":"Another name""#, #""urgency":"critical""#, #""category":"email.arrived""#,
        #""desktopEntry":"org.example.Mail""#, #""isResident":true"#, #""urls":["file:///a"]"#,
        #""progress":30"#, #""senderProcess":4711"#, #""body":"Another body""#,
      ] {
        #expect(told.contains(member), "no \(member) in \(told)")
      }
      try clients.act("dismiss", "\"id\":\(hints)")
      try program.end()
      #expect(lines[0].hasPrefix("server hyaline hyaline ") && lines[0].hasSuffix(" 1.3"))
      #expect(lines[1] == "capabilities \(Self.capabilities)")
      #expect(
        lines.filter { $0.hasPrefix("shown") } == [
          "shown Hints 1", "shown Hints 1", "shown Expires 2", "shown Dismissed 3", "shown Closed 4",
          "shown Acted 5", "shown Opened 6", "shown Taken back 7",
        ])
      #expect(
        Set(program.lines.filter { $0.hasPrefix("closed") }) == [
          "closed Expires 1", "closed Dismissed 2", "closed Closed 3", "closed Acted 2", "closed Opened 2",
          "closed Taken back 3", "closed Hints 2",
        ])
      let actions = lines.filter { $0.hasPrefix("action") }
      #expect(actions.map { $0.split(separator: " ")[1] } == ["a", "default"], "\(actions)")
    }

    @Test(arguments: ["raw", "glib"]) func `wrong types are refused, and nothing is shown`(client: String)
      throws
    {
      guard ClientPrograms.isInstalled() else { return }
      let clients = try ClientStage()
      defer { clients.stop() }
      let script = client == "raw" ? ClientScripts.raw : ClientScripts.glib
      #expect(try clients.python(script, ["wrong"]).end() == ["tried \(170 + 22 + 2 * 21)"])
      #expect(try clients.list().contains(#""notifications":[]"#))
      // Not even a number was used.
      #expect(try clients.stage.notify(NotificationClient.notify("Right")) == 1)
      #expect(clients.hyaline.log.isEmpty)
    }
  }
}
