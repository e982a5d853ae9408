import Geometry
import TestSupport
import Testing

@testable import BarUI

struct MenuNavigationTests {
  let start = Instant(sinceOrigin: .seconds(100))
  let entries = [
    MenuEntry(1, "_Open"), MenuEntry(2, "Disabled", isEnabled: false), .separator(3),
    MenuEntry(4, "Recent", submenu: [MenuEntry(41, "_One"), MenuEntry(42, "Two", isEnabled: false)]),
    MenuEntry(5, "Save"), MenuEntry(6, "Save as"), MenuEntry(7, "_Quit"), MenuEntry(8, "_Quiet"),
  ]

  private func key(_ keysym: UInt32, _ text: String = "") -> KeyEvent { KeyEvent(keysym: keysym, text: text) }

  private func type(_ menu: inout MenuNavigation, _ text: String, now: Instant) -> MenuNavigation.Outcome {
    menu.follow(KeyEvent(keysym: 0, text: text), now: now)
  }

  @Test func `page keys move by a page, to what can be highlighted, and not beyond the ends`() {
    var entries = (0..<30).map { MenuEntry($0, "Entry \($0)") }
    entries[8] = .separator(8)
    entries[29].isEnabled = false
    var menu = MenuNavigation(entries)
    menu.pageLength = 8
    func press(_ keysym: UInt32) -> Int? {
      _ = menu.follow(KeyEvent(keysym: keysym), now: Instant(sinceOrigin: .zero))
      return menu.levels[0].highlighted
    }
    #expect(press(Keysym.pageDown) == 7)
    #expect(press(Keysym.down) == 9 && press(Keysym.pageUp) == 1 && press(Keysym.pageUp) == 0)
    #expect(press(Keysym.pageUp) == 0)
    // The entry a page further is a separator, and the one before it is as near as the one after it.
    #expect(press(Keysym.pageDown) == 7)
    #expect(press(Keysym.pageDown) == 15 && press(Keysym.pageDown) == 23 && press(Keysym.pageDown) == 28)
    #expect(press(Keysym.pageDown) == 28 && press(Keysym.home) == 0 && press(Keysym.end) == 28)
    menu = MenuNavigation(entries)
    menu.pageLength = 8
    #expect(press(Keysym.pageUp) == 22)
  }

  @Test func `arrows pass over what cannot be chosen and go round`() {
    var menu = MenuNavigation(entries)
    var way: [Int?] = []
    for _ in 0..<7 {
      _ = menu.follow(key(Keysym.down), now: start)
      way.append(menu.levels[0].highlighted)
    }
    #expect(way == [1, 4, 5, 6, 7, 8, 1])
    _ = menu.follow(key(Keysym.up), now: start)
    #expect(menu.levels[0].highlighted == 8)
    _ = menu.follow(key(Keysym.home), now: start)
    #expect(menu.levels[0].highlighted == 1)
    _ = menu.follow(key(Keysym.end), now: start)
    #expect(menu.levels[0].highlighted == 8)
  }

  @Test func `a submenu opens to the right and closes to the left`() {
    var menu = MenuNavigation(entries)
    for _ in 0..<2 { _ = menu.follow(key(Keysym.down), now: start) }
    #expect(menu.follow(key(Keysym.right), now: start) == .changed)
    #expect(menu.levels.count == 2 && menu.levels[1].highlighted == 41)
    #expect(menu.follow(key(Keysym.left), now: start) == .changed)
    #expect(menu.levels.count == 1 && menu.levels[0].highlighted == 4)
    #expect(menu.follow(key(Keysym.left), now: start) == .none)
    _ = menu.follow(key(Keysym.right), now: start)
    #expect(menu.follow(key(Keysym.enter), now: start) == .chosen(41))
    #expect(menu.levels.isEmpty)
  }

