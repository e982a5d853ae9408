import Geometry
import Notifications
import Settings
import TestSupport
import Testing
import Views

struct BannerHandsTests {
  typealias Effect = BannerInteraction.Effect
  typealias Hit = BannerGestures.Hit
  private static let now = Instant(sinceOrigin: .seconds(5))

  /// Two banners, of which the first takes an answer.
  private static let banners: [BannerID: Arrangement.Banner] = {
    var store = NotificationStore()
    for actions in [["default", "Open", "inline-reply", "Answer", "a", "A"], []] {
      var request = NotificationRequest()
      (request.summary, request.actions) = ("S", actions)
      _ = store.update(
        .notified(request, id: store.identify(request)), now: now,
        clock: ClockTime(seconds: 0, day: 0, minute: 0))
    }
    let shown = store.arrangement(on: "A").banners
    return Dictionary(uniqueKeysWithValues: shown.map { ($0.id, $0) })
  }()

  private func click(
    _ interaction: inout BannerInteraction, _ target: BannerAction, on banner: BannerID = 1,
    _ button: PointerEvent.Button = .left
  ) -> [Effect] {
    let hit = Hit(.banner(banner), target)
    let inputs: [BannerGestures.Input] = [
      .pressed(.pointer, button, x: 5, y: 5, time: 0, hit),
      .released(.pointer, button, x: 5, y: 5, time: 9, hit),
    ]
    return inputs.flatMap { interaction.update($0, now: Self.now) { Self.banners[$0] } }
  }

  private func press(_ interaction: inout BannerInteraction, _ keys: [KeyEvent]) -> [Effect] {
    keys.flatMap { interaction.press($0, now: Self.now) { Self.banners[$0] } }
  }

  private static let letters = "Yes".map { KeyEvent(keysym: UInt32($0.asciiValue!), text: String($0)) }
  private static let enter = KeyEvent(keysym: 0xFF0D)
  private static let escape = KeyEvent(keysym: 0xFF1B)

  @Test(arguments: [
    (BannerAction.banner, PointerEvent.Button.left, [Effect.happen(.clicked(id: 1))]),
    // Buttons are redrawn when they are pressed and when they are released.
    (.close, .left, [.redraw, .happen(.dismissed(id: 1)), .redraw]),
    (.banner, .middle, [.happen(.dismissed(id: 1))]),
    (.action(key: "a"), .left, [.redraw, .happen(.actionChosen(id: 1, key: "a")), .redraw]),
    (.link("https://a"), .left, [.open("https://a")]), (.stack, .left, [.happen(.groupToggled(id: 1))]),
    (
      .banner, .right,
      [.happen(.pointerMoved(over: 1)), .openMenu(.banner(1), at: .init(x: 5, y: 5)), .redraw]
    ),
    (
      .options, .left,
      [.redraw, .happen(.pointerMoved(over: 1)), .openMenu(.options(1), at: nil), .redraw]
    ),
  ])
  func `a click does what its target says`(
    target: BannerAction, button: PointerEvent.Button, effects: [Effect]
  ) {
    var interaction = BannerInteraction()
    #expect(click(&interaction, target, button) == effects)
  }

  private func click(
    _ interaction: inout BannerInteraction, _ target: BannerAction, _ button: PointerEvent.Button
  ) -> [Effect] { click(&interaction, target, on: 1, button) }

