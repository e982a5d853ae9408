import BarUI
import DesktopModel
import ModuleModel
import Settings
import Testing
import TextProcessing

@testable import Modules

/// Tests of what the Bluetooth module shows on the bar and in its panel.
struct BluetoothReadingTests {
  private typealias Names = BluetoothStatus.Names

  /// A machine with a headset, a mouse and a stranger.
  func status(isOn: Bool = true, connected: Set<String> = []) throws -> BluetoothStatus {
    var tree = ObjectTree(keeping: Names.properties)
    func add(_ path: String, _ interface: String, _ properties: KeyValuePairs<String, DBusValue>) {
      let table = DBusValue.options(properties)
      _ = tree.add(
        path, .dictionary(key: .string, value: table.type, [.init(.string(interface), table)]))
    }
    add("/0", Names.adapter, ["Powered": .boolean(isOn)])
    for (name, icon, isPaired) in [
      ("Headset", "audio-headset", true), ("Mouse", "", true), ("Stranger", "phone", false),
    ] {
      add(
        "/\(name)", Names.device,
        [
          "Alias": .string(name), "Icon": .string(icon), "Paired": .boolean(isPaired),
          "Connected": .boolean(connected.contains(name)),
        ])
    }
    add("/Headset", Names.battery, ["Percentage": .byte(80)])
    return try #require(BluetoothStatus(bluez: tree))
  }

