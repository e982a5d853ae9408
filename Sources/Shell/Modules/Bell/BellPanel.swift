import BarUI
import Localization
import ModuleModel
import Notifications
import Settings

/// The content of a bell's panel: do not disturb, and all notifications by their programs.
nonisolated struct BellPanel {
  var situation: NotificationSituation
  /// The time of day at which do not disturb ends by itself; nil: the user has set no time.
  var quietEnd: String?
  /// The notifications, the newest first; nil: they are not known yet.
  var notifications: [ListedNotification]?
  /// The programs all of whose notifications are shown.
  var unfolded: Set<String> = []
  /// The icons of the notifications.
  var icons = ListedIcons()
  /// The identities of the rows of the notifications, each of which has one.
  var rows = ListedRows()

  /// The identifier of a row.
  enum Row: Hashable {
    case quiet
    case program(String)
    case notification(ListedRows.ID)
    /// The row that shows or hides further notifications of a program.
    case more(String)
    case nothing
  }

  /// The identifiers of the buttons.
  static let (clear, remove, quiet, hour) = ("clear", "remove", "quiet", "hour")
  /// The greatest number of notifications of a program that are shown while they are folded.
  static let mostFolded = 3

  var content: ControlPanel {
    var panel = ControlPanel(localized("Notifications"), width: .wide)
    if let absence = situation.absence {
      panel.rows = [.init(Row.nothing, .placeholder(absence, icon: "bell-disabled-symbolic"))]
      return panel
    }
    if notifications?.isEmpty == false { panel.button = .init(Self.clear, localized("Clear")) }
    panel.rows = [.init(Row.quiet, .tiles(tiles))]
    guard let notifications else { return panel }
    if notifications.isEmpty {
      let words = localized("No notifications")
      panel.rows.append(.init(Row.nothing, .placeholder(words, icon: "bell-symbolic")))
    }
    for program in programs(of: notifications) { panel.rows += rows(of: program) }
    return panel
  }

  private var tiles: [ControlPanel.Tile] {
    let tile = situation.tile.map { tile in
      var tile = tile
      tile.id = Self.quiet
      if situation.isQuiet, let quietEnd { tile.detail = localized("Until \(quietEnd)") }
      return tile
    }
    // The time that the user has set may be another one than an hour.
    let hour = ControlPanel.Tile(
      Self.hour, localized("For an hour"), icon: "alarm-symbolic", isOn: false)
    return [tile, hour].compactMap(\.self)
  }

  /// The notifications of a program.
  private struct Program {
    var name: String
    /// The notifications, the newest first.
    var notifications: [ListedNotification]
  }

  /// The programs, first that of the newest notification.
  private func programs(of notifications: [ListedNotification]) -> [Program] {
    var (programs, places): ([Program], [String: Int]) = ([], [:])
    for listed in notifications {
      let name = listed.notification.shownApplication
      if let place = places[name] {
        programs[place].notifications.append(listed)
      } else {
        places[name] = programs.count
        programs.append(Program(name: name, notifications: [listed]))
      }
    }
    return programs
  }

  private func rows(of program: Program) -> [ControlPanel.Row] {
    let isUnfolded = unfolded.contains(program.name)
    let shown = isUnfolded ? program.notifications[...] : program.notifications.prefix(Self.mostFolded)
    let name = program.name.isEmpty ? localized("Other") : program.name
    var rows: [ControlPanel.Row] = [.init(Row.program(program.name), .heading(name))]
    rows += shown.map { listed in
      guard let row = self.rows[listed.key] else { preconditionFailure("\(listed.key) has no row") }
      return .init(Row.notification(row), .message(listed.message(icons[listed.key])))
    }
    let hidden = program.notifications.count - Self.mostFolded
    if hidden > 0 {
      let words =
        isUnfolded
        ? localized("Show less") : localized("\(hidden) more", plural: "\(hidden) more", count: hidden)
      rows.append(.init(Row.more(program.name), .fold(words, isUnfolded: isUnfolded)))
    }
    return rows
  }
}

nonisolated extension ListedNotification {
  /// The notification as a row of a panel; its body is the title if it has no summary, and the name of its program if it has neither.
  fileprivate func message(_ icon: ModuleIcon) -> ControlPanel.Message {
    let (summary, body) = (notification.summary, notification.body.string)
    let program = notification.shownApplication
    let texts = [summary, body, program, localized("Other")].filter { !$0.isEmpty }
    return ControlPanel.Message(
      picture: icon, program: program, title: texts[0], detail: summary.isEmpty ? "" : body, time: age,
      count: count,
      isCritical: notification.urgency == .critical, button: .init(BellPanel.remove, localized("Remove")))
  }

  /// Whether a click leads to another program, or shows a banner, so that the panel is in the way.
  var leadsElsewhere: Bool {
    switch key {
    case .open: notification.hasDefaultAction
    case .past: true
    }
  }

  /// The names by which the windows of the program are found.
  var programNames: [String] {
    [notification.desktopEntry, notification.applicationName].filter { !$0.isEmpty }
  }
}
