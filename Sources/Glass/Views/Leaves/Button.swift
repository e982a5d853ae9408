import Geometry
import Scenes
import VisualEffects

/// A view that asks for an action when it is tapped, and whose look shows whether it is hovered, pressed or
/// focused.
public struct Button: View {
  /// The look of a button.
  public enum Style: Sendable {
    /// A fill with an edge.
    case well
    /// The button shows its label alone until it is hovered, pressed or focused, as the items of a bar do.
    case plain
  }

  private let label: ViewTree
  private let style: Style
  private let cornerRadius: Double
  private let fill: ViewInk?
  private let action: ErasedAction

  /// `cornerRadius` is in points; the fill is as large as the label. `fill` is an ink of the fill in place of the usual
  /// one, on which the label has to be legible, as one of the ink `onAccent` is on `accent`. The accent and an opaque colour, which
  /// is for labels of that ink alone, become darker or lighter under the pointer.
  public init(
    _ action: some ViewAction, style: Style = .well, cornerRadius: Double = 8, fill: ViewInk? = nil,
    @ViewBuilder label: () -> ViewTree
  ) {
    self.action = ErasedAction(action)
    self.style = style
    self.cornerRadius = cornerRadius
    self.fill = fill
    self.label = label()
  }

  public var body: ViewTree {
    let (label, well) = (label, Well(style: style, cornerRadius: cornerRadius, fill: fill))
    Reactive { look in
      label.background { well.view(look) }.opacity(look.isEnabled ? 1 : InteractionLook.disabledOpacity)
    }
    .input {
      $0.actions[.tap(.primary)] = action
      $0.cursor = .pointer
      $0.isFocusable = true
    }
    .hitShape(corners: LogicalCorners(cornerRadius))
  }

  /// The fill below the label.
  private struct Well {
    var style: Style
    var cornerRadius: Double
    var fill: ViewInk?

    /// The fill, which lies in the same sheet as the label and not in its own, so that the label is made
    /// legible over it.
    @ViewBuilder func view(_ look: InteractionLook) -> ViewTree {
      if style == .well || look.isUsed {
        let shape = Fill(
          fill?.used(isHovered: look.isHovered, isPressed: look.isPressed) ?? .vibrant(fillStyle(look)),
          cornerRadius: cornerRadius,
          border: style == .well || look.isFocused
            ? ViewBorder(width: look.isFocused ? 1.5 : ViewBorder.hairline, ink: .mark(look.border)) : nil)
        style == .well ? shape.stroked(width: look.isUsed ? 2 : 1) : shape
      }
    }

    /// The style of the usual fill, which becomes stronger under the pointer, and strongest while the button is pressed.
    private func fillStyle(_ look: InteractionLook) -> VibrancyEffect.Style {
      if look.isPressed { return .fill }
      return style == .well && look.isHovered ? .secondaryFill : .tertiaryFill
    }
  }
}
