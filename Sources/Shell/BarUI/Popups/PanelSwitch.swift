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
        value: isOn ? localized("On", context: "switch") : localized("Off", context: "switch"))
  }
}
