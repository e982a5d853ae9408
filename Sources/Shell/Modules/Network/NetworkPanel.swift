import BarUI
import DesktopModel
import Localization
import ModuleModel

/// A question in the panel of networks.
nonisolated struct NetworkQuestion: Equatable {
  /// The identifier of the network whose password is asked for, or of which it is said what it needs; nil: none was chosen that
  /// needs anything.
  var network: String?
  /// Whether the typed text cannot be a password of the network.
  var isRefused = false
  /// The identifier of the network of which it is shown what else can be done with it; nil: of none.
  var unfolded: String?
  /// The network that does not tell its name; nil: it is not asked for.
  var other: Other?

  /// A network that does not tell its name, from the question for its name to the end of the attempt to join it.
  enum Other: Equatable {
    /// The name is asked for; what was typed may have been too long for one.
    case name(isRefused: Bool = false)
    /// The password is asked for; what was typed may have been none.
    case password(of: String, isRefused: Bool = false)
    case joining(String)

    /// Whether anything is asked for.
    var isAsked: Bool { if case .joining = self { false } else { true } }

    /// The name that was typed; nil: none was.
    var name: String? {
      switch self {
      case .name: nil
      case .password(let name, _), .joining(let name): name
      }
    }
  }
}

/// The meaning of a row of the panel of networks.
nonisolated enum NetworkRow: Hashable {
  case network(String)
  /// The field for the password of a network.
  case password(String)
  /// The entry that forgets a network.
  case forget(String)
  /// A device with a cable.
  case wired(String)
  case privateNetwork(String)
  /// The button that has networks used.
  case networking
  /// The row for joining a hidden network.
  case other
  /// The fields for the name and the password of such a network, and the button to join it without a password.
  case otherName, otherPassword, otherOpen
}

