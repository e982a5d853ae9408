import Geometry
import Scenes
import Settings
import Testing
import TextProcessing

@testable import Notifications

struct NotificationStoreTests {
  typealias Hint = NotificationRequest.Hint

  @Test func `identifiers count up from 1`() {
    var driver = Driver()
    #expect((1...3).map { driver.notify("\($0)") } == [1, 2, 3])
    #expect(driver.shown() == ["3", "2", "1"])
    #expect(driver.commands.contains(.redraw))
  }

  @Test func `memory for many notifications is freed when all are gone`() {
    var driver = Driver { $0.grouping = .application }
    for number in 0..<Limits.open { driver.notify("\(number)", app: "app \(number)", timeout: 100) }
    #expect(driver.store.notifications.banners.capacity >= Limits.open)
    #expect(driver.wait(.seconds(1)).count == Limits.open)
    #expect(
      driver.store.notifications.banners.capacity < 100
        && driver.store.notifications.duplicates.capacity < 100)
    // Identifiers continue after the last one.
    #expect(driver.notify("next") == NotificationID(rawValue: UInt32(Limits.open) + 1))
  }

  @Test func `what went by itself is counted as missed until all are dismissed`() {
    var driver = Driver {
      var hides = NotificationRule()
      (hides.application, hides.isHidden) = (try? NegatablePattern("quiet"), true)
      var forgets = NotificationRule()
      (forgets.application, forgets.keepsHistory) = (try? NegatablePattern("secret"), false)
      $0.rules = [hides, forgets]
    }
    driver.notify("a", timeout: 1000)
    driver.notify("b", app: "secret", timeout: 1000)
    driver.notify("c", timeout: 0)
    driver.notify("d", app: "quiet", timeout: 1000)
    let dismissed = driver.notify("e", timeout: 1000)
    #expect(driver.store.openCount == 4 && driver.store.missedCount == 0)
    driver.send(.dismissed(id: dismissed))
    _ = driver.wait(.seconds(2))
    #expect(driver.store.openCount == 1 && driver.store.missedCount == 2)
    #expect(driver.store.restorableCount == 1)
    driver.send(.restored(HistoryRecord(id: 1, time: 0, summary: "a")))
    #expect(driver.store.missedCount == 1 && driver.store.restorableCount == 0)
    driver.send(.allDismissed)
    #expect(driver.store.openCount == 0 && driver.store.missedCount == 0)
  }

  @Test func `a number that is promised is given to no other`() {
    var driver = Driver()
    var request = NotificationRequest()
    #expect((1...3).map { _ in driver.store.identify(request) } == [1, 2, 3])
    driver.send(.notified(request, id: 2))
    #expect(driver.store.identify(request) == 4)
    #expect(!request.mayReplace)
    request.hints = [Hint("synchronous", .string("t"))]
    #expect(request.mayReplace)
    driver.send(.notified(request, id: 4))
    #expect(driver.store.identify(request) == 4)
    request.replacesID = 9
    #expect(request.mayReplace && driver.store.identify(request) == 9)
  }

  @Test func `an open notification is replaced in its place`() {
    var driver = Driver()
    driver.notify("a")
    driver.notify("b")
    #expect(driver.notify("c", replaces: 1) == 1)
    #expect(driver.closed == [])
    #expect(driver.shown() == ["b", "c"])
    #expect(driver.notify("d", replaces: 77) == 77)
    #expect(driver.shown() == ["d", "b", "c"])
    // 77 is open, and so is not given to another.
    for expected in (3...76) + [78] {
      #expect(driver.notify("\(expected)") == NotificationID(rawValue: UInt32(expected)))
    }
  }

  @Test(arguments: ["x-dunst-stack-tag", "x-canonical-private-synchronous", "synchronous"])
  func `a tag replaces what the application showed under it`(hint: String) {
    var driver = Driver()
    let tag = [Hint(hint, .string("volume"))]
    #expect(driver.notify("40 %", hints: tag) == 1)
    #expect(driver.notify("other", app: "other", hints: tag) == 2)
    #expect(driver.notify("50 %", hints: tag) == 1)
    #expect(driver.shown() == ["other", "50 %"])
    driver.send(.dismissed(id: 1))
    #expect(driver.notify("60 %", hints: tag) == 3)
  }

  @Test(arguments: [
    (Int32(-1), 0, 4000), (-1, 1, 6000), (-1, 2, nil), (0, 1, nil), (100, 2, 100), (-2, 1, 6000),
    (.min, 1, 6000),
    (.max, 1, 2_147_483_647), (1, 0, 1),
  ])
  func `a notification stays as long as was asked, or by urgency`(
    timeout: Int32, urgency: Int64, milliseconds: Int?
  ) {
    var driver = Driver()
    let start = driver.now
    driver.notify("a", timeout: timeout, hints: [Hint("urgency", .integer(urgency))])
    #expect(driver.store.nextDeadline == milliseconds.map { start + .milliseconds($0) })
    guard let milliseconds else {
      #expect(driver.wait(.seconds(1_000_000)) == [])
      return
    }
    #expect(driver.wait(.milliseconds(milliseconds - 1)) == [])
    #expect(driver.wait(.milliseconds(1)) == [.init(1, .expired)])
    #expect(driver.store.nextDeadline == nil && driver.shown() == [])
  }

  @Test func `settings can take the applications' word away`() {
    var driver = Driver { $0.honoursTimeouts = false }
    let start = driver.now
    driver.notify("a", timeout: 0)
    #expect(driver.store.nextDeadline == start + .seconds(6))
  }

  @Test func `time stands still under the pointer, and then a moment is left`() {
    var driver = Driver()
    driver.notify("a", timeout: 3000)
    driver.notify("b", timeout: 5000)
    #expect(driver.wait(.milliseconds(2900)) == [])
    driver.send(.pointerMoved(over: 2))
    #expect(driver.store.nextDeadline == nil)
    #expect(driver.wait(.seconds(60)) == [])
    driver.send(.pointerMoved(over: nil))
    // 100 ms were left of the first, which becomes a second; the other keeps its distance.
    #expect(driver.wait(.milliseconds(999)) == [])
    #expect(driver.wait(.milliseconds(1)) == [.init(1, .expired)])
    #expect(driver.wait(.milliseconds(1999)) == [])
    #expect(driver.wait(.milliseconds(1)) == [.init(2, .expired)])
  }

  @Test func `time goes on when the banner under the pointer goes`() {
    var driver = Driver()
    driver.notify("a", timeout: 0)
    driver.notify("b", timeout: 5000)
    driver.send(.pointerMoved(over: 1))
    driver.send(.dismissed(id: 1))
    #expect(driver.store.hovered == nil)
    #expect(driver.wait(.seconds(5)) == [.init(2, .expired)])
  }

  @Test func `each way to close has its reason`() {
    var driver = Driver()
    for id in 1...4 { driver.notify("\(id)", timeout: id == 1 ? 10 : 0) }
    #expect(driver.wait(.seconds(1)) == [.init(1, .expired)])
    driver.send(.dismissed(id: 2))
    #expect(driver.closed == [.init(2, .dismissed)])
    driver.send(.closeRequested(id: 3))
    #expect(driver.commands == [.emitClosed(id: 3, .closed), .redraw])
    for id: NotificationID in [0, 3, 12345] { #expect(driver.send(.closeRequested(id: id)) == []) }
    driver.send(.allDismissed)
    #expect(driver.closed == [.init(4, .dismissed)])
    for summary in ["5", "6"] { driver.notify(summary, timeout: 0) }
    driver.send(.serviceEnded)
    #expect(driver.closed == [.init(5, .undefined), .init(6, .undefined)] && driver.store.open == [])
    #expect(CloseReason.allCases.map(\.rawValue) == [1, 2, 3, 4])
  }

  @Test func `an action is told and closes, unless the notification is resident`() {
    var driver = Driver()
    let actions = ["default", "", "a", "A", "inline-reply", "Reply"]
    driver.notify("x", actions: actions)
    driver.notify("y", hints: [Hint("resident", .boolean(true))], actions: actions)
    driver.send(.actionChosen(id: 2, key: "a"))
    #expect(driver.commands == [.emitActionInvoked(id: 2, key: "a")])
    driver.send(.clicked(id: 2))
    #expect(driver.commands == [.emitActionInvoked(id: 2, key: "default")])
    driver.send(.replied(id: 2, text: "yes"))
    #expect(driver.commands == [.emitReplied(id: 2, text: "yes")])
    #expect(driver.send(.actionChosen(id: 1, key: "nosuch")) == [])
    driver.send(.actionChosen(id: 1, key: "a"))
    #expect(
      driver.commands == [.emitActionInvoked(id: 1, key: "a"), .emitClosed(id: 1, .dismissed), .redraw])
    #expect(driver.send(.actionChosen(id: 1, key: "a")) == [])
    driver.notify("z")
    driver.send(.clicked(id: 3))
    #expect(driver.commands == [.emitClosed(id: 3, .dismissed), .redraw])
    #expect(driver.send(.replied(id: 2, text: "")) != [] && driver.send(.replied(id: 9, text: "")) == [])
  }

  @Test func `the same again is counted, with identifiers of its own`() {
    var driver = Driver()
    #expect((0..<3).map { _ in driver.notify("a", timeout: 0) } == [1, 2, 3])
    driver.notify("b", timeout: 0)
    driver.notify("a", timeout: 0)
    #expect(driver.shown() == ["a×4", "b"])
    driver.send(.closeRequested(id: 2))
    #expect(driver.closed == [.init(2, .closed)])
    #expect(driver.shown() == ["a×3", "b"])
    #expect(driver.notify("c", replaces: 1) == 1)
    #expect(driver.shown() == ["c", "a×2", "b"])
    driver.send(.dismissed(id: 3))
    #expect(driver.closed == [.init(3, .dismissed), .init(5, .dismissed)])
    #expect(driver.notify("a") == 6)
    for id: NotificationID in [1, 4, 6] { driver.send(.dismissed(id: id)) }
    #expect(driver.shown() == [])
  }

  @Test func `what was counted with others stays when the first of them is closed and its number used again`()
  {
    var driver = Driver()
    for _ in 0..<2 { driver.notify("a", timeout: 0) }
    driver.send(.closeRequested(id: 1))
    #expect(driver.notify("b", replaces: 1, timeout: 0) == 1)
    #expect(driver.closed == [] && driver.shown() == ["b", "a"])
    driver.send(.allDismissed)
    #expect(driver.closed == [.init(2, .dismissed), .init(1, .dismissed)])
  }

  @Test func `a tag replaces what is open under it, though the first number of its banner is closed`() {
    var driver = Driver()
    let tag = [Hint("synchronous", .string("t"))]
    for _ in 0..<2 { driver.notify("a", timeout: 0) }
    driver.send(.closeRequested(id: 1))
    driver.notify("b", replaces: 2, timeout: 0, hints: tag)
    #expect(driver.notify("c", timeout: 0, hints: tag) == 2)
    #expect(driver.shown() == ["c"])
  }

  @Test func `duplicates are told apart where that is wished, or where they differ`() {
    var apart = Driver { $0.countsDuplicates = false }
    for _ in 0..<2 { apart.notify("a") }
    #expect(apart.shown() == ["a", "a"])
    var driver = Driver()
    driver.notify("a")
    driver.notify("a", app: "other")
    driver.notify("a", hints: [Hint("urgency", .integer(2))])
    driver.notify("a", hints: [Hint("value", .integer(2))])
    driver.notify("a", body: "x")
    driver.notify("a", hints: [Hint("desktop-entry", .string("one"))])
    driver.notify("a", hints: [Hint("desktop-entry", .string("another"))])
    #expect(driver.shown().count == 5)
    #expect(driver.store.arrangement(on: "").moreCount == 2)
  }

  @Test func `a count has no end, but identifiers have`() {
    var driver = Driver()
    for _ in 0..<100 { driver.notify("a", timeout: 0) }
    #expect(driver.closed == [])
    driver.notify("a", timeout: 0)
    #expect(driver.closed == [.init(1, .undefined)])
    #expect(driver.shown() == ["a×101"])
  }

  @Test func `the newest are shown, critical ones first, and the rest is counted`() {
    var driver = Driver { ($0.maxShown, $0.order) = (3, .newestTop) }
    let critical = [Hint("urgency", .integer(2))]
    for name in ["a", "b", "c", "d"] { driver.notify(name) }
    #expect(driver.shown() == ["d", "c", "b"])
    #expect(driver.store.arrangement(on: "").moreCount == 1)
    for name in ["A", "B", "C"] { driver.notify(name, hints: critical) }
    driver.notify("e")
    // Two places of three for critical ones; all in the order of their arrival.
    #expect(driver.shown() == ["e", "C", "B"])
    #expect(driver.store.arrangement(on: "").moreCount == 5)
    var new = driver.store.settings
    (new.maxShown, new.order) = (20, .newestBottom)
    #expect(driver.send(.settingsLoaded(new)) == [.redraw])
    #expect(driver.shown() == ["a", "b", "c", "d", "A", "B", "C", "e"])
    driver.notify("-", hints: [Hint("urgency", .integer(0))])
    driver.notify("f")
    new.order = .urgency
    #expect(driver.send(.settingsLoaded(new)) == [.redraw])
    #expect(driver.shown() == ["A", "B", "C", "a", "b", "c", "d", "e", "f", "-"])
  }

  @Test(arguments: NotificationSettings.Anchor.allCases)
  func `critical banners stay nearest to the edge, and others give way to them`(
    anchor: NotificationSettings.Anchor
  ) {
    var driver = Driver { ($0.maxShown, $0.anchor) = (3, anchor) }
    func shown(_ critical: [String], _ others: [String]) -> [String] {
      [.bottomLeft, .bottom, .bottomRight].contains(anchor) ? others + critical : critical + others
    }
    let critical = [Hint("urgency", .integer(2))]
    driver.notify("A", hints: critical)
    for name in ["a", "b", "c"] { driver.notify(name) }
    #expect(driver.shown() == shown(["A"], ["c", "b"]))
    driver.notify("B", hints: critical)
    driver.notify("d")
    #expect(driver.shown() == shown(["B", "A"], ["d"]))
    driver.notify("C", hints: critical)
    driver.notify("e")
    #expect(driver.shown() == shown(["C", "B", "A"], []))
    #expect(driver.store.arrangement(on: "").moreCount == 5)
    // Only a newer critical one takes the place of a critical one.
    driver.notify("D", hints: critical)
    #expect(driver.shown() == shown(["D", "C", "B"], []))
    driver.send(.pointerMoved(over: driver.store.banner(of: 5)))
    #expect(driver.shown().contains("B"))
  }

  @Test func `an application's banners lie on one another until they are spread`() {
    var driver = Driver { $0.grouping = .application }
    for name in ["a", "b"] { driver.notify(name, app: "one") }
    for name in ["c", "d", "e"] { driver.notify(name, app: "two") }
    driver.notify("f", app: "")
    driver.notify("g", app: "one")
    #expect(driver.shown() == ["g+2", "f", "e+2"])
    driver.send(.groupToggled(id: 7))
    #expect(driver.shown() == ["g", "f", "e+2", "b", "a"])
    driver.send(.groupDismissed(id: 7))
    #expect(driver.closed.map(\.id) == [1, 2, 7])
    // The stack was closed, and is folded when it fills again.
    for name in ["h", "i"] { driver.notify(name, app: "one") }
    #expect(driver.shown() == ["i+1", "f", "e+2"])
    driver.notify("!", app: "two", hints: [Hint("urgency", .integer(2))])
    driver.notify("j", app: "two")
    #expect(driver.shown() == ["!+4", "i+1", "f"])
  }

  @Test func `all notifications of an application are dismissed, and those of others stay`() {
    var driver = Driver()
    for (name, app) in [("a", "one"), ("b", "two"), ("c", "one"), ("d", "")] { driver.notify(name, app: app) }
    driver.send(.applicationDismissed(id: 3))
    #expect(driver.closed.map(\.id) == [1, 3] && driver.shown() == ["d", "b"])
    driver.send(.applicationDismissed(id: 3))
    #expect(driver.closed.isEmpty)
  }

  @Test func `all notifications of a program whose banners are turned off are dismissed`() throws {
    var driver = Driver()
    for (name, app) in [("a", "one"), ("b", "two"), ("c", "one")] { driver.notify(name, app: app) }
    let one = try #require(NotifyingProgram(name: "one", desktopEntry: "org.one"))
    driver.send(.programDismissed(one))
    #expect(driver.closed.map(\.id) == [1, 3] && driver.shown() == ["b"])
  }

  @Test func `a reply keeps its place among the buttons of its program`() {
    var request = NotificationRequest()
    request.actions = ["default", "D", "a", "A", "inline-reply", "Reply", "b", "B"]
    let notification = Notification(request, Hints(), id: 1, time: 0)
    #expect(notification.reply?.place == 1 && notification.buttons.map(\.key) == ["a", "b"])
  }

  @Test func `what is used stays where it is, whatever comes`() {
    var driver = Driver { ($0.maxShown, $0.order) = (3, .newestTop) }
    let used = driver.notify("used")
    driver.send(.pointerMoved(over: driver.store.banner(of: used)))
    for name in ["a", "b", "c"] { driver.notify(name) }
    #expect(driver.shown() == ["c", "b", "used"])
    for name in ["A", "B", "C"] { driver.notify(name, hints: [Hint("urgency", .integer(2))]) }
    #expect(driver.shown() == ["C", "c", "used"])
    driver.send(.pointerMoved(over: nil))
    #expect(driver.shown() == ["C", "B", "c"])
  }

  @Test func `what is used stays in front of its stack`() {
    var driver = Driver { $0.grouping = .application }
    driver.notify("a")
    let used = driver.notify("used")
    driver.send(.pointerMoved(over: driver.store.banner(of: used)))
    driver.notify("b")
    #expect(driver.shown() == ["used+2"])
    driver.send(.pointerMoved(over: nil))
    #expect(driver.shown() == ["b+2"])
  }

  @Test func `what is used stays in front of an older one that becomes critical`() {
    var driver = Driver { $0.grouping = .application }
    let old = driver.notify("a")
    let used = driver.notify("used")
    driver.send(.pointerMoved(over: driver.store.banner(of: used)))
    driver.notify("a", replaces: old, hints: [Hint("urgency", .integer(2))])
    #expect(driver.shown() == ["used+1"])
    driver.send(.pointerMoved(over: nil))
    #expect(driver.shown() == ["a+1"])
  }

  @Test func `a spread stack is folded from one place, the banner that was seen`() {
    var driver = Driver { $0.grouping = .application }
    func folding() -> [String] {
      driver.store.arrangement(on: "").banners.filter(\.isExpanded).map(\.notification.summary)
    }
    for name in ["a", "b", "c"] { driver.notify(name, app: "one") }
    driver.notify("d", app: "two")
    #expect(folding() == [])
    driver.send(.groupToggled(id: 3))
    #expect(driver.shown() == ["d", "c", "b", "a"] && folding() == ["c"])
    driver.send(.dismissed(id: 3))
    #expect(folding() == ["b"])
    // One alone is no stack.
    driver.send(.dismissed(id: 1))
    #expect(driver.shown() == ["d", "b"] && folding() == [])
  }

  @Test func `without room the oldest goes, critical ones last`() {
    var driver = Driver()
    driver.notify("critical", hints: [Hint("urgency", .integer(2))])
    for id in 2...1000 { driver.notify("\(id)", timeout: 0) }
    #expect(driver.closed == [])
    driver.notify("one more", timeout: 0)
    #expect(driver.closed == [.init(2, .undefined)])
  }

  @Test func `old pictures are dropped when all take too much`() {
    var driver = Driver()
    let picture = [Hint("image-data", HintsTests.picture(256, 256, bytes: 262_144))]
    for _ in 0..<65 { driver.notify("a", timeout: 0, hints: picture) }
    let kept = driver.store.open.filter { !$0.pictures.isEmpty }.map(\.id)
    #expect(kept == (2...65).reversed().map { NotificationID(rawValue: $0) })
  }

  @Test func `large pictures of old notifications are made smaller when all take too much`() {
    var driver = Driver()
    driver.send(.outputsChanged(["A"], focused: "A", scale: 2))
    let picture = [Hint("image-data", HintsTests.picture(480, 480, bytes: 480 * 480 * 4))]
    for _ in 0..<20 { driver.notify("a", timeout: 0, hints: picture) }
    let widths = driver.store.open.map { entry -> Int? in
      if case .bitmap(let bitmap)? = entry.pictures.first { bitmap.size.width } else { nil }
    }
    #expect(widths == Array(repeating: 480, count: 17) + Array(repeating: 256, count: 3))
  }

  @Test func `what is transient or excluded is not recorded`() throws {
    let excluded = [try TextPattern("Sig*"), try TextPattern("org.private")]
    var driver = Driver { $0.historyExclude = excluded }
    driver.notify("a", body: "<b>x</b>")
    #expect(
      driver.records == [
        HistoryRecord(number: 1, id: 1, time: 1_000_000, applicationName: "app", summary: "a", body: "x")
      ])
    driver.notify("a", hints: [Hint("transient", .boolean(true))])
    #expect(driver.records == [])
    driver.notify("a", app: "Signal")
    #expect(driver.records == [])
    driver.notify("a", hints: [Hint("desktop-entry", .string("org.private"))])
    #expect(driver.records == [])
    var off = Driver { $0.keepsHistory = false }
    off.notify("a")
    #expect(off.records == [])
  }

  @Test func `a notification of the history is shown again, unrecorded`() {
    var driver = Driver()
    let record = HistoryRecord(
      id: 5, time: 7, applicationName: "app", summary: "a", body: "<b>", urgency: .low, icon: "mail")
    driver.send(.restored(record))
    #expect(driver.records == [] && driver.shown() == ["a"])
    let shown = driver.store.open[0]
    #expect(shown.id == 1 && shown.time == 7 && shown.body.string == "<b>" && shown.urgency == .low)
    #expect(driver.wait(.seconds(4)) == [.init(1, .expired)])
  }

  @Test func `a notification of the history that is open again has a banner of its own`() {
    var driver = Driver()
    let open = driver.notify("a")
    driver.send(.restored(HistoryRecord(id: 5, time: 7, applicationName: "app", summary: "a")))
    #expect(driver.shown() == ["a", "a"] && driver.store.count(of: open) == 1)
    #expect(driver.send(.forgotten(id: open)).contains { if case .forget = $0 { true } else { false } })
  }

  @Test func `a notification that was replaced counts those that are equal to it now`() {
    var driver = Driver()
    let id = driver.notify("former")
    driver.notify("a", replaces: id)
    driver.notify("a")
    #expect(driver.shown() == ["a×2"] && driver.store.count(of: id) == 2)
    driver.notify("former")
    #expect(driver.shown() == ["former", "a×2"])
  }

  @Test func `sounds are played seldom and not for those that are not seen`() {
    var driver = Driver()
    let bell = [Hint("sound-name", .string("bell"))]
    driver.notify("a", hints: bell)
    #expect(driver.sounds == [.name("bell")])
    driver.notify("b", hints: bell)
    #expect(driver.sounds == [])
    _ = driver.wait(.milliseconds(250))
    driver.notify("c", hints: bell + [Hint("suppress-sound", .boolean(true))])
    #expect(driver.sounds == [])
    driver.notify("d", hints: bell)
    #expect(driver.sounds == [.name("bell")])
    _ = driver.wait(.seconds(1))
    driver.send(.doNotDisturbSet(.on))
    driver.notify("e", hints: bell)
    #expect(driver.sounds == [])
  }

  @Test func `banners appear on the output that is asked for, or that is left`() {
    var driver = Driver()
    driver.send(.outputsChanged(["A", "B"], focused: "A"))
    driver.notify("a")
    driver.send(.outputsChanged(["A", "B"], focused: "B"))
    driver.notify("b")
    #expect(driver.shown(on: "A") == ["a"] && driver.shown(on: "B") == ["b"])
    driver.send(.outputsChanged(["B"], focused: "B"))
    #expect(driver.shown(on: "B") == ["b", "a"])
    driver.send(.outputsChanged([], focused: nil))
    driver.notify("c")
    driver.send(.outputsChanged(["C"], focused: nil))
    #expect(driver.shown(on: "C") == ["c", "b", "a"])
    var everywhere = Driver { $0.output = "all" }
    everywhere.send(.outputsChanged(["A", "B"], focused: "A"))
    everywhere.notify("a")
    #expect(everywhere.shown(on: "A") == ["a"] && everywhere.shown(on: "B") == ["a"])
    var named = Driver { $0.output = "B" }
    named.send(.outputsChanged(["A", "B"], focused: "A"))
    named.notify("a")
    #expect(named.shown(on: "A") == [] && named.shown(on: "B") == ["a"])
  }

  @Test func `ignored hints are reported, and the notification is shown`() {
    var driver = Driver()
    driver.notify("a", hints: [Hint("urgency", .string("x"))])
    #expect(
      driver.commands.contains(
        .reportProblems(application: "app", [Hints.Problem(name: "urgency", words: "is of a wrong type")])))
    #expect(driver.shown() == ["a"])
  }
}
