import Geometry
import Scenes
import VisualEffects

/// A switch that is on or off.
public struct Toggle: View {
  private let isOn: Bool
  private let label: String
  private let action: ErasedAction

  /// The lengths of the switch and the diameter of its knob, in points.
  static let (width, height, knob) = (36.0, 20.0, 16.0)

  /// `label` describes the switch to assistive technology; `action` is that of a tap.
  public init(isOn: Bool, label: String, _ action: some ViewAction) {
    self.isOn = isOn
    self.label = label
    self.action = ErasedAction(action)
  }

  public var body: ViewTree {
    let isOn = isOn
    Reactive { look in
      Fill(isOn ? .accent : .mark(look.isHovered ? 0.3 : 0.22), cornerRadius: Self.height / 2).stroked()
        .frame(width: Self.width, height: Self.height)
        .overlay(alignment: isOn ? .trailing : .leading) {
          Knob().frame(width: Self.knob, height: Self.knob).padding((Self.height - Self.knob) / 2)
        }
        .badge(alignment: .center) {
          if look.isFocused {
            Fill(nil, cornerRadius: .infinity, border: ViewBorder(width: 2, ink: .accentMark))
              .frame(width: Self.width + 8, height: Self.height + 8)
          }
        }
        .opacity(look.isEnabled ? 1 : InteractionLook.disabledOpacity)
    }
    .input {
      $0.actions[.tap(.primary)] = action
      $0.cursor = .pointer
      $0.isFocusable = true
    }
    .hitShape(corners: .init(Self.height / 2))
    .accessibility(.toggle, label: label, value: isOn ? "on" : "off")
  }
}

/// The white disc of a switch, with its shadow.
struct Knob: View {
  var body: ViewTree {
    Fill(.colour([1, 1, 1, 1]), cornerRadius: .infinity).glass(
      GlassSheet(
        nil, corners: LogicalCorners(.infinity),
        border: ViewBorder(width: ViewBorder.hairline, ink: .colour([0, 0, 0, 0.08])),
        shadows: [LogicalShadow(sigma: 1.5, offsetY: 1, colour: [0, 0, 0, 0.3])])
    )
    .overlay {
      Fill(nil, cornerRadius: .infinity).stroked()
    }
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