  @Test func `an answer takes the keyboard, is sent, and gives it back`() {
    var interaction = BannerInteraction()
    #expect(
      click(&interaction, .reply) == [
        .redraw, .happen(.pointerMoved(over: 1)), .needKeyboard(true), .redraw,
      ])
    #expect(interaction.focus(true) == [.redraw] && interaction.reply?.editor.isFocused == true)
    // There is nothing to send yet.
    #expect(press(&interaction, [Self.enter]) == [.redraw])
    #expect(press(&interaction, Self.letters) == [.redraw, .redraw, .redraw])
    // A click beside it neither opens nor closes anything.
    #expect(click(&interaction, .banner) == [])
    #expect(
      press(&interaction, [Self.enter]) == [
        .needKeyboard(false), .happen(.pointerMoved(over: nil)), .happen(.replied(id: 1, text: "Yes")),
        .redraw,
      ])
    #expect(interaction.reply == nil && interaction.used == nil)
  }

  @Test func `Escape gives the keyboard back and sends nothing`() {
    var interaction = BannerInteraction()
    _ = click(&interaction, .reply)
    _ = press(&interaction, Self.letters)
    #expect(
      press(&interaction, [Self.escape]) == [
        .needKeyboard(false), .happen(.pointerMoved(over: nil)), .redraw,
      ])
    #expect(press(&interaction, Self.letters) == [])
  }

  @Test func `an answer whose notification goes gives the keyboard back`() {
    var interaction = BannerInteraction()
    _ = click(&interaction, .reply)
    #expect(interaction.keep([.banner(1), .banner(2)], now: Self.now) == [])
    #expect(
      interaction.keep([.banner(2)], now: Self.now) == [
        .needKeyboard(false), .happen(.pointerMoved(over: nil)),
      ])
  }

  @Test func `while an answer is typed its banner stands still, wherever the pointer is`() {
    var interaction = BannerInteraction()
    _ = click(&interaction, .reply)
    let effects = interaction.update(.pointed(x: 1, y: 1, Hit(.banner(2), .banner)), now: Self.now) {
      Self.banners[$0]
    }
    #expect(effects == [.happen(.pointerMoved(over: 1)), .redraw] && interaction.used == 1)
  }

  @Test func `a banner with an open menu is used until the menu has closed, wherever the pointer is`() {
    var interaction = BannerInteraction()
    func point(_ input: BannerGestures.Input) {
      _ = interaction.update(input, now: Self.now) { Self.banners[$0] }
    }
    point(.pointed(x: 1, y: 1, Hit(.banner(1), .banner)))
    _ = click(&interaction, .banner, .right)
    point(.pointerLeft)
    #expect(interaction.menu == .banner(1) && interaction.used == 1)
    // A press on a banner closes the menu and does nothing else.
    #expect(click(&interaction, .banner) == [.closeMenu])
    #expect(interaction.menuClosed(.options(1)) == [] && interaction.used == 1)
    #expect(interaction.menuClosed(.banner(1)) == [.happen(.pointerMoved(over: nil)), .redraw])
    #expect(interaction.menu == nil && interaction.used == nil)
  }

  private static func turning(_ part: NotifyingProgram.Part, _ isOn: Bool) -> NotifyingProgram.Switch {
    NotifyingProgram.Switch(NotifyingProgram(name: "Mail", desktopEntry: "")!, part, isOn: isOn)
  }

  @Test(
    arguments: [
      (.close, [.happen(.dismissed(id: 1))]), (.closeAll, [.happen(.allDismissed)]),
      (.closeApplication, [.happen(.applicationDismissed(id: 1))]), (.quietForAnHour, [.quietForAnHour]),
      (.action(key: "a"), [.happen(.actionChosen(id: 1, key: "a"))]),
      (.set(turning(.sounds, false)), [.set(turning(.sounds, false))]),
      (.set(turning(.banners, true)), [.set(turning(.banners, true))]),
      (.set(turning(.banners, false)), [.set(turning(.banners, false))]),
      (.reply, [.happen(.pointerMoved(over: 1)), .needKeyboard(true), .redraw]),
    ] as [(BannerMenu.Choice, [Effect])])
  func `an entry of a menu does what it says`(choice: BannerMenu.Choice, effects: [Effect]) {
    var interaction = BannerInteraction()
    #expect(interaction.choose(choice, of: .banner(1), now: Self.now) { Self.banners[$0] } == effects)
    #expect(interaction.choose(choice, of: .banner(9), now: Self.now) { Self.banners[$0] } == [])
  }

  @Test func `the menu of a banner that goes is closed`() {
    var interaction = BannerInteraction()
    _ = click(&interaction, .banner, .right)
    #expect(
      interaction.keep([.banner(1)], now: Self.now) == []
        && interaction.keep([.banner(2)], now: Self.now) == [.closeMenu])
  }
}
