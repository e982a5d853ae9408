import DBus
import DesktopModel
import Glibc
import HeadlessSession
import TestSupport
import Testing

extension LiveTests {
  /// `hyaline notifications` against an instance, one command after another.
  @Suite struct NotificationCommandTests {
    private func start(settings: String = "") throws -> NotificationStage {
      let stage = try NotificationStage()
      try stage.waitUntilServing(try stage.start(["--notifications-only"], settings: settings))
      return stage
    }

    private func lines(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }

    @Test func `what is open is listed, counted and put away`() throws {
      let stage = try start()
      defer { stage.stop() }
      #expect(try stage.command("list") == "" && stage.command("count") == "0\n")
      #expect(try stage.command("list", "--json") == "[]\n")
      for name in ["One", "Two", "Three", "Three"] {
        try stage.notify(NotificationClient.notify(name, application: "Mail"))
      }
      let listed = lines(try stage.command("list"))
      #expect(listed.count == 3)
      #expect(listed[0].hasPrefix("4  ") && listed[0].hasSuffix("  Mail: Three  (2 times)"))
      #expect(listed[2].hasSuffix("  Mail: One"))
      let signals = try stage.follow()
      #expect(try stage.command("dismiss", "1") == "")
      try stage.session.eventually("the signal") { signals.lines == ["NotificationClosed 1 2"] }
      #expect(try stage.command("dismiss") == "")
      try stage.session.eventually("the duplicates' signals") { signals.lines.count == 3 }
      #expect(try stage.command("count") == "1\n")
      #expect(try stage.failure("dismiss", "1")?.contains("no open notification 1") == true)
      #expect(try stage.command("dismiss", "--all") == "" && stage.command("count") == "0\n")
      #expect(try stage.command("dismiss") == "")
    }

    @Test func `a stack is put away as one`() throws {
      let stage = try start(settings: "[notifications]\ngroup = \"application\"\n")
      defer { stage.stop() }
      for name in ["One", "Two", "Three"] {
        try stage.notify(NotificationClient.notify(name, application: "Mail"))
      }
      try stage.notify(NotificationClient.notify("Four", application: "Chat"))
      #expect(try stage.command("list", "--json").contains("\"group\":\"Mail\""))
      _ = try stage.command("dismiss", "2", "--group")
      let left = lines(try stage.command("list"))
      #expect(left.count == 1 && left[0].hasSuffix("Chat: Four"))
    }