  @Test func `escape closes one level after the other`() {
    var menu = MenuNavigation(entries, highlightsFirst: true)
    _ = menu.follow(key(Keysym.down), now: start)
    _ = menu.follow(key(Keysym.right), now: start)
    #expect(menu.follow(key(Keysym.escape), now: start) == .changed)
    #expect(menu.follow(key(Keysym.escape), now: start) == .closed)
    #expect(menu.follow(key(Keysym.escape), now: start) == .none)
  }

  @Test func `the pointer opens a submenu by resting and closes it on another entry`() {
    var menu = MenuNavigation(entries)
    #expect(menu.point(at: 4, level: 0, now: start) == .changed)
    #expect(menu.nextDeadline == start + MenuNavigation.submenuDelay)
    #expect(menu.deadlineReached(now: start + .milliseconds(1)) == .none)
    #expect(menu.deadlineReached(now: start + MenuNavigation.submenuDelay) == .changed)
    #expect(menu.levels.count == 2)
    // On its way into the submenu the pointer leaves the entry.
    #expect(menu.point(at: nil, level: 0, now: start) == .none)
    #expect(menu.point(at: 41, level: 1, now: start) == .changed)
    #expect(menu.levels.count == 2)
    #expect(menu.point(at: 5, level: 0, now: start) == .changed)
    #expect(menu.levels.count == 1 && menu.nextDeadline == nil)
  }

  @Test func `a program leads to an entry through the submenus, one after the other`() {
    var menu = MenuNavigation([
      MenuEntry(1, "One"),
      MenuEntry(
        2, "Two", submenu: [MenuEntry(3, "Three", submenu: [MenuEntry(4, "Four")]), MenuEntry(5, "Five")]),
      MenuEntry(6, "Off", isEnabled: false, submenu: [MenuEntry(7, "Seven")]),
    ])
    func highlighted() -> [Int?] { menu.levels.map(\.highlighted) }
    var now = start
    #expect(menu.lead(to: 99, now: now) == .none)
    #expect(menu.lead(to: 3, now: now) == .changed)
    #expect(highlighted() == [2] && menu.nextDeadline == now + MenuNavigation.submenuDelay)
    now = now + MenuNavigation.submenuDelay
    #expect(menu.deadlineReached(now: now) == .changed && highlighted() == [2, 3])
    now = now + MenuNavigation.submenuDelay
    #expect(menu.deadlineReached(now: now) == .changed && highlighted() == [2, 3, nil])
    #expect(menu.nextDeadline == nil)
    // The next call of `lead` begins at the menu itself.
    #expect(menu.lead(to: 1, now: now) == .changed && highlighted() == [1] && menu.nextDeadline == nil)
    // Other input cancels the opening of further submenus.
    _ = menu.lead(to: 5, now: now)
    _ = menu.point(at: 1, level: 0, now: now)
    #expect(menu.nextDeadline == nil && highlighted() == [1])
    #expect(menu.lead(to: 7, now: now) == .none && highlighted() == [1])
  }

  @Test func `a click chooses, or opens a submenu, and does nothing to what is disabled`() {
    var menu = MenuNavigation(entries)
    #expect(menu.choose(2, level: 0, now: start) == .none)
    #expect(menu.choose(3, level: 0, now: start) == .none)
    #expect(menu.choose(4, level: 0, now: start) == .changed)
    #expect(menu.levels.count == 2)
    #expect(menu.choose(42, level: 1, now: start) == .none)
    #expect(menu.choose(41, level: 1, now: start) == .chosen(41))
  }

  @Test func `a mnemonic of one entry chooses it, of several highlights them in turn`() {
    var menu = MenuNavigation(entries)
    #expect(type(&menu, "q", now: start) == .changed)
    #expect(menu.levels[0].highlighted == 7)
    #expect(type(&menu, "Q", now: start) == .changed)
    #expect(menu.levels[0].highlighted == 8)
    #expect(type(&menu, "o", now: start) == .chosen(1))
  }

