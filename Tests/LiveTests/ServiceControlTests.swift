import DBus
import DesktopModel
import Geometry
import HeadlessSession
import TestSupport
import Testing
import TextProcessing

extension LiveTests {
  /// Modules that command services of python-dbusmock, and the tray's arrow, used by pointer and by keys.
  @Suite struct ServiceControlTests {
    private func mocksAreInstalled() -> Bool {
      ServicePrograms.areInstalled(modules: ["import dbusmock"], packages: ["python3-dbusmock"])
    }

    @Test func `a power profile is chosen by pointer and by keys, and goes with its service`() throws {
      guard mocksAreInstalled() else { return }
      let stage = try ServiceStage(
        "[bar]\nstart = [\"power_profile\"]\n[power_profile]\nformat = \"{profile}\"\n")
      defer { stage.stop() }
      let mock = try MockProgram(
        "power_profiles_daemon", "net.hadess.PowerProfiles", "/net/hadess/PowerProfiles", on: stage.services)
      try stage.wait(for: "power_profile", toShow: "balanced")
      try stage.desktop.click("power_profile")
      try stage.wait("the profiles") { try stage.desktop.entryFrame("Performance") != nil }
      try stage.desktop.clickEntry("Performance")
      try stage.wait(for: "power_profile", toShow: "performance")
      try stage.desktop.keyboard.type(.escape)
      try stage.wait("no panel") { try stage.desktop.popups().isEmpty }
      try stage.desktop.command("focus")
      try stage.wait("the focus") { try stage.desktop.focused() == "power_profile" }
      try stage.desktop.keyboard.type(.enter)
      try stage.wait("the profiles") { try stage.desktop.entryFrame("Power saver") != nil }
      // The first control is that of the first profile.
      for key in [VirtualKeyboard.Key.tab, .enter] { try stage.desktop.keyboard.type(key) }
      try stage.wait("another profile") { try stage.desktop.text("power_profile") != "performance" }
      let chosen = try stage.desktop.text("power_profile")
      mock.kill()
      try stage.wait("no panel without the service") { try stage.desktop.popups().isEmpty }
      try stage.wait(for: "power_profile", toShow: nil)
      #expect(["power-saver", "balanced"].contains(chosen))
    }

    @Test func `a tile of the control center is clicked, and its panel makes way for that under the pointer`()
      throws
    {
      guard mocksAreInstalled() else { return }
      let stage = try ServiceStage(
        """
        [bar]
        start = ["control_center"]
        center = ["clock"]
        [control_center]
        parts = ["power_profile"]
        """)
      defer { stage.stop() }
      let mock = try MockProgram(
        "power_profiles_daemon", "net.hadess.PowerProfiles", "/net/hadess/PowerProfiles", on: stage.services)
      defer { mock.kill() }
      func tiles() throws -> [String] { try stage.desktop.entries().filter { $0.hasPrefix("Power mode") } }
      try stage.wait("the button") { try stage.desktop.module("control_center") != nil }
      try stage.desktop.click("control_center")
      try stage.wait("the tile, off") { try tiles() == ["Power mode tiles"] }
      try stage.desktop.clickEntry("Power mode")
      try stage.wait("the tile, on") { try tiles() == ["Power mode tiles Power mode"] }
      try stage.desktop.point(at: stage.desktop.module("clock")?["frame"]?.frame)
      try stage.wait("the calendar") { try stage.desktop.popups() == ["calendar"] }
      try stage.desktop.point(at: stage.desktop.module("control_center")?["frame"]?.frame)
      try stage.wait("the panel again") { try tiles() == ["Power mode tiles Power mode"] }
      try stage.desktop.keyboard.type(.escape)
      try stage.wait("no panel") { try stage.desktop.popups().isEmpty }
    }

    @Test func `the machine is suspended by logind after a second click, and not without it`() throws {
      guard mocksAreInstalled() else { return }
      let stage = try ServiceStage("[bar]\nstart = [\"session\"]\n")
      defer { stage.stop() }
      let mock = try MockProgram(
        "logind", "org.freedesktop.login1", "/org/freedesktop/login1", on: stage.services)
      func orders() throws -> [String] {
        let calls = try mock.command("GetCalls", [], expects: "a(tsav)").first?.elements ?? []
        return calls.compactMap { $0.members?[1].string }.filter {
          ["Suspend", "Hibernate", "Reboot", "PowerOff"].contains($0)
        }
      }
      try stage.desktop.click("session")
      try stage.wait("the actions") { try stage.desktop.entryFrame("Suspend") != nil }
      try stage.desktop.clickEntry("Suspend")
      /// The row of buttons: the left half is one that takes the question back, the right half one that confirms it.
      func question() throws -> LogicalRect? { try stage.desktop.entryFrame("Cancel Suspend") }
      func press(onLeft: Bool) throws {
        let frame = try #require(try question())
        try stage.desktop.point(at: frame, x: frame.width / (onLeft ? -4 : 4))
        try stage.desktop.pointer.click()
      }
      try stage.wait("the question") { try question() != nil }
      try press(onLeft: true)
      try stage.wait("no question") { try question() == nil }
      #expect(try orders().isEmpty)
      try stage.desktop.clickEntry("Suspend")
      try stage.wait("the question again") { try question() != nil }
      try press(onLeft: false)
      try stage.wait("the order") { try orders() == ["Suspend"] }
      try stage.wait("no panel") { try stage.desktop.popups().isEmpty }
    }

    @Test func `what the tray folds away appears with a click on its arrow, and by its command`() throws {
      let stage = try ServiceStage(
        "[bar]\nstart = [\"tray\"]\n[tray]\nformat = \"{title}\"\nmax_items = 1\nfold = [\"mail\"]\n")
      defer { stage.stop() }
      let items = try ["mail", "chat", "sync"].map { try stage.playItem($0, ["Status": .string("Active")]) }
      func titles() throws -> [String] {
        try stage.desktop.items("tray").compactMap { item in
          item["states"].elements.contains { $0.string == "fold" } ? "arrow" : item["text"]?.string
        }
      }
      var folded: [String] = []
      try stage.wait("one item and the arrow") {
        folded = try titles()
        return folded.count == 2 && folded.contains("arrow") && !folded.contains("mail")
      }
      let arrow = try #require(folded.firstIndex(of: "arrow"))
      try stage.desktop.click("tray", item: arrow)
      try stage.wait("all items") { try Set(titles()) == ["mail", "chat", "sync", "arrow"] }
      let open = try #require(try titles().firstIndex(of: "arrow"))
      try stage.desktop.click("tray", item: open)
      try stage.wait("one item") { try titles() == folded }
      try stage.desktop.command("activate", #","module":"tray","item":"fold","gesture":"click""#)
      try stage.wait("all items again") { try titles().count == 4 }
      // An item that needs attention is shown, folded away or not.
      try stage.desktop.command("activate", #","module":"tray","item":"fold","gesture":"click""#)
      try stage.wait("one item again") { try titles() == folded }
      items[0].set(
        "/StatusNotifierItem", "org.kde.StatusNotifierItem", ["Status": .string("NeedsAttention")])
      items[0].bus.emit(
        "NewStatus", "/StatusNotifierItem", "org.kde.StatusNotifierItem", [.string("NeedsAttention")])
      try stage.wait("who wants attention") { try titles().contains("mail") }
    }
  }
}
