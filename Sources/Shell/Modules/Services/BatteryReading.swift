import BarUI
import DesktopModel
import DesktopServices
import Localization
import ModuleModel

/// The reading and the panel of a battery, and the notification about it.
nonisolated extension PowerDevice {
  /// The reading of a battery; nil stands for a battery that is not there. `adapter` is the name of the adapter by which the
  /// machine is plugged in; nil: any is.
  static func reading(_ device: PowerDevice?, adapter: String? = nil) -> ModuleReading {
    guard let device else {
      return .absent(localized("There is no battery"), icon: "battery-missing-symbolic")
    }
    var fields: [String: FieldValue] = [
      "state": .text(device.state.rawValue),
      "model": .text(device.model), "kind": .text(device.kind.rawValue),
      "summary": .text(device.summary),
    ]
    if let percent = device.percent { fields["percent"] = .integer(Int(percent.rounded()), .percent) }
    if let level = device.level { fields["level"] = .text(level.rawValue) }
    if let remaining = device.remaining { fields["remaining"] = .duration(remaining) }
    if let power = device.power { fields["power"] = .real(power, .watts) }
    if let energy = device.energy { fields["energy"] = .real(energy) }
    if let health = device.health { fields["health"] = .integer(Int(health.rounded()), .percent) }
    if let limit = device.limit { fields["limit"] = .integer(limit, .percent) }
    if let cycles = device.cycles { fields["cycles"] = .integer(cycles) }
    return ModuleReading(fields, icon: ModuleIcon(device.icon), states: device.states(adapter: adapter))
  }

  /// The icon for the charge, in tenths of the whole.
  private var icon: String {
    if state == .full { return "battery-level-100-charged-symbolic" }
    guard let charge = state == .empty ? 0 : charge else { return "battery-symbolic" }
    let level = Int((min(max(charge, 0), 100) / 10).rounded()) * 10
    return state == .charging ? "battery-level-\(level)-charging-symbolic" : "battery-level-\(level)-symbolic"
  }

  /// The row of a panel.
  var panelSummary: ControlPanel.Summary {
    let name = model.isEmpty || kind == .laptop ? kind.words : model
    var details = [line]
    if kind == .laptop {
      let age = [
        health.map { localized("Health \(Int($0.rounded()))%") },
        cycles.map {
          localized(
            "\($0) cycle", plural: "\($0) cycles", count: $0)
        },
      ]
      details.append(age.compactMap(\.self).localizedLine())
    }
    return ControlPanel.Summary(
      picture: kindIcon, title: name, figure: chargeInWords?.capitalizedSentence ?? "",
      detail: details.filter { !$0.isEmpty }.joined(separator: "\n"),
      meter: charge.map { .init(percent: Int($0.rounded()), isCritical: $0 <= 10) })
  }

  /// The line of a panel that shows the charge beside other things. The power is left out where there is a time, since in some
  /// languages there is no room for both.
  var chargeLine: ControlPanel.Content {
    let charge = chargeInWords?.capitalizedSentence ?? ""
    return .figure(
      charge.isEmpty ? localized("Battery") : localized("Battery \(charge)"),
      stateInWords.isEmpty ? line : stateInWords, icon: ModuleIcon(icon))
  }

  /// The icon of the kind of device.
  private var kindIcon: ModuleIcon {
    switch kind {
    case .mouse: "input-mouse-symbolic"
    case .keyboard: "input-keyboard-symbolic"
    case .touchpad: "input-touchpad-symbolic"
    case .gamepad: "input-gaming-symbolic"
    case .phone: "phone-symbolic"
    case .headset: "audio-headset-symbolic"
    case .headphones: "audio-headphones-symbolic"
    case .speakers: "audio-speakers-symbolic"
    case .pen, .tablet: ModuleIcon("input-tablet-symbolic", or: icon)
    case .laptop, .ups, .watch, .other: ModuleIcon(icon)
    }
  }

  /// A line about the state and the power, as it is written in a panel.
  private var line: String {
    let watts = power.map { "\(FieldValue.real($0).words(digits: 1)) W" }
    return [stateInWords, watts ?? ""].localizedLine()
  }

  /// The state and the time for which it lasts; empty if the state is unknown or need not be said.
  private var stateInWords: String {
    let time = aboutTime
    let words =
      switch state {
      case .charging: time.map { localized("full in \($0)") } ?? localized("charging")
      case .discharging: time.map { localized("\($0) left") } ?? localized("on battery")
      case .held: limit.map { localized("held at \($0)%") } ?? localized("connected, not charging")
      case .full: localized("full")
      case .empty: localized("empty")
      case .unknown: ""
      }
    // A device without a cable says all the time that it is not being charged.
    let isObvious = state == .discharging && kind != .laptop && kind != .ups && remaining == nil
    return isObvious ? "" : words.capitalizedSentence
  }

  /// The time until it is empty or full; nil: that is not known.
  private var aboutTime: String? { remaining.map { localized("about \(Self.words($0))") } }

  /// A time in hours and minutes.
  private static func words(_ time: Duration) -> String {
    let minutes = max(1, Int((time / .seconds(60)).rounded()))
    let parts = [
      minutes >= 60 ? localized("\(minutes / 60) h") : nil,
      minutes % 60 > 0 ? localized("\(minutes % 60) min") : nil,
    ]
    return parts.compactMap(\.self).joined(separator: " ")
  }

  /// The charge in percent, or the level; nil: neither is known.
  private var chargeInWords: String? { percent.map { localized("\(Int($0.rounded()))%") } ?? level?.words }

  /// The states of the module: a battery that discharges is low from 20 percent on, and critical from 10.
  private func states(adapter: String?) -> [String] {
    var states = [state.rawValue]
    let isPlugged = adapter.map { adapters.contains($0) && state != .charging }
    if isPlugged ?? (state == .full || state == .held) { states.append("plugged") }
    if state == .discharging || state == .empty, let charge {
      if charge <= 20 { states.append("low") }
      if charge <= 10 { states.append("critical") }
    }
    return states
  }

  /// The notification about a battery that becomes empty.
  func warning(icon: String) -> NotificationSender.Notice {
    let title =
      kind == .laptop
      ? localized("Battery low") : localized("\(model.isEmpty ? kind.words : model): battery low")
    let time = aboutTime.map { localized("\($0) left") }
    return NotificationSender.Notice(
      title, body: [chargeInWords, time].compactMap(\.self).localizedLine(), icon: icon,
      isCritical: (charge ?? 100) <= 10)
  }

  /// A line for people, which begins with the model of what is no laptop.
  private var summary: String {
    let model = kind == .laptop ? "" : model
    let unknown = state == .unknown ? chargeInWords ?? localized("unknown") : nil
    let level = state == .unknown ? nil : level?.words
    return [model, unknown, line, level].compactMap(\.self).localizedLine().capitalizedSentence
  }
}
