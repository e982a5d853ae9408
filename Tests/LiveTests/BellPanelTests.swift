import DBus
import DesktopModel
import Geometry
import HeadlessSession
import TestSupport
import Testing
import TextProcessing

extension LiveTests {
  /// The panel of the module `bell`, with notifications of clients on a bus.
  @Suite struct BellPanelTests {
    /// A desktop with a bell, and a client of notifications.
    @MainActor private final class Scenario {
      private(set) var session: DesktopSession!
      private(set) var stage: ModuleStage!
      let client: MessageBus
      let signals: Signals

      /// The signals of notifications, in words such as `NotificationClosed 5 2`.
      final class Signals {
        fileprivate(set) var lines: [String] = []
      }

      init() throws {
        var made: DesktopSession?
        let stage = try ModuleStage(size: PixelSize(width: 800, height: 600)) { sway in
          let session = try DesktopSession(sway)
          made = session
          return [
            "DBUS_SESSION_BUS_ADDRESS": session.daemon.address,
            "XDG_STATE_HOME": sway.environment["XDG_RUNTIME_DIR"] ?? "",
          ]
        } _: { _ in
          """
          [bar]
          start = []
          center = []
          end = ["bell"]
          [bell]
          format = "{open}/{missed}"
          """
        }
        let session = try #require(made)
        let (client, signals) = (session.connect(), Signals())
        (self.stage, self.session, self.client, self.signals) = (stage, session, client, signals)
        client.subscribe(.ofAnyone(interface: NotificationClient.interface)) { signal in
          let words = signal.arguments.map { $0.string ?? $0.integer.map(String.init) ?? "?" }
          signals.lines.append(([signal.member] + words).joined(separator: " "))
        }
        try wait("the bell") { try stage.text("bell") == "0/0" }
      }

      func stop() { stage.stop() }

      func wait(_ awaited: String, _ condition: () throws -> Bool) throws {
        try session.eventually(awaited, condition)
      }

      @discardableResult
      func notify(
        _ summary: String, of application: String, actions: [String] = [], timeout: Int32 = 0
      ) throws -> UInt32 {
        let call = NotificationClient.notify(
          summary, application: application, actions: actions, timeout: timeout)
        var answer: Result<[DBusValue], BusError>?
        client.call(call) { answer = $0 }
        try wait("the number") { answer != nil }
        return try #require(answer?.get()[0].uint32)
      }

      /// The rows of the panel without the switches.
      func rows() throws -> [String] {
        try stage.entries().filter { !$0.hasPrefix("Do Not Disturb") }
      }

      func openPanel() throws {
        try stage.click("bell")
        try wait("the panel") { try stage.popups() == ["panel"] }
      }
    }

    @Test func `the bell lists what is open and what has gone, and a click on a row is one on its banner`()
      throws
    {
      let scenario = try Scenario()
      defer { scenario.stop() }
      try scenario.notify("Gone", of: "Mail", timeout: 1)
      try scenario.wait("the end of it") { try scenario.stage.text("bell") == "0/1" }
      let number = try scenario.notify("Open", of: "Chat", actions: ["default", ""])
      try scenario.wait("both") { try scenario.stage.text("bell") == "1/1" }
      try scenario.openPanel()
      try scenario.wait("the rows") {
        try scenario.rows() == [
          "Clear button", "Chat text", "Open message", "Mail text", "Gone message",
        ]
      }
      // The list has been seen.
      try scenario.wait("none that was missed") { try scenario.stage.text("bell") == "1/0" }
      try scenario.stage.clickEntry("Open")
      try scenario.wait("the action") {
        scenario.signals.lines.contains("ActionInvoked \(number) default")
          && scenario.signals.lines.contains("NotificationClosed \(number) 2")
      }
      try scenario.wait("no panel") { try scenario.stage.popups().isEmpty }
      try scenario.openPanel()
      try scenario.wait("both of the past") {
        try scenario.rows() == [
          "Clear button", "Chat text", "Open message", "Mail text", "Gone message",
        ]
      }
      try scenario.stage.clickEntry("Clear")
      try scenario.wait("nothing") { try scenario.rows() == ["No notifications text"] }
      try scenario.stage.keyboard.type(.escape)
      try scenario.wait("no panel again") { try scenario.stage.popups().isEmpty }
      try scenario.openPanel()
      try scenario.wait("nothing in the history") { try scenario.rows() == ["No notifications text"] }
    }

    @Test func `one of the past is shown again by a click, and more than three are folded`() throws {
      let scenario = try Scenario()
      defer { scenario.stop() }
      for number in 1...5 { try scenario.notify("\(number)", of: "Chat", timeout: 1) }
      try scenario.wait("the end of them") { try scenario.stage.text("bell") == "0/5" }
      try scenario.openPanel()
      let shown = ["Clear button", "Chat text", "5 message", "4 message", "3 message"]
      try scenario.wait("three rows") { try scenario.rows() == shown + ["2 more"] }
      try scenario.stage.clickEntry("2 more")
      try scenario.wait("all rows") {
        try scenario.rows() == shown + ["2 message", "1 message", "Show less on"]
      }
      try scenario.stage.clickEntry("2")
      try scenario.wait("the banner") {
        try scenario.stage.text("bell") == "1/0" && scenario.stage.popups().isEmpty
      }
    }
  }
}
