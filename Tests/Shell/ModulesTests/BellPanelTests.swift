import BarUI
import Geometry
import Loop
import ModuleModel
import Notifications
import Scenes
import Settings
import Testing

@testable import Modules

@Suite struct BellPanelTests {
  private func listed(
    _ summary: String, of program: String, key: ListedNotification.Key? = nil, body: String = "",
    urgency: Urgency = .normal, count: Int = 1, actions: [String] = []
  ) -> ListedNotification {
    var request = NotificationRequest()
    (request.summary, request.body, request.applicationName) = (summary, body, program)
    request.actions = actions
    var hints = Hints()
    hints.urgency = urgency
    let id = NotificationID(rawValue: UInt32(summary.utf8.reduce(1) { $0 * 3 + Int($1) }))
    let own = key ?? .open(id)
    let origin: ListedNotification.Origin =
      switch own {
      case .open(let id): .banner(BannerID(rawValue: UInt64(id.rawValue)))
      case .past(let key): .record(key)
      }
    return ListedNotification(
      own, Notification(request, hints, id: id, time: 0), origins: [origin], age: "now", count: count)
  }

  /// Rows that have these notifications.
  private func rows(of notifications: [ListedNotification]) -> ListedRows {
    var rows = ListedRows()
    rows.follow(notifications)
    return rows
  }

  /// The rows of a panel in words.
  private func words(_ panel: ControlPanel) -> [String] {
    panel.rows.map { row in
      switch row.content {
      case .heading(let text): "# " + text
      case .message(let message):
        message.title + (message.isCritical ? "!" : "")
          + (message.detail.isEmpty ? "" : ": " + message.detail)
          + (message.count > 1 ? " ×\(message.count)" : "")
      case .fold(let text, let isUnfolded): (isUnfolded ? "- " : "+ ") + text
      case .placeholder(let text, _): "(\(text))"
      case .tiles(let tiles):
        tiles.map { "\($0.title) \($0.detail)\($0.isOn ? "!" : "")" }.joined(separator: ", ")
      default: "?"
      }
    }
  }

  private static let quiet = "Do Not Disturb Off, For an hour Off"

