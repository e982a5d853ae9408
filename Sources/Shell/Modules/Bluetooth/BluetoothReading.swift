import BarUI
import DesktopModel
import Localization
import ModuleModel
import TextProcessing

/// The reading of the Bluetooth module.
nonisolated extension BluetoothStatus {
  /// The reading of a status, whose connected devices come in the order of patterns; nil stands for a machine without
  /// Bluetooth.
  static func reading(_ status: BluetoothStatus?, order: [TextPattern] = []) -> ModuleReading {
    guard var status else {
      return .absent(
        localized("There is no Bluetooth adapter, or BlueZ does not run"), icon: "bluetooth-disabled-symbolic"
      )
    }
    status.sort(by: order)
    let connected = status.connected
    let state = !status.isOn ? "off" : connected.isEmpty ? "on" : "connected"
    var fields: [String: FieldValue] = [
      "state": .text(state), "count": .integer(connected.count), "name": .text(connected.first?.name ?? ""),
      "devices": .text(connected.map(\.name).listed()),
      "summary": .text(status.summary),
    ]
    if let battery = connected.first?.battery { fields["battery"] = .integer(battery, .percent) }
    // Themes have no icon for a connected device.
    let icon: ModuleIcon =
      switch state {
      case "off": "bluetooth-disabled-symbolic"
      case "on": "bluetooth-active-symbolic"
      default: ModuleIcon("bluetooth-connected-symbolic", or: "bluetooth-active-symbolic")
      }
    return ModuleReading(fields, icon: icon, states: [state])
  }

  /// Moves the devices that match earlier patterns in front of others.
  private mutating func sort(by order: [TextPattern]) {
    func rank(_ device: BluetoothDevice) -> Int {
      order.firstIndex { $0.matches(device.name) } ?? order.count
    }
    devices.sort { rank($0) < rank($1) }
  }

  /// A sentence for people.
  private var summary: String {
    guard isOn else { return localized("Bluetooth is off") }
    guard !connected.isEmpty else { return localized("No device is connected") }
    return connected.map { device in device.name + (device.battery.map { " " + localized("\($0)%") } ?? "") }
      .listed()
  }
}

/// A question or message in the panel while a device is paired.
nonisolated struct BluetoothQuestion: Equatable {
  var pairing: BluetoothPairing
  /// Whether something was typed that cannot be an answer.
  var isRefused: Bool

  init(_ pairing: BluetoothPairing, isRefused: Bool = false) {
    (self.pairing, self.isRefused) = (pairing, isRefused)
  }

  /// The buttons below a device while it is being paired.
  enum Button: String {
    case accept, reject, cancel
  }

  /// The rows below a device that is paired; nil stands for no question yet.
  static func rows(below device: String, _ question: BluetoothQuestion?) -> [ControlPanel.Row] {
    var rows = question?.rows ?? []
    let isChoice =
      switch question?.pairing.question {
      case .confirm, .authorize: true
      case .enterPIN, .enterPasskey, .show, nil: false
      }
    let buttons: [(Button, String)] =
      isChoice ? [(.reject, localized("No")), (.accept, localized("Yes"))] : [(.cancel, localized("Cancel"))]
    rows.append(
      .init(
        BluetoothRow.answers(device), .buttons(buttons.map { ControlPanel.Button($0.0.rawValue, $0.1) })))
    return rows
  }

  private var rows: [ControlPanel.Row] {
    let id = pairing.device
    func text(_ words: String) -> ControlPanel.Row { .init("words:\(id)", .text(words)) }
    func number(_ number: String, _ words: String) -> ControlPanel.Row {
      .init("words:\(id)", .summary(.init(title: number, detail: words)))
    }
    func field(_ placeholder: String) -> ControlPanel.Row {
      .init(BluetoothRow.field(id), .field(.init(placeholder: placeholder, button: localized("Pair"))))
    }
    switch pairing.question {
    case .confirm(let digits):
      return [number(Self.grouped(digits), localized("Does the device show this number?"))]
    case .authorize: return [text(localized("Pair with this device?"))]
    case .enterPIN:
      let rule =
        isRefused ? localized("A PIN has 1 to 16 characters.") : localized("Type the PIN of the device.")
      return [text(rule), field(localized("PIN"))]
    case .enterPasskey:
      let rule =
        isRefused
        ? localized("A passkey has up to 6 digits.") : localized("Type the number that the device shows.")
      return [text(rule), field(localized("Passkey"))]
    case .show(let code, let typed):
      let words = localized("Type this on the device, then press Enter.")
      let count = typed.flatMap { $0 > 0 ? " " + localized("\($0) of \(code.count) typed.") : nil } ?? ""
      return [number(typed == nil ? code : Self.grouped(code), words + count)]
    }
  }

  /// Six digits in two groups.
  private static func grouped(_ digits: String) -> String { "\(digits.prefix(3)) \(digits.dropFirst(3))" }
}