    @Test func `actions and replies are told to the client`() throws {
      let stage = try start()
      defer { stage.stop() }
      let id = try stage.notify(
        NotificationClient.notify(
          "Call", actions: ["default", "Open", "accept", "Accept", "inline-reply", "Reply"],
          hints: ["resident": .boolean(true)]))
      let signals = try stage.follow()
      // Actions wait for the compositor's token, and answers do not wait for them.
      func told(_ words: String) throws {
        try stage.session.eventually(words) { signals.lines.last == words }
      }
      _ = try stage.command("invoke", "\(id)")
      try told("ActionInvoked \(id) default")
      _ = try stage.command("invoke", "\(id)", "accept")
      try told("ActionInvoked \(id) accept")
      _ = try stage.command("reply", "\(id)", "On my way – ünïcode")
      try told("NotificationReplied \(id) On my way – ünïcode")
      #expect(signals.lines.filter { !$0.hasPrefix("ActivationToken") }.count == 3, "\(signals.lines)")
      #expect(
        try stage.failure("invoke", "\(id)", "refuse")?
          .contains("notification \(id) has no action \"refuse\"; it has: default, accept") == true)
      let plain = try stage.notify(NotificationClient.notify("Plain"))
      #expect(try stage.failure("invoke", "\(plain)")?.contains("it has none") == true)
      #expect(try stage.failure("reply", "\(plain)", "x")?.contains("takes no reply") == true)
      #expect(try stage.failure("invoke", "999")?.contains("no open notification 999") == true)
      #expect(
        try stage.failure("invoke")?.contains("notification \(plain) has no action \"default\"") == true)
      let newest = try stage.notify(NotificationClient.notify("Newest", actions: ["default", "Open"]))
      _ = try stage.command("invoke")
      try stage.session.eventually("the action of the newest") {
        signals.lines.contains("ActionInvoked \(newest) default")
      }
      _ = try stage.command("dismiss", "--all")
      #expect(try stage.failure("invoke")?.contains("no notification is open") == true)
    }

    @Test func `a history of thousands is printed whole, searched and forgotten`() throws {
      let stage = try start(settings: "[notifications]\nhistory_count = 5000\n")
      defer { stage.stop() }
      let body = String(repeating: "body \"quoted\" ", count: 40)
      // All at once, as no patient client would.
      var ids: [UInt32] = []
      for number in 0..<3000 {
        stage.client.call(NotificationClient.notify("Number \(number)", body: body, timeout: 1)) { answer in
          if case .success(let values) = answer { ids += values.compactMap(\.uint32) }
        }
      }
      try stage.session.eventually("the answers") { ids.count == 3000 }
      #expect(Set(ids).count == 3000)
      let all = lines(try stage.command("history"))
      #expect(all.count == 3000)
      #expect(
        all.first?.hasSuffix("test: Number 2999") == true && all.last?.hasSuffix("test: Number 0") == true)
      #expect(lines(try stage.command("history", "--limit", "250")) == Array(all[..<250]))
      #expect(
        lines(try stage.command("history", "--search", "number 17")).count == 111,
        "17, 170 … 179, 1700 … 1799")
      let json = try stage.command("history", "--json")
      #expect(json.hasPrefix("[{") && json.hasSuffix("}]\n") && json.split(separator: "\n").count == 3000)
      let key = try #require(all.last?.split(separator: " ").first.map(String.init))
      _ = try stage.command("forget", key)
      for wrong in [[key], ["77777"], ["--", "-1"]] {
        let words = "no notification \(wrong.last!) in the history"
        #expect(try stage.failure(["forget"] + wrong)?.contains(words) == true)
      }
      #expect(lines(try stage.command("history")).count == 2999)
      _ = try stage.command("forget", "--all")
      #expect(try stage.command("history", "--json") == "[]\n")
    }

    @Test func `what was put away is restored, the newest first, and not what is open`() throws {
      let stage = try start()
      defer { stage.stop() }
      for name in ["One", "Two", "Three"] { try stage.notify(NotificationClient.notify(name)) }
      #expect(try stage.failure("restore")?.contains("nothing to restore") == true)
      _ = try stage.command("dismiss", "1")
      _ = try stage.command("dismiss", "2")
      #expect(try stage.command("restore", "--json") == "{\"id\":4}\n")
      #expect(lines(try stage.command("list"))[0].hasSuffix("test: Two"))
      #expect(try stage.command("restore") == "")
      #expect(lines(try stage.command("list"))[0].hasSuffix("test: One"))
      #expect(try stage.failure("restore")?.contains("nothing to restore") == true)
      #expect(lines(try stage.command("history")).count == 3)
      #expect(try stage.failure("restore", "77")?.contains("no notification 77 in the history") == true)
    }

    @Test func `do not disturb and modes are set and told`() throws {
      let stage = try start()
      defer { stage.stop() }
      #expect(try stage.command("do-not-disturb") == "off\n")
      #expect(try stage.command("do-not-disturb", "on") == "" && stage.command("do-not-disturb") == "on\n")
      #expect(try stage.command("do-not-disturb", "toggle") == "off\n")
      _ = try stage.command("do-not-disturb", "until", "90m")
      #expect(try stage.command("do-not-disturb").hasPrefix("on until "))
      #expect(try stage.command("do-not-disturb", "--json").contains("\"reasons\":[\"asked\"]"))
      #expect(try stage.command("do-not-disturb", "off") == "")
      #expect(
        try stage.command("do-not-disturb", "--json")
          == "{\"isOn\":false,\"level\":0,\"reasons\":[],\"until\":null}\n")
      #expect(try stage.failure("do-not-disturb", "until", "never")?.contains("got \"never\"") == true)
      #expect(try stage.failure("do-not-disturb", "until")?.contains("expected a time of day") == true)
      _ = try stage.command("mode", "work")
      _ = try stage.command("mode", "night", "on")
      #expect(try stage.command("mode") == "work\nnight\n")
      _ = try stage.command("mode", "away", "only")
      #expect(try stage.command("mode") == "away\n")
      _ = try stage.command("mode", "night", "only")
      _ = try stage.command("mode", "work", "toggle")
      #expect(try stage.command("mode", "--json") == "[\"night\",\"work\"]\n")
      _ = try stage.command("mode", "work", "toggle")
      #expect(try stage.command("mode", "--json") == "[\"night\"]\n")
      let socket = try #require(stage.instances.first)
      let set = #"{"command":"notifications","action":"mode","name":"#
      for number in 1...63 { #expect(try socket.request(set + "\"\(number)\"}").contains("\"ok\":true")) }
      #expect(try stage.failure("mode", "more")?.contains("64 modes are on already") == true)
      #expect(try stage.failure("mode", "more", "off") == nil && stage.failure("mode", "63") == nil)
    }

    @Test func `rules are turned on and off by their names, and told`() throws {
      let stage = try start(
        settings: """
          [[notifications.rules]]
          name = "quiet"
          enabled = false
          hidden = true
          [[notifications.rules]]
          name = "loud"
          set_urgency = "critical"
          """)
      defer { stage.stop() }
      #expect(try stage.command("rule") == "quiet off\nloud on\n")
      try stage.notify(NotificationClient.notify("One"))
      #expect(try stage.command("rule", "quiet") == "" && stage.command("rule", "loud", "toggle") == "")
      #expect(
        try stage.command("rule", "--json")
          == "[{\"isOn\":true,\"name\":\"quiet\"},{\"isOn\":false,\"name\":\"loud\"}]\n")
      try stage.notify(NotificationClient.notify("Two"))
      #expect(try lines(stage.command("list")).count == 1)
      #expect(
        try stage.failure("rule", "silent")?.contains(
          "no rule has the name \"silent\"; there are quiet, loud") == true)
    }

    @Test func `a notification that is forgotten is not in the history`() throws {
      let stage = try start()
      defer { stage.stop() }
      for name in ["One", "Two", "Three"] { try stage.notify(NotificationClient.notify(name)) }
      #expect(try stage.command("dismiss", "2", "--forget") == "" && stage.command("dismiss", "3") == "")
      try stage.session.eventually("the history") {
        let history = try stage.command("history")
        return history.contains("One") && history.contains("Three") && !history.contains("Two")
      }
      #expect(try stage.failure("dismiss", "1", "--forget", "--group")?.contains("--forget excludes") == true)
    }

    @Test func `who subscribes is told of all that happens`() throws {
      let stage = try NotificationStage()
      defer { stage.stop() }
      let hyaline = try stage.start(["--notifications-only"])
      try stage.waitUntilServing(hyaline)
      let output = stage.sway.directory.file("subscribed")
      let arguments = [try Program.path(in: stage.sway.directory), "notifications", "subscribe"]
      let text = try stage.sway.start(arguments, name: "subscriber", output: output)
      let json = try stage.sway.start(arguments + ["--json"], name: "json", output: output + ".json")
      func told(_ count: Int, _ suffix: String = "") throws -> [String] {
        var found: [String] = []
        try stage.session.eventually("\(count) lines") {
          found = lines(readText(output + suffix) ?? "")
          return found.count >= count
        }
        return found
      }
      _ = (try told(1), try told(1, ".json"))
      let id = try stage.notify(NotificationClient.notify("Hello", application: "Mail", actions: ["a", "A"]))
      try stage.notify(NotificationClient.notify("Hello again", application: "Mail", replaces: id))
      _ = try stage.command("do-not-disturb", "on")
      _ = try stage.command("dismiss")
      #expect(
        try told(7) == [
          "state open 0, do-not-disturb off", "opened 1  Mail: Hello", "state open 1, do-not-disturb off",
          "changed 1  Mail: Hello again", "state open 1, do-not-disturb on", "closed 1  dismissed",
          "state open 0, do-not-disturb on",
        ])
      let events = try told(7, ".json").compactMap { line in
        line.firstRange(of: "\"event\":\"").map { String(line[$0.upperBound...].prefix { $0 != "\"" }) }
      }
      #expect(events == ["state", "opened", "state", "changed", "state", "closed", "state"])
      #expect(hyaline.terminate() == .exited(0))
      #expect(text.waitForEnd() == .exited(1))
      #expect(text.logText.contains("hyaline has hung up"))
      #expect(json.waitForEnd() == .exited(1))
    }

    @Test func `of two instances the one is asked that serves`() throws {
      let stage = try NotificationStage()
      defer { stage.stop() }
      let first = try stage.start([])
      try stage.waitUntilServing(first)
      let second = try stage.start(["--notifications-only"], name: "second")
      try second.waitForStatistics("an answer")
      try stage.notify(NotificationClient.notify("One"))
      #expect(try stage.command("list").hasSuffix("  test: One\n"))
      #expect(first.terminate() == .exited(0))
      try stage.waitForOwner(second)
      #expect(try stage.command("count") == "0\n")
      try stage.notify(NotificationClient.notify("Two"))
      #expect(try stage.command("list").hasSuffix("  test: Two\n"))
    }

    @Test func `where notifications are not served it says why`() throws {
      let stage = try NotificationStage()
      defer { stage.stop() }
      #expect(try stage.failure("list")?.contains("hyaline does not run on") == true)
      let bar = try stage.start(["--bar-only"])
      try bar.waitForStatistics("its bar") { ($0["commits"] ?? 0) > 0 }
      #expect(try stage.failure("list")?.contains("hyaline was started with --bar-only; \"") == true)
      #expect(bar.terminate() == .exited(0))
      let off = try stage.start([], settings: "[notifications]\nenabled = false\n", name: "off")
      try off.waitForStatistics("its bar") { ($0["commits"] ?? 0) > 0 }
      let words = "notifications.enabled is false in \(off.settingsPath)"
      #expect(try stage.failure("list")?.contains(words) == true)
    }
  }
}