  @Test func `the state, the icon and the first device follow what is connected`() throws {
    let off = BluetoothStatus.reading(try status(isOn: false))
    #expect(off.states == ["off"] && off.icon == "bluetooth-disabled-symbolic")
    let on = BluetoothStatus.reading(try status())
    #expect(on.states == ["on"] && on.fields["summary"] == .text("No device is connected"))
    let connected = BluetoothStatus.reading(try status(connected: ["Headset", "Mouse"]))
    #expect(connected.states == ["connected"] && connected.icon != on.icon)
    #expect(connected.fields["name"] == .text("Headset") && connected.fields["count"] == .integer(2))
    #expect(connected.fields["battery"] == .integer(80, .percent))
    #expect(connected.fields["summary"] == .text("Headset 80%, Mouse"))
    #expect(
      Set(connected.fields.keys) == Set(ModuleKind.bluetooth.summary.fields.map(\.name)))
    #expect(BluetoothStatus.reading(nil).states == ["absent"])
  }

  @Test func `the devices of the settings come first`() throws {
    let status = try status(connected: ["Headset", "Mouse"])
    func devices(_ order: String...) throws -> FieldValue? {
      let reading = BluetoothStatus.reading(status, order: try order.map { try TextPattern($0) })
      #expect(reading.fields["count"] == .integer(2))
      return reading.fields["devices"]
    }
    #expect(try devices("Mou*") == .text("Mouse, Headset"))
    #expect(try devices("Nothing", "Head*", "*") == .text("Headset, Mouse"))
    #expect(try devices("*") == .text("Headset, Mouse"))
  }

  private func texts(_ panel: ControlPanel) -> [String] {
    panel.rows.map { row in
      switch row.content {
      case .heading(let text): "# \(text)"
      case .text(let text): text
      case .choice(let choice):
        [choice.label, choice.detail, choice.isChosen ? "chosen" : ""].filter { !$0.isEmpty }
          .joined(separator: " ")
      case .summary(let summary): "\(summary.title): \(summary.detail)"
      case .field(let field): "[\(field.placeholder)]"
      case .buttons(let buttons): buttons.map { "<\($0.label)>" }.joined()
      default: "?"
      }
    }
  }

  @Test func `devices are shown with what is done with them, and why it was not done`() throws {
    let panel = ControlPanel.bluetooth(
      try status(connected: ["Headset"]),
      ["/Mouse": .failed("The device does not answer."), "/Stranger": .pairing])
    #expect(panel.isOn == true)
    #expect(
      texts(panel) == [
        "Headset 80% chosen", "Mouse", "The device does not answer.", "# Nearby", "Stranger Pairing…",
        "<Cancel>",
      ])
    #expect(Set(panel.rows.map(\.id)).count == panel.rows.count)
    #expect(
      panel.rows.compactMap { $0.id.as(BluetoothRow.self) }.prefix(3) == [
        .device("/Headset"), .device("/Mouse"), .device("/Stranger"),
      ])
  }

  @Test(
    arguments: [
      (.confirm("012345"), false, ["012 345: Does the device show this number?", "<No><Yes>"]),
      (.authorize, false, ["Pair with this device?", "<No><Yes>"]),
      (.enterPIN, false, ["Type the PIN of the device.", "[PIN]", "<Cancel>"]),
      (.enterPIN, true, ["A PIN has 1 to 16 characters.", "[PIN]", "<Cancel>"]),
      (.enterPasskey, false, ["Type the number that the device shows.", "[Passkey]", "<Cancel>"]),
      (.enterPasskey, true, ["A passkey has up to 6 digits.", "[Passkey]", "<Cancel>"]),
      (
        .show("0000", typed: nil), false,
        ["0000: Type this on the device, then press Enter.", "<Cancel>"]
      ),
      (
        .show("123456", typed: 2), false,
        ["123 456: Type this on the device, then press Enter. 2 of 6 typed.", "<Cancel>"]
      ),
      (
        .show("123456", typed: 0), false,
        ["123 456: Type this on the device, then press Enter.", "<Cancel>"]
      ),
    ] as [(BluetoothPairing.Question, Bool, [String])])
  func `what is asked while a device is paired stands below it`(
    question: BluetoothPairing.Question, isRefused: Bool, shown: [String]
  ) throws {
    let asked = BluetoothQuestion(BluetoothPairing("/Stranger", question), isRefused: isRefused)
    let panel = ControlPanel.bluetooth(try status(), ["/Stranger": .pairing], asked)
    #expect(texts(panel).suffix(shown.count + 1) == ["Stranger Pairing…"] + shown)
    let buttons = try #require(panel.rows.last?.id)
    #expect(buttons == .init(BluetoothRow.answers("/Stranger")))
    for row in panel.rows {
      if case .field = row.content { #expect(row.id == .init(BluetoothRow.field("/Stranger"))) }
    }
    #expect(Set(panel.rows.map(\.id)).count == panel.rows.count)
    // A question about one device stands below no other.
    let other = ControlPanel.bluetooth(try status(), ["/Mouse": .pairing], asked)
    #expect(texts(other) == ["Headset", "Mouse Pairing…", "<Cancel>", "# Nearby", "Stranger"])
  }

  @Test func `a paired device is forgotten by an entry that unfolds`() throws {
    let panel = ControlPanel.bluetooth(try status(), [:], unfolded: "/Headset")
    #expect(texts(panel) == ["Headset", "Forget this device", "Mouse", "# Nearby", "Stranger"])
    #expect(panel.rows[1].id == .init(BluetoothRow.forget("/Headset")))
    let more = panel.rows.filter {
      if case .choice(let choice) = $0.content { choice.hasMore } else { false }
    }
    #expect(more.map { $0.id.as(BluetoothRow.self) } == [.device("/Headset"), .device("/Mouse")])
    let unfolded = panel.rows.map { row -> Bool? in
      if case .choice(let choice) = row.content { choice.isUnfolded } else { nil }
    }
    #expect(unfolded == [true, nil, false, nil, nil])
  }

  @Test func `what is turned off or missing is said`() throws {
    let off = ControlPanel.bluetooth(
      try status(isOn: false), ["": .failed("Bluetooth is blocked by a switch.")])
    #expect(off.isOn == false)
    #expect(texts(off) == ["Bluetooth is blocked by a switch.", "Bluetooth is turned off."])
    let missing = ControlPanel.bluetooth(nil, [:])
    #expect(missing.isOn == nil && texts(missing) == ["There is no Bluetooth adapter."])
  }
}