  @Test func `notifications stand under their programs, first that of the newest`() {
    let notifications = [
      listed("c", of: "Chat"), listed("b", of: "Mail", body: "text"), listed("a", of: "Chat"),
      listed("d", of: "", urgency: .critical), listed("", of: "Mail", body: "only a body"),
    ]
    let panel = BellPanel(
      situation: NotificationSituation(), notifications: notifications, rows: rows(of: notifications)
    ).content
    #expect(
      words(panel) == [
        Self.quiet, "# Chat", "c", "a", "# Mail", "b: text", "only a body", "# Other", "d!",
      ])
    #expect(panel.title == "Notifications" && panel.button?.label == "Clear")
    #expect(Set(panel.rows.map(\.id)).count == panel.rows.count)
  }

  @Test(arguments: [3, 4, 9]) func `more than three of a program are folded`(count: Int) {
    let notifications = (0..<count).map { listed("\($0)", of: "Chat") }
    let all = notifications.map(\.notification.summary)
    var panel = BellPanel(
      situation: NotificationSituation(), notifications: notifications, rows: rows(of: notifications))
    let folded = Array(all.prefix(3)) + (count > 3 ? ["+ \(count - 3) more"] : [])
    #expect(words(panel.content) == [Self.quiet, "# Chat"] + folded)
    panel.unfolded = ["Chat"]
    #expect(words(panel.content) == [Self.quiet, "# Chat"] + all + (count > 3 ? ["- Show less"] : []))
    panel.unfolded = ["Mail"]
    #expect(words(panel.content) == [Self.quiet, "# Chat"] + folded)
  }

  @Test func `a panel without notifications says so, once it is known, and offers nothing to clear`() {
    var panel = BellPanel(situation: NotificationSituation())
    #expect(words(panel.content) == [Self.quiet] && panel.content.button == nil)
    panel.notifications = []
    #expect(words(panel.content) == [Self.quiet, "(No notifications)"] && panel.content.button == nil)
    panel.situation.absence = "mako has them"
    #expect(words(panel.content) == ["(mako has them)"])
  }

  @Test func `the tiles tell until when do not disturb is on`() {
    var situation = NotificationSituation()
    situation.isQuiet = true
    let on = BellPanel(situation: situation, notifications: nil).content
    #expect(words(on) == ["Do Not Disturb On!, For an hour Off"])
    let timed = BellPanel(situation: situation, quietEnd: "15:04", notifications: nil).content
    #expect(words(timed) == ["Do Not Disturb Until 15:04!, For an hour Off"])
  }

  /// A bell with a list, whose panel is open.
  private final class Scenario {
    let facts = NotificationFacts()
    var situation = NotificationSituation()
    var notifications: [ListedNotification]? = []
    private(set) var uses: [NotificationFacts.Use] = []
    private(set) var shownWindows: [[String]] = []
    /// The names of the programs that have windows.
    var windows: Set<String> = []
    private(set) var source: BellSource!
    private(set) var panel: Observation?
    /// Whether the source has asked that the panel be closed.
    private(set) var isClosed = false
    private let observers = Observers()
    var isFollowed: Bool { !observers.isEmpty }

    init() {
      facts.read = { [unowned self] in situation }
      facts.list = { [unowned self] in notifications }
      facts.followList = { [unowned self] in observers.add($0) }
      facts.perform = { [unowned self] in uses.append($0) }
      var windows = OpenWindows.unknown
      windows.show = { [unowned self] names in
        shownWindows.append(names)
        return !self.windows.isDisjoint(with: names)
      }
      source = BellSource(facts: facts, windows: windows, outlet: ModuleOutlet { _ in }) { $0("token") }
    }

    func open() {
      panel = source.openPanel(of: nil) { [unowned self] in
        guard source.panel(of: nil) == nil else { return }
        isClosed = true
        close()
      }
    }

    func close() { panel.end() }
    func changed() { observers.tell() }
    func clearUses() { uses = [] }
    func row(_ row: BellPanel.Row) -> PanelRowKey { PanelRowKey(row) }

    /// The row of the message with this title.
    func row(titled title: String) throws -> PanelRowKey {
      let row = source.panel(of: nil)?.rows.first { row in
        if case .message(let message) = row.content { message.title == title } else { false }
      }
      return try #require(row).id
    }
  }

  @Test func `the list is followed while the panel is open, and seen as it opens and closes`() {
    let scenario = Scenario()
    defer { scenario.source.stop() }
    #expect(!scenario.isFollowed && scenario.uses.isEmpty)
    scenario.open()
    #expect(scenario.isFollowed && scenario.uses == [.seeList])
    scenario.notifications = [listed("a", of: "Chat")]
    scenario.changed()
    #expect(scenario.source.panel(of: nil).map(words) == [Self.quiet, "# Chat", "a"])
    scenario.close()
    #expect(!scenario.isFollowed && scenario.uses == [.seeList, .seeList])
    #expect(scenario.source.panel(of: nil).map(words) == [Self.quiet])
  }

  @Test func `a list that was gone with its service is followed again`() {
    let scenario = Scenario()
    defer { scenario.source.stop() }
    scenario.open()
    scenario.situation.absence = "off"
    scenario.facts.changed()
    #expect(!scenario.isFollowed && scenario.source.panel(of: nil).map(words) == ["(off)"])
    scenario.situation.absence = nil
    scenario.facts.changed()
    #expect(scenario.isFollowed)
    #expect(scenario.source.panel(of: nil).map(words) == [Self.quiet, "(No notifications)"])
  }

  @Test func `each control has its use`() throws {
    let scenario = Scenario()
    defer { scenario.source.stop() }
    let (key, past) = (ListedNotification.Key.open(1), ListedNotification.Key.past(5))
    scenario.notifications = [listed("a", of: "Chat", key: key), listed("b", of: "Chat", key: past)]
    scenario.open()
    scenario.clearUses()
    let quiet = scenario.row(.quiet)
    for use: ControlUse in [
      .press(row: ControlPanel.header, button: "clear"), .press(row: quiet, button: "quiet"),
      .press(row: quiet, button: "hour"), .press(row: try scenario.row(titled: "b"), button: "remove"),
      .choose(try scenario.row(titled: "a")),
    ] {
      scenario.source.use(use, of: nil)
    }
    #expect(
      scenario.uses == [
        .clear, .toggleDoNotDisturb, .quietForAnHour, .remove([past]), .choose(key, token: "token"),
      ])
    #expect(!scenario.isClosed, "a notification without an action is dismissed, and others stay")
    scenario.situation.quietEnd = 3600
    scenario.facts.changed()
    scenario.source.use(.press(row: quiet, button: "hour"), of: nil)
    #expect(scenario.uses.last == .quietForAnHour)
  }

  @Test func `of several that share a row, the cross removes all and a click chooses the newest`() throws {
    let scenario = Scenario()
    defer { scenario.source.stop() }
    var several = listed("a", of: "Chat", key: .open(9), count: 4, actions: ["default", ""])
    several.earlier = [.past(7), .past(5)]
    scenario.notifications = [several, listed("b", of: "Chat", key: .past(3))]
    scenario.open()
    #expect(scenario.source.panel(of: nil).map(words) == [Self.quiet, "# Chat", "a ×4", "b"])
    scenario.clearUses()
    let row = try scenario.row(titled: "a")
    scenario.source.use(.press(row: row, button: "remove"), of: nil)
    scenario.source.use(.choose(row), of: nil)
    #expect(
      scenario.uses == [
        .remove([.open(9), .past(7), .past(5)]), .choose(.open(9), token: "token"), .seeList,
      ])
  }

  @Test func `a cross does nothing once the list does not have its row any more`() throws {
    let scenario = Scenario()
    defer { scenario.source.stop() }
    scenario.notifications = [listed("a", of: "Chat", key: .past(5))]
    scenario.open()
    let row = try scenario.row(titled: "a")
    scenario.notifications = [listed("a", of: "Chat", key: .past(6))]
    scenario.changed()
    #expect(try scenario.row(titled: "a") != row)
    scenario.clearUses()
    scenario.source.use(.press(row: row, button: "remove"), of: nil)
    #expect(scenario.uses.isEmpty)
  }

  @Test func `a row stays the same as others are counted on it, move it up, and close`() throws {
    let scenario = Scenario()
    defer { scenario.source.stop() }
    let other = listed("b", of: "Chat", key: .past(9))
    scenario.notifications = [other, listed("a", of: "Chat", key: .past(5))]
    scenario.open()
    let row = try scenario.row(titled: "a")
    let steps: [(key: ListedNotification.Key, origins: Set<ListedNotification.Origin>)] = [
      (.open(1), [.record(5), .banner(BannerID(rawValue: 1))]),
      (.open(2), [.banner(BannerID(rawValue: 1))]),
      (.open(2), [.record(6), .record(7), .banner(BannerID(rawValue: 1))]),
      (.past(7), [.record(7)]),
    ]
    for (key, origins) in steps {
      var changed = listed("a", of: "Chat", key: key)
      changed.origins = origins
      scenario.notifications = [changed, other]
      // An arrival may precede a click that follows in the same iteration.
      scenario.source.use(.press(row: row, button: "remove"), of: nil)
      #expect(scenario.uses.last == .remove([key]))
      scenario.changed()
      #expect(try scenario.row(titled: "a") == row && scenario.row(titled: "b") != row)
    }
  }

  @Test func `one without texts has the name of its program`() {
    let notifications = [listed("", of: "Mail", key: .open(1)), listed("", of: "", key: .open(2))]
    let panel = BellPanel(
      situation: NotificationSituation(), notifications: notifications, rows: rows(of: notifications))
    #expect(words(panel.content) == [Self.quiet, "# Mail", "Mail", "# Other", "Other"])
  }

  /// The pictures of the messages on a panel.
  private func icons(_ panel: ControlPanel?) -> [ModuleIcon] {
    panel?.rows.compactMap { if case .message(let message) = $0.content { message.picture } else { nil } }
      ?? []
  }

  @Test func `files that notifications name are read again each time the panel opens`() {
    let scenario = Scenario()
    defer { scenario.source.stop() }
    var (file, name) = (listed("a", of: "Chat"), listed("b", of: "Chat"))
    (file.notification.pictures, name.notification.pictures) = ([.file("/a.png")], [.icon("chat")])
    scenario.notifications = [file, name]
    for opening in 1...2 {
      scenario.open()
      #expect(
        icons(scenario.source.panel(of: nil)) == [
          ModuleIcon([.file("/a.png")], version: opening), ModuleIcon([.named("chat")]),
        ])
      scenario.close()
    }
  }

  @Test func `pixels that programs have sent are kept in the size of rows`() {
    let scenario = Scenario()
    defer { scenario.source.stop() }
    var sent = listed("a", of: "Chat")
    sent.notification.pictures = [.bitmap(Bitmap(size: PixelSize(width: 1024, height: 512)))]
    scenario.notifications = [sent]
    scenario.open()
    let small = Bitmap(size: PixelSize(width: 144, height: 72))
    #expect(icons(scenario.source.panel(of: nil)) == [ModuleIcon([.sent(.pixels(small))])])
  }

  @Test func `a row of the folded ones shows and hides them`() {
    let scenario = Scenario()
    defer { scenario.source.stop() }
    scenario.notifications = (0..<5).map { listed("\($0)", of: "Chat") }
    scenario.open()
    func count() -> Int? { scenario.source.panel(of: nil)?.rows.count }
    #expect(count() == 6)
    for expected in [8, 6] {
      scenario.source.use(.choose(scenario.row(.more("Chat"))), of: nil)
      #expect(count() == expected)
    }
  }

  @Test(arguments: [true, false])
  func `one of the past shows a window of its program, or else itself, and the panel closes`(
    hasWindow: Bool
  ) throws {
    let scenario = Scenario()
    defer { scenario.source.stop() }
    scenario.notifications = [listed("a", of: "Chat", key: .past(5))]
    if hasWindow { scenario.windows = ["Chat"] }
    scenario.open()
    scenario.clearUses()
    scenario.source.use(.choose(try scenario.row(titled: "a")), of: nil)
    #expect(scenario.isClosed && scenario.shownWindows == [["Chat"]])
    // The list that has it is not followed any more once the panel has closed.
    #expect(scenario.uses == (hasWindow ? [.seeList] : [.choose(.past(5), token: nil), .seeList]))
  }

  @Test func `an action closes the panel, which would be in the way of its program`() throws {
    let scenario = Scenario()
    defer { scenario.source.stop() }
    scenario.notifications = [listed("a", of: "Chat", key: .open(1), actions: ["default", ""])]
    scenario.open()
    scenario.source.use(.choose(try scenario.row(titled: "a")), of: nil)
    #expect(scenario.isClosed && scenario.uses.contains(.choose(.open(1), token: "token")))
  }
}
