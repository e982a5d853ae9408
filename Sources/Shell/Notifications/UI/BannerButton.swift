import Localization

/// An action of a notification, its reply or the copy of its code, as a banner offers it.
struct BannerButton: Equatable, Sendable {
  var action: BannerAction
  var label: String
  var icon: BannerContent.Icon?

  /// The greatest number of buttons on a banner, one of which opens a menu if there are more actions.
  static let most = 2

  /// The actions and the reply of a notification in the order of its program, after the button that copies a code.
  static func all(_ content: BannerContent) -> [BannerButton] {
    let notification = content.notification
    var buttons = notification.buttons.map {
      BannerButton(action: .action(key: $0.key), label: $0.label, icon: content.actionIcons[$0.key])
    }
    if let reply = notification.reply {
      let label = reply.label.isEmpty ? localized("Reply") : reply.label
      buttons.insert(
        BannerButton(action: .reply, label: label), at: min(reply.place, buttons.count))
    }
    if let code = notification.code {
      buttons.insert(BannerButton(action: .copy(code), label: localized("Copy \(code)")), at: 0)
    }
    return buttons
  }

  /// The actions that have buttons of their own.
  static func shown(_ content: BannerContent) -> [BannerButton] {
    let all = all(content)
    return all.count > most ? Array(all.prefix(most - 1)) : all
  }

  /// The actions that are in a menu.
  static func further(_ content: BannerContent) -> [BannerButton] {
    Array(all(content).dropFirst(shown(content).count))
  }
}