  @Test func `letters that choose entries are shown from the first key on`() {
    var menu = MenuNavigation(entries)
    _ = menu.choose(4, level: 0, now: start)
    #expect(!menu.showsMnemonics)
    // Alt (0xFFE9) does nothing but show the mnemonics.
    #expect(menu.follow(key(0xFFE9, ""), now: start) == .changed)
    #expect(menu.showsMnemonics)
    #expect(menu.follow(key(0xFFE9, ""), now: start) == .none)
    #expect(MenuNavigation(entries, highlightsFirst: true).showsMnemonics)
  }

  @Test func `what is typed finds the entry that begins so`() {
    var menu = MenuNavigation(entries)
    _ = type(&menu, "s", now: start)
    #expect(menu.levels[0].highlighted == 5)
    for letter in "ave" { _ = type(&menu, String(letter), now: start) }
    // A space belongs to the word while it is typed.
    #expect(menu.follow(key(Keysym.space, " "), now: start) == .changed)
    #expect(menu.levels[0].highlighted == 6)
    // After a pause a new word begins.
    let later = start + MenuNavigation.typingPause
    _ = type(&menu, "r", now: later)
    #expect(menu.levels[0].highlighted == 4)
  }

  @Test func `other entries keep what is open while it is there`() {
    var menu = MenuNavigation(entries)
    _ = menu.choose(4, level: 0, now: start)
    _ = menu.point(at: 41, level: 1, now: start)
    var new = entries
    new[3].submenu?.append(MenuEntry(43, "Three"))
    menu.replace(new)
    #expect(menu.levels.count == 2 && menu.levels[1].entries.count == 3 && menu.levels[1].highlighted == 41)
    menu.replace(Array(new.prefix(3)))
    #expect(menu.levels.count == 1 && menu.levels[0].highlighted == nil)
  }

  @Test func `a menu that a key opened highlights its first entry once it has one, until other input`() {
    let loading = [MenuEntry(9, "Loading", isEnabled: false)]
    var menu = MenuNavigation(loading, highlightsFirst: true)
    #expect(menu.levels[0].highlighted == nil)
    menu.replace(entries)
    #expect(menu.levels[0].highlighted == 1)
    // Programs send their entries again, with other numbers, when a menu is shown.
    menu.replace(Array(entries.dropFirst(4)))
    #expect(menu.levels[0].highlighted == 5)
    _ = menu.follow(key(Keysym.down), now: start)
    menu.replace(Array(entries.prefix(4)))
    #expect(menu.levels[0].highlighted == nil)
    menu = MenuNavigation(entries, highlightsFirst: true)
    #expect(menu.point(at: nil, level: 0, now: start) == .changed)
    menu.replace(entries)
    #expect(menu.levels[0].highlighted == nil)
    menu = MenuNavigation(loading)
    menu.replace(entries)
    #expect(menu.levels[0].highlighted == nil)
  }

  @Test func `a submenu without entries is open once it has some, unless a key comes before`() {
    let empty = [MenuEntry(1, "One"), MenuEntry(2, "Two", submenu: [])]
    let full = [
      empty[0],
      MenuEntry(2, "Two", submenu: [MenuEntry(21, "Off", isEnabled: false), MenuEntry(22, "Deep")]),
    ]
    var menu = MenuNavigation(empty)
    _ = menu.follow(key(Keysym.end), now: start)
    #expect(menu.follow(key(Keysym.right), now: start) == .changed)
    #expect(menu.levels.map(\.entries.count) == [2, 0])
    menu.replace(full)
    #expect(menu.levels.map(\.highlighted) == [2, 22])
    menu = MenuNavigation(empty)
    #expect(menu.choose(2, level: 0, now: start) == .changed)
    menu.replace(full)
    #expect(menu.levels.map(\.highlighted) == [2, nil])
    menu = MenuNavigation(empty)
    _ = menu.choose(2, level: 0, now: start)
    // Control (0xFFE3) does nothing, and Escape does nothing but end the wait.
    #expect(menu.follow(key(0xFFE3), now: start) == .none)
    #expect(menu.levels.map(\.entries.count) == [2, 0])
    #expect(menu.follow(key(Keysym.escape), now: start) == .changed)
    #expect(menu.levels.map(\.highlighted) == [2])
    #expect(menu.follow(key(Keysym.escape), now: start) == .closed)
  }

