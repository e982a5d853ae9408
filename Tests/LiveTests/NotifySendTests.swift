import DBus
import DesktopModel
import Geometry
import Glibc
import HeadlessSession
import TestSupport
import Testing

extension LiveTests {
  /// The program `notify-send` of libnotify 0.8, every option in each of its forms.
  @Suite struct NotifySendTests {
    /// Options of `notify-send`, and the members of the notification that must follow from them.
    struct Row: Sendable {
      var options: [String]
      var members: [String]

      nonisolated init(_ options: [String], _ members: [String]) {
        (self.options, self.members) = (options, members)
      }
    }

    nonisolated static let rows: [Row] = [
      Row([], [#""application":"notify-send""#, #""urgency":"normal""#, #""isTransient":false"#]),
      Row(["-u", "low"], [#""urgency":"low""#]), Row(["-u", "normal"], [#""urgency":"normal""#]),
      Row(["-u", "critical"], [#""urgency":"critical""#]),
      Row(["--urgency=critical"], [#""urgency":"critical""#]),
      Row(["-a", "Mail"], [#""application":"Mail""#]), Row(["--app-name=Mail"], [#""application":"Mail""#]),
      Row(["-c", "email.arrived"], [#""category":"email.arrived""#]),
      Row(["--category=im,im.received"], [#""category":"im,im.received""#]),
      Row(["-e"], [#""isTransient":true"#]), Row(["--transient"], [#""isTransient":true"#]),
      Row(["-h", "boolean:transient:true"], [#""isTransient":true"#]),
      Row(["-h", "boolean:resident:TRUE"], [#""isResident":true"#]),
      Row(["-h", "boolean:resident:false"], [#""isResident":false"#]),
      Row(["-h", "int:value:40"], [#""progress":40"#]),
      Row(["-h", "int:value:400"], [#""progress":100"#]),
      Row(["-h", "variant:value:int32 -1"], [#""progress":null"#]),
      Row(["-h", "double:value:39.6"], [#""progress":40"#]),
      Row(["-h", "byte:urgency:2"], [#""urgency":"critical""#]),
      Row(["-h", "byte:urgency:7"], [#""urgency":"normal""#]),
      Row(["-h", "string:desktop-entry:org.example.Mail"], [#""desktopEntry":"org.example.Mail""#]),
      Row(["-h", "string:category:transfer"], [#""category":"transfer""#]),
      Row(["-h", "string:urgency:critical"], [#""urgency":"normal""#]),
      Row(["-h", "int:sender-pid:4711"], [#""senderProcess":4711"#]),
      Row(["-h", "variant:x-kde-urls:['file:///a', 'file:///b']"], [#""urls":["file:///a","file:///b"]"#]),
      Row(["--hint=string:x-unknown:x", "--hint=int:value:1"], [#""progress":1"#]),
      Row(["-t", "0"], [#""urgency":"normal""#]), Row(["--expire-time=0"], [#""urgency":"normal""#]),
    ]

    @Test func `each option comes to what it says, and the number is printed`() throws {
      guard ClientPrograms.isInstalled() else { return }
      let clients = try ClientStage()
      defer { clients.stop() }
      for row in Self.rows {
        let printed = try clients.run(
          ["notify-send", "-p"] + row.options + ["Sum — mary", "Bo<b>dy</b> & 1 < 2"])
        let told = try clients.list()
        #expect(told.contains("\"id\":\(printed.first ?? "none"),"), "\(row.options): \(printed) of \(told)")
        for member in row.members + [#""summary":"Sum — mary""#] {
          #expect(told.contains(member), "\(row.options): no \(member) in \(told)")
        }
        try clients.clear()
      }
      // Without a body, one that begins with a dash, and more than one line.
      #expect(try clients.run(["notify-send", "--print-id", "--", "-x"]) != [])
      #expect(try clients.list().contains(#""summary":"-x""#))
      try clients.run(["notify-send", "Two", "First line\nsecond <i>line</i>"])
      #expect(try clients.list().contains(#""body":"First line\nsecond line""#))
    }

    @Test func `a notification is replaced, and icons are kept as they were named`() throws {
      guard ClientPrograms.isInstalled() else { return }
      let clients = try ClientStage()
      defer { clients.stop() }
      let id = try clients.run(["notify-send", "-p", "Old"])[0]
      #expect(try clients.run(["notify-send", "-p", "-r", id, "New"]) == [id])
      #expect(
        try clients.run(["notify-send", "-p", "--replace-id=\(id)", "-i", "mail-unread", "Newer"]) == [id])
      let told = try clients.list()
      #expect(told.contains("Newer") && !told.contains("\"summary\":\"New\"") && !told.contains("Old"))
      try clients.run(["notify-send", "--icon=/usr/share/pixmaps/none.png", "File"])
      let history = try clients.hyaline.request(#"{"command":"notifications","action":"history"}"#)
      #expect(history.contains(#""icon":"mail-unread""#))
      #expect(history.contains(#""icon":"/usr/share/pixmaps/none.png""#), "\(history)")
    }

    @Test func `who waits is told which action was chosen`() throws {
      guard ClientPrograms.isInstalled() else { return }
      let clients = try ClientStage()
      defer { clients.stop() }
      let rows: [(options: [String], key: String)] = [
        (["-A", "yes=Yes", "-A", "no=No"], "no"), (["--action=yes=Yes", "--action=no=No=so"], "yes"),
        // An action without a name is reported by its index.
        (["-A", "Yes", "-A", "No"], "1"), (["-A", "default=Open"], "default"), (["-w", "-A", "a=A"], "a"),
      ]
      for row in rows {
        let program = try clients.start(["notify-send"] + row.options + ["Well?"])
        let id = try clients.waitForNotification("Well?")
        try clients.act("invoke", "\"id\":\(id),\"key\":\"\(row.key)\"")
        #expect(try program.end() == [row.key], "\(row.options)")
      }
      let program = try clients.start(["notify-send", "-p", "-A", "a=A", "Put away"])
      let id = try clients.waitForNotification("Put away")
      try clients.act("dismiss", "\"id\":\(id)")
      #expect(try program.end() == ["\(id)"])
    }

    @Test func `with a time of 0 it stays on the screen, with another it goes when that is over`() throws {
      guard ClientPrograms.isInstalled() else { return }
      let clients = try ClientStage(settings: "[notifications]\ntimeout_normal = 1.5\n")
      defer { clients.stop() }
      let stage = clients.stage
      let corner = PixelRect(x: 340, y: 0, width: 300, height: 360)
      let bare = try stage.sway.picture(of: corner)
      func show(_ options: [String]) throws -> String {
        try clients.run(["notify-send", "-p"] + options + ["\(options)"])[0]
      }
      let staying = try [["-t", "0"], ["--expire-time=0"]].map(show)
      let going = try [["-t", "300"], []].map(show)
      var told = ""
      try stage.session.eventually("the end of those with a time") {
        told = try clients.list()
        return going.allSatisfy { !told.contains("\"id\":\($0),") }
      }
      for id in staying { #expect(told.contains("\"id\":\(id),"), "\(told)") }
      try stage.session.eventually("those that stay") { try stage.sway.picture(of: corner) != bare }
      try clients.clear()
      try stage.session.eventually("an empty screen") { try stage.sway.picture(of: corner) == bare }
    }

    @Test func `who waits ends with the notification, for whatever reason`() throws {
      guard ClientPrograms.isInstalled() else { return }
      let clients = try ClientStage()
      defer { clients.stop() }
      let others = try clients.stage.follow()
      func expect(_ reason: Int, _ options: [String], _ end: (UInt32) throws -> Void) throws {
        let program = try clients.start(["notify-send", "--wait"] + options + ["Wait"])
        // One whose time is over may be gone before it can be asked for.
        if reason != 1 { try end(try clients.waitForNotification("Wait")) }
        #expect(try program.end() == [], "reason \(reason)")
      }
      try expect(1, ["-t", "300"]) { _ in }
      try expect(1, ["--expire-time=1"]) { _ in }
      try expect(2, []) { try clients.act("dismiss", "\"id\":\($0)") }
      try expect(3, []) { id in
        try clients.stage.answer(to: NotificationClient.call("CloseNotification", [.uint32(id)]))
      }
      // The oldest of many that say the same goes.
      try expect(4, ["-a", "many"]) { _ in
        for _ in 0..<100 {
          try clients.stage.notify(NotificationClient.notify("Wait", application: "many", timeout: 0))
        }
      }
      // The signal was sent only to the client that waited. Newer versions of notify-send end by themselves when the time is
      // over, and the end of a notification whose client has gone is told to all.
      #expect(others.lines.filter { !$0.hasSuffix(" 1") } == [])
    }
  }
}
