import DesktopModel
import ModuleModel
import PopupUI

/// The network whose password is asked for in the panel.
nonisolated struct NetworkQuestion: Equatable {
  /// Its identifier; nil: none was chosen that needs a password.
  var network: String?
  /// What was typed cannot be a password of that network.
  var isRefused = false
}

/// What a row of the panel of networks stands for.
nonisolated enum NetworkRow: Equatable {
  case network(String)
  /// The field for the password of a network.
  case password(String)
  case privateNetwork(String)

  /// Reads what `id` gives; nil: the row is for nothing that is used.
  init?(_ id: String) {
    guard let colon = id.firstIndex(of: ":") else { return nil }
    let rest = String(id[id.index(after: colon)...])
    switch id[..<colon] {
    case "network": self = .network(rest)
    case "password": self = .password(rest)
    case "vpn": self = .privateNetwork(rest)
    default: return nil
    }
  }

  /// The identifier of the row.
  var id: String {
    switch self {
    case .network(let id): "network:\(id)"
    case .password(let id): "password:\(id)"
    case .privateNetwork(let id): "vpn:\(id)"
    }
  }
}

nonisolated extension ControlPanel {
  /// The panel of networks; `choices` are nil where no service that is known manages networks.
  static func networks(_ status: NetworkStatus?, _ choices: NetworkChoices?, _ question: NetworkQuestion)
    -> ControlPanel
  {
    var panel = ControlPanel("Network", isOn: choices?.isWirelessOn)
    if let status, status.state != .disconnected {
      let detail = [status.interface, status.address.isEmpty ? status.address6 : status.address]
      panel.rows.append(
        Row(
          "connection",
          .summary(
            Summary(
              picture: status.icon, title: status.title,
              detail: (detail + [status.warning]).filter { !$0.isEmpty }.joined(separator: ", ")))))
    }
    guard let choices else {
      panel.rows.append(
        Row("unmanaged", .text("Networks can be chosen here where NetworkManager runs.")))
      return panel
    }
    if choices.isWirelessOn != nil {
      panel.rows.append(Row("wifi", .heading("Wi-Fi")))
      panel.rows += wirelessRows(choices, question)
    }
    if !choices.privateNetworks.isEmpty {
      panel.rows.append(Row("private", .heading("VPN")))
      panel.rows += choices.privateNetworks.map(row)
    }
    if panel.rows.isEmpty { panel.rows = [Row("none", .text("Not connected."))] }
    return panel
  }

  private static func wirelessRows(_ choices: NetworkChoices, _ question: NetworkQuestion) -> [Row] {
    if choices.isWirelessOn == false { return [Row("off", .text("Wi-Fi is turned off."))] }
    if choices.networks.isEmpty { return [Row("looking", .text("Looking for networks…"))] }
    return choices.networks.flatMap { network -> [Row] in
      let failure = choices.attempt.flatMap { $0.network == network.id ? $0.failure : nil }
      let isTried = choices.attempt?.network == network.id && failure == nil
      var rows = [row(network, isTried: isTried, hasFailed: failure != nil)]
      let isRefused = question.network == network.id && question.isRefused
      if isRefused {
        rows.append(Row("mistake:\(network.id)", .text(passwordRule(network))))
      } else if let failure {
        rows.append(Row("failure:\(network.id)", .text(text(failure))))
      }
      if question.network == network.id || failure == .wrongPassword {
        let field = Field(placeholder: "Password", button: "Connect", isSecret: true)
        rows.append(Row(NetworkRow.password(network.id).id, .field(field)))
      }
      return rows
    }
  }

  private static func row(_ network: WirelessNetwork, isTried: Bool, hasFailed: Bool) -> Row {
    let isBusy = isTried || network.active != nil && !network.isConnected
    // Nothing asks for a user's name here.
    let isPossible = network.security != .enterprise || network.saved != nil
    var detail = isBusy ? "Connecting…" : network.isConnected ? "Connected" : ""
    if !isPossible { detail = "Needs a user name" }
    let choice = Choice(
      network.name.text, icon: NetworkStatus.signalIcon(network.strength), detail: detail,
      mark: network.security == .open ? nil : "system-lock-screen-symbolic", isChosen: network.isConnected,
      isEnabled: isPossible)
    return Row(NetworkRow.network(network.id).id, .choice(choice))
  }

  private static func row(_ network: PrivateNetwork) -> Row {
    let isBusy = network.active != nil && !network.isConnected
    let choice = Choice(
      network.name, icon: "network-vpn-symbolic",
      detail: isBusy ? "Connecting…" : network.isConnected ? "Connected" : "", isChosen: network.isConnected)
    return Row(NetworkRow.privateNetwork(network.id).id, .choice(choice))
  }

  private static func passwordRule(_ network: WirelessNetwork) -> String {
    network.security == .wep
      ? "A key has 5 or 13 characters, or 10 or 26 hexadecimal digits."
      : "A password has 8 to 63 characters."
  }

  private static func text(_ failure: NetworkAttempt.Failure) -> String {
    switch failure {
    case .wrongPassword: "The password is wrong."
    case .notFound: "The network is out of reach."
    case .noAddress: "The network gave no address."
    case .noAnswer: "The network does not answer."
    case .refused(let words): "NetworkManager refused: \(words)"
    case .other: "The connection failed."
    }
  }
}
