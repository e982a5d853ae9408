import Localization
import Views

/// The switch of a panel, whose state is told in the user's language.
struct PanelSwitch: View {
  /// The name of what is switched, for people who do not see it.
  var label: String
  var isOn: Bool

  var body: ViewTree {
    Toggle(isOn: isOn, label: label, PanelAction.turn)
      .accessibility(
        .toggle, label: label,
        value: ControlPanel.stateLabel(isOn: isOn))
  }
}

extension ControlPanel {
  /// The state of a switch in the user's language.
  public static func stateLabel(isOn: Bool) -> String {
    isOn ? localized("On", context: "switch") : localized("Off", context: "switch")
  }
}