nonisolated extension ControlPanel {
  /// The panel of networks; `choices` are nil where no service that is known manages networks.
  static func networks(_ status: NetworkStatus?, _ choices: NetworkChoices?, _ question: NetworkQuestion)
    -> ControlPanel
  {
    // A radio that a hardware switch blocks cannot be turned on here.
    let canTurnOn = choices?.isNetworkingOn == true && choices?.isWirelessBlocked == false
    var panel = ControlPanel(localized("Network"))
    // A connected network is shown in the list below.
    let isListed = choices.map { $0.isNetworkingOn && $0.hasConnection } ?? false
    if let status, status.state != .disconnected, !isListed || !status.warning.isEmpty {
      panel.rows.append(connectionRow(status))
    }
    guard let choices else {
      panel.rows.append(
        Row("unmanaged", .text(localized("Networks can be chosen here where NetworkManager runs."))))
      return panel
    }
    guard choices.isNetworkingOn else {
      panel.rows += [
        Row("off", .text(localized("Networking is turned off."))),
        Row(NetworkRow.networking, .buttons([Button("on", localized("Turn on"), role: .primary)])),
      ]
      return panel
    }
    if !choices.wired.isEmpty {
      panel.rows.append(Row("cables", .heading(localized("Wired"))))
      // Devices that have no connection have no name, and are told apart by their interfaces.
      let areSeveral = choices.wired.count { $0.name.isEmpty } > 1
      panel.rows += choices.wired.map { row($0, namesInterface: areSeveral) }
    }
    if choices.isWirelessOn != nil {
      let isOn = canTurnOn ? choices.isWirelessOn : nil
      panel.rows.append(
        Row("wifi", isOn.map { .switchHeading(localized("Wi-Fi"), isOn: $0) } ?? .heading(localized("Wi-Fi")))
      )
      panel.rows += wirelessRows(choices, question)
    }
    if !choices.privateNetworks.isEmpty {
      panel.rows.append(Row("private", .heading(localized("VPN"))))
      panel.rows += choices.privateNetworks.map(row)
    }
    if panel.rows.isEmpty { panel.rows = [Row("none", .text(localized("Not connected.")))] }
    if isListed, let status { panel.addAddress(of: status) }
    return panel
  }

  private static func connectionRow(_ status: NetworkStatus) -> Row {
    let detail = [
      status.interface, status.address.isEmpty ? status.address6 : status.address, status.warning,
    ]
    return Row(
      "connection",
      .summary(
        Summary(
          picture: ModuleIcon(status.icon), title: status.title,
          detail: detail.localizedLine())))
  }

  /// Adds the machine's address to the row of the network that it is connected to, unless the row says more already.
  private mutating func addAddress(of status: NetworkStatus) {
    let index = rows.firstIndex { row in
      guard case .choice(let choice) = row.content, choice.isChosen else { return false }
      return row.id.as(NetworkRow.self) != nil && choice.detail.isEmpty
    }
    guard let index, case .choice(var choice) = rows[index].content else { return }
    choice.detail = status.address.isEmpty ? status.address6 : status.address
    rows[index].content = .choice(choice)
  }

  private static func wirelessRows(_ choices: NetworkChoices, _ question: NetworkQuestion) -> [Row] {
    if choices.isWirelessBlocked {
      return [Row("off", .text(localized("A switch of the machine keeps Wi-Fi off.")))]
    }
    if choices.isWirelessOn == false { return [Row("off", .text(localized("Wi-Fi is turned off.")))] }
    let looking = Row("looking", .text(localized("Looking for networks…")))
    let known = choices.networks.filter { $0.saved != nil || $0.active != nil }
    let unknown = choices.networks.filter { $0.saved == nil && $0.active == nil }
    var result = known.flatMap { rows($0, choices, question) }
    if !known.isEmpty, !unknown.isEmpty {
      result.append(Row("unknown", .heading(localized("Other networks"))))
    }
    result += unknown.flatMap { rows($0, choices, question) }
    return (result.isEmpty ? [looking] : result) + otherRows(choices, question.other)
  }

  private static func rows(
    _ network: WirelessNetwork, _ choices: NetworkChoices, _ question: NetworkQuestion
  ) -> [Row] {
    let failure = choices.attempt.flatMap { $0.network == network.id ? $0.failure : nil }
    let isTried = choices.attempt?.network == network.id && failure == nil
    let isUnfolded = network.saved != nil ? question.unfolded == network.id : nil
    var rows = [
      row(network, isTried: isTried, isAsked: question.network == network.id, isUnfolded: isUnfolded)
    ]
    let isRefused = question.network == network.id && question.isRefused
    if isRefused {
      rows.append(Row("mistake:\(network.id)", .text(passwordRule(network))))
    } else if let failure {
      let words = failure == .noPassword ? localized("Its password is not saved here.") : failure.words
      rows.append(Row("failure:\(network.id)", .text(words)))
    }
    if question.network == network.id, network.security == .enterprise {
      rows.append(Row("profile:\(network.id)", .text(profileWords)))
    } else if question.network == network.id || failure == .wrongPassword || failure == .noPassword {
      rows.append(Row(NetworkRow.password(network.id), .field(passwordField)))
    }
    if isUnfolded == true {
      let forget = Choice(
        localized("Forget this network"), icon: "user-trash-symbolic", isDestructive: true)
      rows.append(Row(NetworkRow.forget(network.id), .choice(forget)))
    }
    return rows
  }

  private static var passwordField: Field {
    Field(placeholder: localized("Password"), button: localized("Connect"), isSecret: true)
  }
  private static var profileWords: String {
    localized(
      "This network asks for more than a password. Make a connection for it with nmcli or nm-connection-editor; it is joined here then."
    )
  }

  /// The rows for joining a hidden network.
  private static func otherRows(_ choices: NetworkChoices, _ other: NetworkQuestion.Other?) -> [Row] {
    let attempt = choices.attempt.flatMap { attempt in
      choices.networks.contains { $0.id == attempt.network } ? nil : attempt
    }
    // A network that was chosen above may have left reach while it is joined.
    let isJoined = other?.isAsked == false
    let isTried = isJoined && attempt != nil && attempt?.failure == nil
    let choice = Choice(
      localized("Other network…"), icon: "list-add-symbolic", detail: isTried ? localized("Connecting…") : "")
    var rows = [Row(NetworkRow.other, .choice(choice))]
    switch other {
    case nil: break
    case .name(let isRefused):
      if isRefused { rows.append(Row("other-mistake", .text(localized("A name has at most 32 bytes.")))) }
      rows.append(
        Row(
          NetworkRow.otherName,
          .field(
            Field(
              placeholder: localized("Name of the network"),
              button: localized("Next", context: "button of a question")))))
    case .password(let name, let isRefused):
      let words =
        isRefused ? localized("A password has 8 to 63 characters.") : localized("Joining “\(shown(name))”")
      rows.append(Row(isRefused ? "other-mistake" : "other-words", .text(words)))
      rows.append(Row(NetworkRow.otherPassword, .field(passwordField)))
      rows.append(Row(NetworkRow.otherOpen, .buttons([Button("open", localized("Without password"))])))
    case .joining(let name):
      guard let failure = attempt?.failure else { break }
      rows.append(Row("other-failure", .text("“\(shown(name))”: \(failure.words)")))
      if failure == .wrongPassword {
        rows.append(Row(NetworkRow.otherPassword, .field(passwordField)))
      }
    }
    return rows
  }

  private static func shown(_ name: String) -> String { NetworkName(name.utf8).text }

  private static func row(
    _ network: WirelessNetwork, isTried: Bool, isAsked: Bool, isUnfolded: Bool?
  ) -> Row {
    let isBusy = isTried || network.active != nil && !network.isConnected
    var detail = isBusy ? localized("Connecting…") : ""
    // Nothing asks for a user's name or a certificate here.
    if network.security == .enterprise, network.saved == nil { detail = localized("Needs a profile") }
    if !network.isInReach, !isBusy { detail = localized("Out of range") }
    let choice = Choice(
      network.name.text, icon: ModuleIcon(NetworkStatus.signalIcon(network.strength)), detail: detail,
      mark: network.security == .open ? nil : "changes-prevent-symbolic", isChosen: network.isConnected,
      // A question below it is taken back by another click.
      isEnabled: network.isInReach || isBusy || isAsked, hasMore: isUnfolded != nil, isUnfolded: isUnfolded)
    return Row(NetworkRow.network(network.id), .choice(choice))
  }

  private static func row(_ device: WiredDevice, namesInterface: Bool) -> Row {
    let isBusy = device.active != nil && !device.isConnected
    let kind = [localized("Ethernet"), namesInterface ? device.interface : ""].localizedLine()
    let speed = device.speed.map(words(speed:)) ?? ""
    let choice = Choice(
      device.name.isEmpty ? kind : device.name,
      icon: device.hasCable ? "network-wired-symbolic" : "network-wired-disconnected-symbolic",
      detail: isBusy ? localized("Connecting…") : device.hasCable ? speed : localized("No cable"),
      isChosen: device.isConnected, isEnabled: device.hasCable || device.active != nil)
    return Row(NetworkRow.wired(device.id), .choice(choice))
  }

  /// A speed in megabits per second in words.
  private static func words(speed: Int) -> String {
    guard speed >= 1000 else { return localized("\(speed) Mbit/s") }
    let tenths = (speed + 50) / 100
    let figure = FieldValue.real(Double(tenths) / 10).words(digits: tenths % 10 == 0 ? 0 : 1)
    return localized("\(figure) Gbit/s")
  }

  private static func row(_ network: PrivateNetwork) -> Row {
    let isBusy = network.active != nil && !network.isConnected
    let choice = Choice(
      network.name, icon: "network-vpn-symbolic",
      detail: isBusy ? localized("Connecting…") : "", isChosen: network.isConnected)
    return Row(NetworkRow.privateNetwork(network.id), .choice(choice))
  }

  private static func passwordRule(_ network: WirelessNetwork) -> String {
    network.security == .wep
      ? localized("A key has 5 or 13 characters, or 10 or 26 hexadecimal digits.")
      : localized("A password has 8 to 63 characters.")
  }
}

nonisolated extension NetworkChoices {
  /// Whether anything that the panel lists is connected.
  fileprivate var hasConnection: Bool {
    networks.contains(where: \.isConnected) || wired.contains(where: \.isConnected)
  }
}

nonisolated extension NetworkAttempt.Failure {
  /// A sentence for the panel.
  var words: String {
    switch self {
    case .wrongPassword: localized("The password is wrong.")
    case .noPassword: localized("Its password is not saved. Save it with nmcli or nm-connection-editor.")
    case .notFound: localized("The network is out of range.")
    case .noAddress: localized("The network gave no address.")
    case .noAnswer: localized("The network does not answer.")
    case .refused: localized("NetworkManager refused the request.")
    case .other: localized("The connection failed.")
    }
  }

  /// The line of the log with the text of NetworkManager; nil: there is none.
  var reason: String? {
    if case .refused(let text) = self { "NetworkManager refused: \(text)" } else { nil }
  }
}
