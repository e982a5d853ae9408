import DesktopModel
import Localization
import ModuleModel

/// The reading of the network module.
nonisolated extension NetworkStatus {
  /// The reading of a status; nil stands for a machine of which nobody tells anything.
  static func reading(_ status: NetworkStatus?) -> ModuleReading {
    guard let status else {
      return .absent(localized("There is no such network interface"), icon: "network-offline-symbolic")
    }
    var fields: [String: FieldValue] = [
      "state": .text(status.state.rawValue), "kind": .text(status.kind.rawValue),
      "name": .text(status.name), "interface": .text(status.interface), "address": .text(status.address),
      "address6": .text(status.address6), "vpn": .text(status.vpns.joined(separator: ", ")),
      "summary": .text(status.summary),
    ]
    if let strength = status.strength { fields["strength"] = .integer(strength, .percent) }
    if let frequency = status.frequency { fields["frequency"] = .integer(frequency, .megahertz) }
    if let prefix = status.prefix { fields["prefix"] = .integer(prefix) }
    if let netmask = status.netmask { fields["netmask"] = .text(netmask) }
    if !status.gateway.isEmpty { fields["gateway"] = .text(status.gateway) }
    var states = [status.state.rawValue]
    if status.kind != .none { states.append(status.kind.rawValue) }
    if !status.vpns.isEmpty, status.kind != .vpn { states.append("vpn") }
    if status.isLinked { states.append("linked") }
    if status.isDisabled { states.append("disabled") }
    return ModuleReading(fields, icon: ModuleIcon(status.icon), states: states)
  }

  /// The name of the icon.
  var icon: String {
    let isLacking = state == .limited || state == .portal
    switch kind {
    case .none where state == .connecting: return "network-wireless-acquiring-symbolic"
    case .none: return isWirelessOff ? "network-wireless-disabled-symbolic" : "network-offline-symbolic"
    case .wifi:
      if state == .connecting { return "network-wireless-acquiring-symbolic" }
      if isLacking { return "network-wireless-no-route-symbolic" }
      return strength.map(Self.signalIcon) ?? "network-wireless-symbolic"
    case .mobile: return "network-cellular-connected-symbolic"
    case .vpn: return "network-vpn-symbolic"
    case .ethernet, .other: return isLacking ? "network-wired-no-route-symbolic" : "network-wired-symbolic"
    }
  }

  /// The icon of a strength in percent, as NetworkManager's own applet chooses it.
  static func signalIcon(_ strength: Int) -> String {
    let level =
      switch strength {
      case 81...: "excellent"
      case 56...80: "good"
      case 31...55: "ok"
      case 6...30: "weak"
      default: "none"
      }
    return "network-wireless-signal-\(level)-symbolic"
  }

  /// The name, or what stands for one: the kernel's name for a cable says nothing to people.
  var title: String {
    if kind == .ethernet, !name.isEmpty, name == interface { return localized("Ethernet") }
    if !name.isEmpty { return name }
    switch state {
    case .disconnected: return localized("Not connected")
    case .connecting: return localized("Connecting")
    case .limited, .portal, .connected: return localized("Connected")
    }
  }

  /// A problem of the connection; empty if there is none.
  var warning: String {
    switch state {
    case .limited: localized("no internet")
    case .portal: localized("the network requires a sign-in page")
    case .connecting: localized("connecting")
    case .disconnected, .connected: ""
    }
  }

  /// The part that was turned off, so that there is no connection; empty if none was.
  private var obstacle: String {
    if isNetworkingOff { return localized("networking is off") }
    if isWirelessBlocked { return localized("a switch keeps Wi-Fi off") }
    return isWirelessOff ? localized("Wi-Fi is off") : ""
  }

  /// A line for people.
  private var summary: String {
    var parts = [title]
    if state == .disconnected { parts.append(obstacle) }
    if !name.isEmpty { parts.append(warning) }
    if let strength { parts.append(Self.signalWords(strength)) }
    parts.append(address.isEmpty ? address6 : address)
    if !vpns.isEmpty { parts.append(localized("VPN \(vpns.joined(separator: ", "))")) }
    return parts.localizedLine()
  }

  /// Returns a strength in percent in words, with the limits of its icon.
  private static func signalWords(_ strength: Int) -> String {
    switch strength {
    case 56...: localized("strong signal")
    case 31...55: localized("fair signal")
    default: localized("weak signal")
    }
  }
}

nonisolated extension WirelessLink {
  /// The fields of the radio link, as far as it is known.
  var fields: [String: FieldValue] {
    var fields: [String: FieldValue] = [:]
    if let dBm { fields["dbm"] = .integer(dBm) }
    if let sendRate { fields["tx_rate"] = .integer(sendRate, .bitsPerSecond) }
    if let receiveRate { fields["rx_rate"] = .integer(receiveRate, .bitsPerSecond) }
    if !point.isEmpty { fields["bssid"] = .text(point) }
    return fields
  }
}
