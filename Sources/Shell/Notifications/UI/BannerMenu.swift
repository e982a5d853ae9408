import Localization
public import Settings

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
    /// Changes the settings of all notifications of a program.
    case set(NotifyingProgram.Switch)
    case action(key: String)
    case reply
    case copy(String)
  }

  /// An entry of the menu.
  public struct Entry: Equatable, Sendable {
    public var label: String
    /// The result of the entry; nil: it is a line between others, or opens a submenu.
    public var choice: Choice?
    /// The picture before the label; nil: none.
    public var icon: BannerContent.Icon?
    /// Whether the entry is checked; nil: it is no check box.
    public var isOn: Bool?
    /// The entries of the submenu; empty: there is none.
    public var submenu: [Entry] = []

    init(_ label: String, _ choice: Choice, icon: BannerContent.Icon? = nil) {
      (self.label, self.choice, self.icon) = (label, choice, icon)
    }

    init(_ label: String, submenu: [Entry]) { (self.label, self.submenu) = (label, submenu) }

    static let line = Entry("", submenu: [])
  }

  /// The entries of the menu of a banner with this content; `settings` contains the rules.
  public func entries(_ content: BannerContent, _ settings: NotificationSettings) -> [Entry] {
    switch self {
    case .banner:
      let name = content.notification.shownApplication
      let ofApplication = name.isEmpty ? [] : [Entry(localized("Close all from \(name)"), .closeApplication)]
      return [Entry(localized("Close"), .close)] + ofApplication
        + [
          Entry(localized("Close all"), .closeAll), .line,
          Entry(localized("Do Not Disturb for an hour"), .quietForAnHour),
        ] + Self.programEntries(content.notification, settings)
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

  /// The entry with the settings of all notifications of the program; none if the program has no name.
  private static func programEntries(_ notification: Notification, _ settings: NotificationSettings)
    -> [Entry]
  {
    let program = NotifyingProgram(
      name: notification.applicationName, desktopEntry: notification.desktopEntry)
    guard let program else { return [] }
    let parts = program.switches(settings).map { present in
      var entry = Entry(present.part.label, .set(present.turned))
      entry.isOn = present.isOn
      return entry
    }
    return [Entry(localized("Notifications from \(notification.shownApplication)"), submenu: parts)]
  }
}
