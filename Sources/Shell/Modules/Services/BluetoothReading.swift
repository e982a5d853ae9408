import DesktopModel
import ModuleModel
import PopupUI

/// What the module shows of Bluetooth.
nonisolated extension BluetoothStatus {
  /// The reading of a status; nil stands for a machine without Bluetooth.
  static func reading(_ status: BluetoothStatus?) -> ModuleReading {
    guard let status else { return ModuleReading(states: ["absent"]) }
    let connected = status.connected
    let state = !status.isOn ? "off" : connected.isEmpty ? "on" : "connected"
    var fields: [String: FieldValue] = [
      "state": .text(state), "count": .integer(connected.count), "name": .text(connected.first?.name ?? ""),
      "devices": .text(connected.map(\.name).joined(separator: ", ")),
      "summary": .text(status.summary),
    ]
    if let battery = connected.first?.battery { fields["battery"] = .integer(battery, .percent) }
    // Themes have no icon for a connected device.
    let icon =
      switch state {
      case "off": "bluetooth-disabled-symbolic"
      case "on": "bluetooth-active-symbolic"
      default: "bluetooth-connected-symbolic\nbluetooth-active-symbolic"
      }
    return ModuleReading(fields, icon: icon, states: [state])
  }

  /// A sentence for people.
  private var summary: String {
    guard isOn else { return "Bluetooth is off" }
    guard !connected.isEmpty else { return "No device is connected" }
    return connected.map { device in device.name + (device.battery.map { " \($0)%" } ?? "") }
      .joined(separator: ", ")
  }
}

nonisolated extension ControlPanel {
  /// The panel of Bluetooth; rows of devices have their identifiers.
  static func bluetooth(_ status: BluetoothStatus?, _ tasks: [String: BluetoothTask]) -> ControlPanel {
    guard let status else {
      return ControlPanel("Bluetooth", rows: [Row("absent", .text("There is no Bluetooth adapter."))])
    }
    var panel = ControlPanel("Bluetooth", isOn: status.isOn)
    if case .failed(let words)? = tasks[""] { panel.rows.append(Row("failure:", .text(words))) }
    guard status.isOn else {
      panel.rows.append(Row("off", .text("Bluetooth is turned off.")))
      return panel
    }
    let (paired, others) = (
      status.devices.filter { $0.isPaired || $0.isConnected },
      status.devices.filter { !$0.isPaired && !$0.isConnected }
    )
    panel.rows += paired.flatMap { rows($0, tasks[$0.id]) }
    if !others.isEmpty {
      panel.rows.append(Row("others", .heading("In reach")))
      panel.rows += others.flatMap { rows($0, tasks[$0.id]) }
    }
    if status.devices.isEmpty { panel.rows.append(Row("looking", .text("Looking for devices…"))) }
    return panel
  }

  private static func rows(_ device: BluetoothDevice, _ task: BluetoothTask?) -> [Row] {
    let battery = device.battery.map { "\($0)%" }
    let detail =
      switch task {
      case .connecting: "Connecting…"
      case .disconnecting: "Disconnecting…"
      case .pairing: "Pairing…"
      case .failed, nil: device.isConnected ? battery ?? "Connected" : ""
      }
    let icon = device.icon.isEmpty ? "bluetooth-active-symbolic" : device.icon + "-symbolic"
    let choice = Choice(
      device.name, icon: "\(icon)\nbluetooth-active-symbolic", detail: detail, isChosen: device.isConnected)
    guard case .failed(let words)? = task else { return [Row(device.id, .choice(choice))] }
    return [Row(device.id, .choice(choice)), Row("failure:\(device.id)", .text(words))]
  }
}
