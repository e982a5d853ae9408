import Localization

/// A menu of a banner.
public enum BannerMenu: Hashable, Sendable {
  /// The menu that a click with the right button opens.
  case banner(BannerID)
  /// The menu of the actions that have no button.
  case options(BannerID)

  /// The banner that the menu belongs to.
  public var banner: BannerID {
    switch self {
    case .banner(let id), .options(let id): id
    }
  }

  /// The result of an entry.
  public enum Choice: Hashable, Sendable {
    case close
    /// All notifications of the application are closed.
    case closeApplication
    case closeAll
    /// Turns on "do not disturb" for an hour.
    case quietForAnHour
    case action(key: String)
    case reply
    case copy(String)
  }

  /// An entry of the menu.
  public struct Entry: Equatable, Sendable {
    public var label: String
    /// The result of the entry; nil: it is a line between others.
    public var choice: Choice?
    /// The picture before the label; nil: none.
    public var icon: BannerContent.Icon?

    init(_ label: String, _ choice: Choice, icon: BannerContent.Icon? = nil) {
      (self.label, self.choice, self.icon) = (label, choice, icon)
    }

    private init() { (label, choice) = ("", nil) }

    static let line = Entry()
  }

  /// The entries of the menu of a banner with this content.
  public func entries(_ content: BannerContent) -> [Entry] {
    switch self {
    case .banner:
      let name = content.notification.shownApplication
      let ofApplication = name.isEmpty ? [] : [Entry(localized("Close all from \(name)"), .closeApplication)]
      return [Entry(localized("Close"), .close)] + ofApplication
        + [
          Entry(localized("Close all"), .closeAll), .line,
          Entry(localized("Do Not Disturb for an hour"), .quietForAnHour),
        ]
    case .options:
      return BannerButton.further(content).compactMap { button in
        let choice: Choice? =
          switch button.action {
          case .action(let key): .action(key: key)
          case .reply: .reply
          case .copy(let text): .copy(text)
          case .banner, .close, .link, .sendReply, .stack, .options: nil
          }
        return choice.map { Entry(button.label, $0, icon: button.icon) }
      }
    }
  }
}
