import BarUI
import DesktopModel
import Localization
import ModuleModel

/// The reading and the panel of a power profile.
nonisolated extension PowerProfile {
  /// The reading of a profile; nil: no service tells one.
  static func reading(_ profile: PowerProfile?) -> ModuleReading {
    profile?.reading
      ?? .absent(localized("power-profiles-daemon does not run"), icon: "power-profile-balanced-symbolic")
  }

  private var reading: ModuleReading {
    ModuleReading(
      ["profile": .text(active), "name": .text(Self.words(active)), "degraded": .text(degradation)],
      icon: ModuleIcon("power-profile-\(active)-symbolic"),
      states: [active] + (degradation.isEmpty ? [] : ["degraded"]))
  }

  /// The panel on which a profile is chosen.
  var panel: ControlPanel {
    var rows = names.map { name in
      ControlPanel.Row(
        name,
        .choice(
          .init(
            Self.words(name), icon: ModuleIcon("power-profile-\(name)-symbolic"), isChosen: name == active)))
    }
    if !degradation.isEmpty {
      rows.append(
        .init("degraded", .text(localized("Performance is reduced: \(Self.words(ofReason: degradation))."))))
    }
    return ControlPanel(localized("Power"), rows: rows)
  }
}