/// The meaning of a row of the panel of Bluetooth, by the identifier of its device.
nonisolated enum BluetoothRow: Hashable {
  case device(String)
  /// The entry that forgets a device.
  case forget(String)
  /// The buttons below a device while it is being paired.
  case answers(String)
  /// The field for the answer to a question of a device.
  case field(String)
}

nonisolated extension ControlPanel {
  /// The panel of Bluetooth; `unfolded` is the device of which it is shown what else can be done with it.
  static func bluetooth(
    _ status: BluetoothStatus?, _ tasks: [String: BluetoothTask], _ question: BluetoothQuestion? = nil,
    unfolded: String? = nil
  ) -> ControlPanel {
    guard let status else {
      return ControlPanel(
        localized("Bluetooth"), rows: [Row("absent", .text(localized("There is no Bluetooth adapter.")))])
    }
    var panel = ControlPanel(localized("Bluetooth"), isOn: status.isOn)
    var hasFailed = false
    if case .failed(let words)? = tasks[""] {
      panel.rows.append(Row("failure:", .text(words)))
      hasFailed = true
    }
    guard status.isOn else {
      panel.rows.append(Row("off", .text(localized("Bluetooth is turned off."))))
      return panel
    }
    let (paired, others) = (
      status.devices.filter { $0.isPaired || $0.isConnected },
      status.devices.filter { !$0.isPaired && !$0.isConnected }
    )
    panel.rows += paired.flatMap { device in
      rows(device, tasks[device.id], question, isUnfolded: device.id == unfolded)
        + (device.id == unfolded ? [forgetting(device)] : [])
    }
    // Devices are searched for as long as the panel is open, unless that was refused.
    if !others.isEmpty || !hasFailed { panel.rows.append(Row("others", .heading(localized("Nearby")))) }
    panel.rows += others.flatMap { rows($0, tasks[$0.id], question) }
    if others.isEmpty, !hasFailed {
      panel.rows.append(Row("looking", .text(localized("Looking for devices…"))))
    }
    return panel
  }

  private static func forgetting(_ device: BluetoothDevice) -> Row {
    Row(
      BluetoothRow.forget(device.id),
      .choice(Choice(localized("Forget this device"), icon: "user-trash-symbolic", isDestructive: true)))
  }

  private static func rows(
    _ device: BluetoothDevice, _ task: BluetoothTask?, _ question: BluetoothQuestion?,
    isUnfolded: Bool = false
  ) -> [Row] {
    let battery = device.battery.map { localized("\($0)%") }
    let detail =
      switch task {
      case .connecting: localized("Connecting…")
      case .disconnecting: localized("Disconnecting…")
      case .pairing: localized("Pairing…")
      case .failed, nil: device.isConnected ? battery ?? "" : ""
      }
    let icon = device.icon.isEmpty ? "bluetooth-active-symbolic" : device.icon + "-symbolic"
    let choice = Choice(
      device.name, icon: ModuleIcon(icon, or: "bluetooth-active-symbolic"), detail: detail,
      isChosen: device.isConnected,
      hasMore: device.isPaired, isUnfolded: device.isPaired ? isUnfolded : nil)
    let row = Row(BluetoothRow.device(device.id), .choice(choice))
    switch task {
    case .failed(let words): return [row, Row("failure:\(device.id)", .text(words))]
    case .pairing:
      let asked = question?.pairing.device == device.id ? question : nil
      return [row] + BluetoothQuestion.rows(below: device.id, asked)
    case .connecting, .disconnecting, nil: return [row]
    }
  }
}