  @Test(arguments: [(false, Keysym.left), (true, Keysym.right), (false, Keysym.escape)])
  func `a key that goes back while a submenu is loading leaves the menu with its entry open`(
    isRightToLeft: Bool, keysym: UInt32
  ) {
    let inner = MenuEntry(11, "Inner", submenu: [])
    var menu = MenuNavigation([MenuEntry(1, "Outer", submenu: [inner])], isRightToLeft: isRightToLeft)
    _ = menu.choose(1, level: 0, now: start)
    _ = menu.choose(11, level: 1, now: start)
    #expect(menu.levels.map(\.entries.count) == [1, 1, 0])
    #expect(menu.follow(key(keysym), now: start) == .changed)
    #expect(menu.levels.map(\.highlighted) == [1, 11])
    #expect(menu.follow(key(keysym), now: start) == .changed)
    #expect(menu.levels.map(\.highlighted) == [1])
  }

  @Test func `a level that the compositor closes goes with those after it`() {
    var menu = MenuNavigation(entries)
    #expect(menu.dismiss(level: 1) == .none)
    _ = menu.choose(4, level: 0, now: start)
    #expect(menu.dismiss(level: 1) == .changed)
    #expect(menu.levels.count == 1 && menu.levels[0].highlighted == 4)
    #expect(menu.dismiss(level: 0) == .closed)
    #expect(menu.levels.isEmpty)
  }

  @Test func `a menu that contains itself is opened to a limit`() {
    var entry = MenuEntry(0, "deeper", submenu: [])
    for id in 1...20 { entry = MenuEntry(id, "deeper", submenu: [entry]) }
    var menu = MenuNavigation([entry], highlightsFirst: true)
    for _ in 0..<20 { _ = menu.follow(key(Keysym.right), now: start) }
    #expect(menu.levels.count == MenuNavigation.depthLimit)
  }

  @Test(arguments: DailySeeds.first(20) as [UInt64]) func `random events keep a menu sound`(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var menu = MenuNavigation(entries)
    var now = start
    let keys = [
      Keysym.up, Keysym.down, Keysym.left, Keysym.right, Keysym.home, Keysym.end, Keysym.space, Keysym.enter,
    ]
    for _ in 0..<200 {
      now = now + .milliseconds(Int.random(in: 0...400, using: &random))
      let outcome: MenuNavigation.Outcome
      switch Int.random(in: 0..<5, using: &random) {
      case 0: outcome = menu.follow(key(keys.randomElement(using: &random)!), now: now)
      case 1: outcome = type(&menu, ["s", "q", "é", ""].randomElement(using: &random)!, now: now)
      case 2:
        outcome = menu.point(
          at: [nil, 1, 2, 3, 4, 41, 99].randomElement(using: &random)!,
          level: Int.random(in: -1...2, using: &random), now: now)
      case 3:
        var entries = Array(self.entries.prefix(Int.random(in: 0...8, using: &random)))
        if entries.count > 3, Bool.random(using: &random) { entries[3].submenu = [] }
        menu.replace(entries)
        outcome = .none
      default: outcome = menu.deadlineReached(now: now)
      }
      switch outcome {
      case .chosen, .closed:
        #expect(menu.levels.isEmpty)
        menu = MenuNavigation(entries)
      case .none, .changed: break
      }
      #expect(!menu.levels.isEmpty)
      for (index, level) in menu.levels.enumerated() {
        if let id = level.highlighted {
          #expect(level.entries.first { $0.id == id }?.canBeHighlighted == true, "seed \(seed)")
        }
        if index > 0 { #expect(menu.levels[index - 1].highlighted != nil, "seed \(seed)") }
      }
    }
  }
}
