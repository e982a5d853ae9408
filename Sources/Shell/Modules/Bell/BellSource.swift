import BarUI
import Localization
import Loop
import ModuleModel
import Notifications
import Settings

extension BellSettings: SourceMaking {
  func makeSource(_ start: ModuleStart) -> (any ModuleSource)? {
    BellSource(
      facts: start.services.notifications, windows: OpenWindows(start.services.compositor),
      outlet: start.outlet, requestToken: start.requests.requestToken)
  }
}

/// Tells how many notifications there are, and whether they are kept back; its panel lists them.
final class BellSource: Refreshes, PerformsActions, HasMenu, KeepsPanels {
  private let facts: NotificationFacts
  private let windows: OpenWindows
  private let outlet: ModuleOutlet
  private let requestToken: (_ answer: @escaping (String?) -> Void) -> Void
  let panels: OpenPanels
  private var observation: Observation?
  /// The observation of the list of notifications, while the panel is open.
  private var list: Observation?
  /// The observation of the windows, while the panel is open.
  private var windowsObservation: Observation?
  /// The number of times that the panel was opened.
  private var openings = 0
  /// The programs all of whose notifications the panel shows.
  private var unfolded: Set<String> = []
  /// The icons of the notifications on the open panel.
  private var icons = ListedIcons()
  /// The identities of the rows of the notifications on the open panel.
  private var rows = ListedRows()
  /// The content of the open panel; nil while it is closed.
  private var content: ControlPanel?
  /// Whether something else has come to the front, so that the panel closes.
  private var isDone = false

  /// `requestToken` answers with an activation token for the program of a notification, or with nil.
  init(
    facts: NotificationFacts, windows: OpenWindows = .unknown, outlet: ModuleOutlet,
    requestToken: @escaping (_ answer: @escaping (String?) -> Void) -> Void = { $0(nil) }
  ) {
    (self.facts, self.windows, self.outlet, self.requestToken) = (facts, windows, outlet, requestToken)
    panels = OpenPanels(outlet)
    panels.follow = { [unowned self] _ in
      panelOpened()
      return nil
    }
    panels.onClose = { [unowned self] in panelClosed() }
    observation = facts.observe { [unowned self] in show() }
    show()
  }

  func stop() {
    panels.stop()
    observation = nil
    outlet.close()
  }

  func refresh() { facts.changed() }

  func perform(_ action: String, item: String?, by contact: ModuleContact) {
    switch action {
    case "do_not_disturb": facts.perform?(.toggleDoNotDisturb)
    case "dismiss_all": facts.perform?(.dismissAll)
    case "restore": facts.perform?(.restore)
    default: break
    }
  }

  func menu(of item: String?) -> [MenuEntry] { menu?.entries ?? [] }
  func opensMenu(_ action: String, of item: String?) -> Bool { false }

  func choose(_ entry: Int, of item: String?) {
    if let use = menu?.use(of: entry) { facts.perform?(use) }
  }

  private var menu: BellMenu? { facts.situation.map { BellMenu($0) } }

  private func show() {
    guard let situation = facts.situation else { return }
    outlet.show(situation.reading)
    guard panels.isOpen else { return }
    // Notifications may be served no longer, or again.
    if situation.absence != nil { list = nil } else { followList() }
    updatePanel()
  }

  // MARK: - The panel

  func panel(of item: String?) -> ControlPanel? {
    if isDone { return nil }
    return content ?? facts.situation.map { BellPanel(situation: $0).content }
  }

  func use(_ use: ControlUse, of item: String?) {
    switch use {
    case .press(_, BellPanel.clear): facts.perform?(.clear)
    case .press(_, BellPanel.quiet): facts.perform?(.toggleDoNotDisturb)
    case .press(_, BellPanel.hour): facts.perform?(.quietForAnHour)
    case .press(let row, BellPanel.remove):
      if case .notification(let row)? = row.as(BellPanel.Row.self), let listed = listed(in: row) {
        facts.perform?(.remove(listed.keys))
      }
    case .choose(let row):
      switch row.as(BellPanel.Row.self) {
      case .more(let program)?:
        if unfolded.remove(program) == nil { unfolded.insert(program) }
      case .notification(let row)?: if let listed = listed(in: row) { choose(listed) }
      case .quiet?, .program?, .nothing?, nil: return
      }
    default: return
    }
    updatePanel()
  }

  /// Chooses the default action of one that is open, or dismisses it if it has none; for one of the past, shows a window of its
  /// program, or the notification again.
  private func choose(_ listed: ListedNotification) {
    switch listed.key {
    case .open: requestToken { [facts] token in facts.perform?(.choose(listed.key, token: token)) }
    case .past:
      // The list is known until the panel closes.
      if !windows.show(listed.programNames) { facts.perform?(.choose(listed.key, token: nil)) }
    }
    if listed.leadsElsewhere { close() }
  }

  /// Returns the notification of a row; nil: the list does not have it any more.
  private func listed(in row: ListedRows.ID) -> ListedNotification? {
    let list = facts.list?() ?? []
    rows.follow(list)
    return list.first { rows[$0.key] == row }
  }

  /// Requests that the panel be closed.
  private func close() {
    isDone = true
    panels.tell()
    isDone = false
  }

  private func panelOpened() {
    // Another bar may show the panel already.
    guard content == nil else { return }
    openings += 1
    icons = ListedIcons(version: openings)
    facts.perform?(.seeList)
    windowsObservation = windows.observe {}
    followList()
    updatePanel()
  }

  private func panelClosed() {
    list.end()
    windowsObservation.end()
    (content, unfolded, icons) = (nil, [], ListedIcons())
    rows.follow([])
    // Some may have expired while they were looked at.
    facts.perform?(.seeList)
  }

  private func followList() {
    if list == nil { list = facts.followList? { [unowned self] in updatePanel() } }
  }

  private func updatePanel() {
    guard panels.isOpen, let situation = facts.situation else { return }
    LocalTime.takeLocale()
    let end = situation.quietEnd.flatMap {
      LocalTime.text(of: Int($0), format: DateForm.local.timeOfDay)
    }
    let notifications = facts.list?()
    icons.follow(notifications ?? [])
    rows.follow(notifications ?? [])
    let panel = BellPanel(
      situation: situation, quietEnd: end, notifications: notifications, unfolded: unfolded, icons: icons,
      rows: rows
    ).content
    guard panel != content else { return }
    content = panel
    panels.tell()
  }
}
