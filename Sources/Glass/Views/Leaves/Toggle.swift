import Geometry
import Scenes
import VisualEffects

/// A switch that is on or off.
public struct Toggle: View {
  private let isOn: Bool
  private let label: String
  private let action: ErasedAction

  /// `label` describes the switch to assistive technology; `action` is that of a tap.
  public init(isOn: Bool, label: String, _ action: some ViewAction) {
    self.isOn = isOn
    self.label = label
    self.action = ErasedAction(action)
  }

  public var body: ViewTree {
    let isOn = isOn
    Reactive { look in
      Fill(
        isOn ? .mark(0.7) : .mark(0.18), cornerRadius: 9,
        border: ViewBorder(width: look.isFocused ? 1.5 : 0.75, ink: .mark(look.border))
      )
      .frame(width: 30, height: 18)
      .overlay(alignment: isOn ? .trailing : .leading) {
        Fill(isOn ? .counterMark(0.9) : .mark(0.6), cornerRadius: 7).frame(width: 14, height: 14)
          .padding(2)
      }
      .opacity(look.isEnabled ? 1 : InteractionLook.disabledOpacity)
    }
    .input {
      $0.actions[.tap(.primary)] = action
      $0.cursor = .pointer
      $0.isFocusable = true
    }
    .hitShape(corners: .init(9))
    .accessibility(.toggle, label: label, value: isOn ? "on" : "off")
  }
}

extension InteractionLook {
  /// The opacity of the edge of a view that can be clicked, drawn as a mark.
  ///
  /// Only the edge shows the state of input: a stronger fill below a label would change the glass around it,
  /// which keeps the label legible.
  var border: Double {
    if isPressed { return 0.56 }
    return isFocused ? 0.55 : isHovered ? 0.32 : 0.16
  }

  static let disabledOpacity = 0.4
}
