import Geometry
import Scenes
import VisualEffects

/// A view that does something when it is tapped, and shows when the pointer is over it, holds it down or the keyboard is
/// in it.
public struct Button: View {
  /// The look of a button.
  public enum Style: Sendable {
    /// A fill with an edge.
    case well
    /// Only the label until the pointer is over it, as the items of a bar.
    case plain
  }

  private let label: ViewTree
  private let style: Style
  private let cornerRadius: Double
  private let action: ErasedAction

  /// `cornerRadius` is in points; the fill is as large as the label.
  public init(
    _ action: some ViewAction, style: Style = .well, cornerRadius: Double = 8,
    @ViewBuilder label: () -> ViewTree
  ) {
    self.action = ErasedAction(action)
    self.style = style
    self.cornerRadius = cornerRadius
    self.label = label()
  }

  public var body: ViewTree {
    let (label, well) = (label, Well(style: style, cornerRadius: cornerRadius))
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

    /// The fill lies beside the text that is on it, not in a sheet of its own, so that the text is made legible over it.
    @ViewBuilder func view(_ look: InteractionLook) -> ViewTree {
      if style == .well || look.isHovered || look.isPressed || look.isFocused {
        Fill(
          .vibrant(look.isPressed ? .tertiaryFill : style == .well ? .fill : .secondaryFill),
          cornerRadius: cornerRadius,
          border: style == .well || look.isFocused
            ? ViewBorder(width: look.isFocused ? 1.5 : 0.75, ink: .mark(look.border)) : nil)
      }
    }
  }
}
