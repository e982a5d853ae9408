import BarUI
import DBus
import DesktopModel
import Loop
import ModuleModel
import Settings
import TestSupport
import Testing

@testable import DesktopServices
@testable import Modules

/// The module of failed units with a systemd that a test plays.
@Suite(.serialized)
struct FailedUnitsSourceTests {
  private func unit(_ name: String, _ description: String, isOfUser: Bool = false) -> FailedUnits.Unit {
    FailedUnits.Unit(name: name, description: description, isOfUser: isOfUser)
  }

  private func entries(_ panel: ControlPanel?) -> [String] {
    panel?.rows.map { row in
      switch row.content {
      case .heading(let text): "# \(text)"
      case .text(let text): text
      case .entry(let entry):
        "\(entry.title), \(entry.detail): "
          + entry.buttons.filter(\.isEnabled).map(\.id).joined(separator: " ")
      default: "?"
      }
    } ?? []
  }

  @Test func `units stand below who they belong to, with their names and what can be done`() throws {
    let panel = ControlPanel.failedUnits(
      [unit("a.service", "Alpha"), unit("b.service", "b.service", isOfUser: true), unit("c.timer", "")],
      restarting: ["system c.timer"])
    #expect(
      entries(panel) == [
        "# System", "Alpha, a.service: copy restart", "c.timer, Starting again…: copy", "# User",
        "b.service, : copy restart",
      ])
    guard case .entry(let entry) = panel.rows[1].content else { return }
    #expect(entry.buttons.map(\.copies) == ["a.service", nil])
    #expect(entries(ControlPanel.failedUnits([])) == ["No service has failed."])
  }

  @Test func `before the names are known, the panel has a row for each unit`() {
    let rows = entries(ControlPanel.awaitedUnits(system: 1, user: 2))
    let waiting = "Asking systemd…, …: "
    #expect(rows == ["# System", waiting, "# User", waiting, waiting])
    #expect(entries(ControlPanel.awaitedUnits(system: 0, user: 0)) == ["Asking systemd…"])
    // No more units of a manager are shown when their names are known.
    #expect(ControlPanel.awaitedUnits(system: 41, user: 4_000_000_000).rows.count == 82)
  }

  @Test func `numbers of failed units that cannot be are limited`() throws {
    let stage = try BusStage()
    let service = FakeService(try stage.connect(), "org.freedesktop.systemd1")
    var readings: [ModuleReading] = []
    let bus = try stage.connect()
    for (number, shown) in [(DBusValue.int64(.max), 19_998), (.uint32(.max), 19_998), (.int32(-7), 0)] {
      service.add(
        "/org/freedesktop/systemd1", "org.freedesktop.systemd1.Manager", ["NFailedUnits": number],
        methods: [.init("Subscribe")])
      try stage.wait("the name") { service.isReady }
      let source = FailedUnitsSource(
        failed: FailedUnits(session: bus, system: bus), outlet: ModuleOutlet { readings.append($0) })
      try stage.wait("the number \(shown)") { readings.last?.fields["count"] == .integer(shown) }
      source.stop()
    }
  }

  @Test func `a unit is started again by its button, and a refusal is told`() throws {
    let stage = try BusStage()
    let (path, interface) = ("/org/freedesktop/systemd1", "org.freedesktop.systemd1.Manager")
    let service = FakeService(try stage.connect(), "org.freedesktop.systemd1")
    let element = DBusType.structure(
      [.string, .string, .string, .string, .string, .string, .objectPath, .uint32, .string, .objectPath])
    let row: [DBusValue] = [
      .string("a.service"), .string("Alpha"), .string("loaded"), .string("failed"), .string("failed"),
      .string(""), .objectPath("/a"), .uint32(0), .string(""), .objectPath("/"),
    ]
    service.add(
      path, interface, ["NFailedUnits": .uint32(1)],
      methods: [
        .init("Subscribe"),
        .init("ListUnitsFiltered", in: [.init("a", "as")], out: [.init("b", "a(ssssssouso)")]),
        .init("RestartUnit", in: [.init("a", "s"), .init("b", "s")], out: [.init("c", "o")]),
      ]
    ) { member, _ in
      switch member {
      case "ListUnitsFiltered": [.array(element, [.structure(row)])]
      case "RestartUnit": [.objectPath("/job")]
      default: []
      }
    }
    service.heldMembers = ["RestartUnit"]
    try stage.wait("the name") { service.isReady }
    var lines: [String] = []
    let source = FailedUnitsSource(
      failed: FailedUnits(session: nil, system: stage.makeBus()),
      outlet: ModuleOutlet(report: { lines.append($0) }) { _ in })
    let opened = source.openPanel(of: nil) {}
    #expect(entries(source.panel(of: nil)) == ["Asking systemd…"])
    let shown = ["# System", "Alpha, a.service: copy restart"]
    try stage.wait("the unit") { entries(source.panel(of: nil)) == shown }
    for _ in 0..<2 { source.use(.press(row: "system a.service", button: "restart"), of: nil) }
    source.use(.press(row: "system a.service", button: "other"), of: nil)
    source.use(.press(row: "system b.service", button: "restart"), of: nil)
    #expect(entries(source.panel(of: nil)).last == "Alpha, Starting again…: copy")
    func restarts() -> [FakeService.Call] { service.calls.filter { $0.member == "RestartUnit" } }
    try stage.wait("the call") { !restarts().isEmpty }
    #expect(restarts().map(\.arguments) == [[.string("a.service"), .string("replace")]])
    #expect(restarts().first?.allowsAuthentication == true)
    service.failHeld(BusError("org.freedesktop.DBus.Error.AccessDenied", "no"))
    try stage.wait("the reason") { source.panel(of: nil)?.rows.last?.id == "failure" }
    #expect(entries(source.panel(of: nil)).prefix(2) == shown[...])
    #expect(source.panel(of: nil)?.rows.last?.content == .text("“a.service” could not be started."))
    #expect(lines.count == 1 && lines[0].hasPrefix("a.service could not be started: "))
    opened?.cancel()
    source.stop()
  }
}
