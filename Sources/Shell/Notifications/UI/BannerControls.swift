import Geometry
import Localization
import Scenes
import Views
import VisualEffects

/// The controls of a banner: the field for an answer, or two buttons for its actions.
struct BannerControls: View {
  let content: BannerContent
  /// The width of the controls, in logical pixels.
  let width: Double

  var body: ViewTree {
    if let reply = notification.reply, let field = content.reply {
      answer(reply, field)
    } else if !BannerButton.all(content).isEmpty {
      buttons
    }
  }

  private var notification: Notification { content.notification }

  /// The buttons, side by side if their labels fit; the first is the one that the program suggests.
  private var buttons: ViewTree {
    EvenRows(columns: BannerButton.most, spacing: BannerMetrics.buttonGap) {
      for (index, button) in BannerButton.shown(content).enumerated() {
        well(button.action, label: button.label, isPrimary: index == 0) {
          label(button).frame(maxWidth: .infinity)
        }
      }
      if !BannerButton.further(content).isEmpty { options }
    }
    .body
  }

  /// The button that opens a menu of the actions that have none.
  private var options: ViewTree {
    well(.options, label: localized("Options"), isHeld: content.showsOptions) {
      HStack(spacing: BannerMetrics.signGap) {
        Text(localized("Options"))
        Symbol("go-down", side: BannerMetrics.signSide)
      }
      .padding(horizontal: BannerMetrics.buttonPadding).frame(maxWidth: .infinity)
      .controlHeight(BannerMetrics.controlHeight)
    }
  }

  /// A field with what is typed, and a button to send it.
  private func answer(_ reply: Notification.Reply, _ field: BannerContent.ReplyField) -> ViewTree {
    HStack(spacing: BannerMetrics.buttonGap) {
      TextField(
        field.text, selection: field.selection, showsCursor: field.showsCursor,
        placeholder: reply.placeholder
      )
      .controlHeight(BannerMetrics.controlHeight)
      .cursor(.text).onTap(.primary, BannerAction.reply).focusable()
      .accessibility(.textField, label: reply.placeholder, value: field.text)
      .id(BannerAction.reply)
      let words = reply.button.isEmpty ? localized("Send") : reply.button
      well(.sendReply, label: words, isPrimary: true) {
        Text(words).leastWidth(0).padding(horizontal: BannerMetrics.buttonPadding)
          .controlHeight(BannerMetrics.controlHeight)
      }
      .frame(maxWidth: width / 2)
    }
    .body
  }

  /// The label of a button; an icon keeps the label's room, so that no button moves when it comes.
  private func label(_ button: BannerButton) -> ViewTree {
    let text = Text(button.label).leastWidth(0).opacity(button.icon == nil ? 1 : 0)
      .padding(horizontal: BannerMetrics.buttonPadding).controlHeight(BannerMetrics.controlHeight)
    guard let icon = button.icon else { return text }
    let side = BannerMetrics.actionIconSide
    return text.badge(alignment: .center) {
      Image(icon.bitmap, isTemplate: icon.isTemplate).fitted(width: side, height: side)
    }
  }

  /// A button on a fill that becomes stronger under the pointer, and again while it is pressed or `isHeld`; the primary
  /// one lies on the accent.
  private func well(
    _ action: BannerAction, label: String, isPrimary: Bool = false, isHeld: Bool = false,
    @ViewBuilder _ content: () -> ViewTree
  ) -> ViewTree {
    let content = content()
    return Reactive { look in
      content.background { ButtonFill(look: look, isPrimary: isPrimary, isHeld: isHeld) }
    }
    .environment { if isPrimary { $0.ink = .onAccent } }
    .onTap(.primary, action).focusable()
    .hitShape(corners: LogicalCorners(BannerMetrics.buttonRadius))
    .accessibility(.button, label: label)
    .id(action)
  }
}

/// The fill below the label of a button: the accent for the primary one.
private struct ButtonFill: View {
  let look: InteractionLook
  let isPrimary, isHeld: Bool

  var body: ViewTree {
    Fill(ink, cornerRadius: BannerMetrics.buttonRadius, border: border).stroked(width: border == nil ? 1 : 2)
  }

  private var ink: ViewInk {
    isPrimary
      ? ViewInk.accent.used(isHovered: look.isHovered, isPressed: isPressed) : .vibrant(style)
  }

  private var isPressed: Bool { look.isPressed || isHeld }

  private var style: VibrancyEffect.Style {
    isPressed ? .fill : look.isHovered ? .secondaryFill : .tertiaryFill
  }

  /// The edge of a button that is used. That of the primary one is wider, since its fill can change little below a legible label.
  private var border: ViewBorder? {
    guard isPressed || look.isFocused || isPrimary && look.isHovered else { return nil }
    return ViewBorder(
      width: isPrimary ? 1.5 : ViewBorder.hairline, ink: .mark(isPressed || !isPrimary ? 0.3 : 0.2))
  }
}
