import BarUI
import ModuleModel
import Settings
import Testing

@testable import Modules

@Suite struct BellSourceTests {
  @Test(
    arguments: [
      (0, 0, false, nil, "none", "bell-symbolic", [], "No notifications"),
      (2, 1, false, nil, "unread", "bell-unread-symbolic", ["unread"], "2 open · 1 missed"),
      (0, 3, true, nil, "quiet", "bell-disabled-symbolic", ["quiet", "unread"], "3 missed · Do Not Disturb"),
      (0, 0, true, nil, "quiet", "bell-disabled-symbolic", ["quiet"], "No notifications · Do Not Disturb"),
      (
        0, 0, false, "notifications go to mako", "absent", "bell-symbolic", ["absent"],
        "notifications go to mako"
      ),
    ] as [(Int, Int, Bool, String?, String, String, [String], String)])
  func `a situation has a state, an icon and words`(
    open: Int, missed: Int, isQuiet: Bool, absence: String?, state: String, icon: String, states: [String],
    summary: String
  ) {
    var situation = NotificationSituation()
    (situation.open, situation.missed, situation.isQuiet, situation.absence) = (
      open, missed, isQuiet, absence
    )
    let reading = situation.reading
    #expect(reading.icon?.description == icon && reading.states == states)
    #expect(reading.fields["state"] == .text(state) && reading.fields["summary"] == .text(summary))
    #expect(reading.fields["count"] == .integer(open + missed))
    let kind = ModuleKind.bell.summary
    #expect(Set(reading.fields.keys) == Set(kind.namedFields.map(\.name)))
    #expect(ModuleSettings.defaults(of: .bell).style.shown(reading, kind).tooltip == summary)
  }

  @Test func `a module is told of changes alone, and asks for nothing once it is stopped`() {
    let facts = NotificationFacts()
    var situation: NotificationSituation?
    var reads = 0
    facts.read = {
      reads += 1
      return situation
    }
    facts.changed()
    #expect(reads == 0, "nobody observes")
    var readings: [ModuleReading] = []
    let source = BellSource(facts: facts, outlet: ModuleOutlet { readings.append($0) })
    #expect(readings.isEmpty, "it is not known yet")
    situation = NotificationSituation()
    facts.changed()
    facts.changed()
    situation?.open = 2
    facts.changed()
    #expect(readings.map { $0.fields["open"] } == [.integer(0), .integer(2)])
    source.stop()
    let before = reads
    facts.changed()
    #expect(reads == before)
  }

  @Test func `the menu has the programs of which something is turned off, to turn it on again`() throws {
    let facts = NotificationFacts()
    let mail = try #require(NotifyingProgram(name: "My_Mail", desktopEntry: ""))
    var situation = NotificationSituation()
    situation.isQuiet = true
    var uses: [NotificationFacts.Use] = []
    (facts.read, facts.perform) = ({ situation }, { uses.append($0) })
    let source = BellSource(facts: facts, outlet: ModuleOutlet { _ in })
    defer { source.stop() }
    let usual = ["Do Not Disturb", "Do Not Disturb for an hour", "", "Close all"]
    #expect(source.menu(of: nil).map(\.label) == usual)
    situation.turnedOff = [[.init(mail, .banners, isOn: false), .init(mail, .sounds, isOn: true)]]
    facts.changed()
    let menu = source.menu(of: nil)
    #expect(menu.map(\.label) == usual + ["", "Notifications from My_Mail"])
    #expect(menu[0].mark == .checkbox(isOn: true) && menu[2].isSeparator && menu[4].isSeparator)
    let parts = try #require(menu[5].submenu)
    #expect(parts.map(\.label) == ["Show banners", "Play sounds"])
    #expect(parts.map(\.mark) == [.checkbox(isOn: false), .checkbox(isOn: true)])
    for entry in [menu[0], menu[1], menu[3], menu[5], parts[0], parts[1]] { source.choose(entry.id, of: nil) }
    #expect(
      uses == [
        .toggleDoNotDisturb, .quietForAnHour, .dismissAll, .set(.init(mail, .banners, isOn: true)),
        .set(.init(mail, .sounds, isOn: false)),
      ])
    situation.absence = "mako"
    facts.changed()
    #expect(source.menu(of: nil).isEmpty)
  }

  @Test func `the menu offers to show a missed notification again while the history has one`() {
    let facts = NotificationFacts()
    var situation = NotificationSituation()
    var uses: [NotificationFacts.Use] = []
    (facts.read, facts.perform) = ({ situation }, { uses.append($0) })
    let source = BellSource(facts: facts, outlet: ModuleOutlet { _ in })
    defer { source.stop() }
    func offers() -> [MenuEntry] { source.menu(of: nil).filter { $0.label == "Show the last one again" } }
    #expect(offers().isEmpty)
    situation.missed = 1
    facts.changed()
    #expect(offers().isEmpty, "the history is off")
    situation.restorable = 1
    facts.changed()
    for entry in offers() { source.choose(entry.id, of: nil) }
    #expect(uses == [.restore])
  }

  @Test func `entries of the menu keep their identifiers when a notification is missed`() throws {
    let mail = try #require(NotifyingProgram(name: "My_Mail", desktopEntry: ""))
    let facts = NotificationFacts()
    var situation = NotificationSituation()
    situation.turnedOff = [[.init(mail, .banners, isOn: false)]]
    facts.read = { situation }
    let source = BellSource(facts: facts, outlet: ModuleOutlet { _ in })
    defer { source.stop() }
    let former = source.menu(of: nil)
    situation.restorable = 1
    facts.changed()
    let menu = source.menu(of: nil)
    #expect(menu.count == former.count + 1)
    #expect(menu.filter { $0.label != "Show the last one again" } == former)
  }

  @Test(arguments: [
    ("do_not_disturb", NotificationFacts.Use.toggleDoNotDisturb), ("dismiss_all", .dismissAll),
    ("restore", .restore),
  ])
  func `each action of the module is something that people want`(action: String, use: NotificationFacts.Use) {
    let facts = NotificationFacts()
    var uses: [NotificationFacts.Use] = []
    facts.perform = { uses.append($0) }
    let source = BellSource(facts: facts, outlet: ModuleOutlet { _ in })
    source.perform(action, item: nil)
    #expect(uses == [use])
    #expect(ModuleKind.bell.summary.actions.contains { $0.name == action })
    source.stop()
  }
}
