import Geometry
import Notifications
import Scenes
import Views

/// The controls of a banner: the field for an answer, the actions, and the menu that a right click opens.
struct BannerControls: View {
  let content: BannerContent
  /// The width of the controls, in logical pixels.
  let width: Double

  var body: ViewTree {
    if let reply = notification.reply, let field = content.reply { answer(reply, field) }
    if !buttons.isEmpty { rows(buttons) }
    if content.showsMenu {
      rows(BannerMenuItem.allCases.map { Item(label: $0.label, action: .menu($0)) })
    }
  }

  private var notification: Notification { content.notification }

  /// A button.
  private struct Item {
    var label: String
    var icon: BannerContent.Icon?
    var action: BannerAction
  }

  private var buttons: [Item] {
    var items = notification.buttons.map {
      Item(label: $0.label, icon: content.actionIcons[$0.key], action: .action(key: $0.key))
    }
    if let reply = notification.reply, content.reply == nil {
      items.append(Item(label: reply.label.isEmpty ? "Reply" : reply.label, action: .reply))
    }
    return items
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
      button(Item(label: reply.button.isEmpty ? "Send" : reply.button, action: .sendReply))
        .frame(maxWidth: width / 2)
    }
    .body
  }

  private func rows(_ items: [Item]) -> ViewTree {
    EvenRows(columns: BannerMetrics.columns, spacing: BannerMetrics.buttonGap) {
      for item in items { wide(item) }
    }
    .body
  }

  /// A button that is as wide as its column.
  private func wide(_ item: Item) -> ViewTree {
    Button(item.action) { label(item, maxWidth: .infinity) }
      .accessibility(.button, label: item.label)
      .id(item.action)
  }

  /// A button that is as wide as its label.
  private func button(_ item: Item) -> ViewTree {
    Button(item.action) { label(item) }
      .id(item.action)
  }

  /// The label of a button; an icon keeps the label's room, so that no button moves when it comes.
  private func label(_ item: Item, maxWidth: Double? = nil) -> ViewTree {
    let text = Text(item.label).leastWidth(0).opacity(item.icon == nil ? 1 : 0)
      .padding(horizontal: BannerMetrics.buttonPadding).frame(maxWidth: maxWidth)
      .controlHeight(BannerMetrics.controlHeight)
    guard let icon = item.icon else { return text }
    let side = BannerMetrics.actionIconSide
    return text.badge(alignment: .center) {
      Image(icon.bitmap, isTemplate: icon.isTemplate).fitted(width: side, height: side)
    }
  }
}
