import Geometry
import NotificationUI
import Notifications
import Settings
import TestSupport
import Testing

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
    _ button: BannerGestures.Button = .left
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
    (BannerAction.banner, BannerGestures.Button.left, [Effect.happen(.clicked(id: 1))]),
    // What is pressed is drawn, and drawn again.
    (.close, .left, [.redraw, .happen(.dismissed(id: 1)), .redraw]),
    (.banner, .middle, [.happen(.dismissed(id: 1))]),
    (.action(key: "a"), .left, [.redraw, .happen(.actionChosen(id: 1, key: "a")), .redraw]),
    (.link("https://a"), .left, [.open("https://a")]), (.stack, .left, [.happen(.groupToggled(id: 1))]),
    (.banner, .right, [.happen(.pointerMoved(over: 1)), .redraw]),
  ])
  func `A click does what its target says`(
    target: BannerAction, button: BannerGestures.Button, effects: [Effect]
  ) {
    var interaction = BannerInteraction()
    #expect(click(&interaction, target, button) == effects)
  }

  private func click(
    _ interaction: inout BannerInteraction, _ target: BannerAction, _ button: BannerGestures.Button
  ) -> [Effect] { click(&interaction, target, on: 1, button) }

  @Test func `An answer takes the keyboard, is sent, and gives it back`() {
    var interaction = BannerInteraction()
    #expect(
      click(&interaction, .reply) == [
        .redraw, .happen(.pointerMoved(over: 1)), .needKeyboard(true), .redraw,
      ])
    #expect(interaction.focus(true) == [.redraw] && interaction.reply?.isFocused == true)
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

  @Test func `An answer whose notification goes gives the keyboard back`() {
    var interaction = BannerInteraction()
    _ = click(&interaction, .reply)
    #expect(interaction.keep([.banner(1), .banner(2)]) == [])
    #expect(interaction.keep([.banner(2)]) == [.needKeyboard(false), .happen(.pointerMoved(over: nil))])
  }

  @Test func `While an answer is typed its banner stands still, wherever the pointer is`() {
    var interaction = BannerInteraction()
    _ = click(&interaction, .reply)
    let effects = interaction.update(.pointed(x: 1, y: 1, Hit(.banner(2), .banner)), now: Self.now) {
      Self.banners[$0]
    }
    #expect(effects == [.happen(.pointerMoved(over: 1)), .redraw] && interaction.used == 1)
  }

  @Test func `A menu closes by a choice and when the pointer leaves its banner`() {
    var interaction = BannerInteraction()
    _ = interaction.update(.pointed(x: 1, y: 1, Hit(.banner(1), .banner)), now: Self.now) { Self.banners[$0] }
    _ = click(&interaction, .banner, .right)
    #expect(interaction.menu == 1)
    #expect(click(&interaction, .menu(.quiet)).contains(.quietForAnHour) && interaction.menu == nil)
    _ = click(&interaction, .banner, .right)
    #expect(click(&interaction, .menu(.closeAll)) == [.redraw, .happen(.allDismissed), .redraw])
    _ = click(&interaction, .banner, .right)
    _ = interaction.update(.pointerLeft, now: Self.now) { Self.banners[$0] }
    #expect(interaction.menu == nil && interaction.used == nil)
  }

  @Test(arguments: [
    // Keys, what is in the field then, and what is selected.
    ([KeyEvent(keysym: 0xFF08)], "one tw", 6..<6),
    ([KeyEvent(keysym: 0xFF08, modifiers: .control)], "one ", 4..<4),
    ([KeyEvent(keysym: 0xFF51), KeyEvent(keysym: 0xFFFF)], "one tw", 6..<6),
    ([KeyEvent(keysym: 0xFF50), KeyEvent(keysym: 0xFF53, modifiers: .shift)], "one two", 0..<1),
    ([KeyEvent(keysym: 0xFF51, modifiers: [.control, .shift])], "one two", 4..<7),
    ([KeyEvent(keysym: 0x61, modifiers: .control), KeyEvent(keysym: 0x78, text: "x")], "x", 1..<1),
    ([KeyEvent(keysym: 0x61, text: "a", isPressed: false)], "one two", 7..<7),
    ([KeyEvent(keysym: 0xFE03)], "one two", 7..<7),
  ])
  func `Keys change the field as everywhere`(keys: [KeyEvent], text: String, selection: Range<Int>) {
    var editor = ReplyEditor(on: 1, now: Self.now)
    editor.perform(.insert("one two"), now: Self.now)
    for key in keys { _ = editor.press(key, now: Self.now) }
    #expect(editor.text.text == text && editor.text.selection == selection)
  }

  @Test func `Copies and cuts take what is selected, if anything is`() {
    var editor = ReplyEditor(on: 1, now: Self.now)
    editor.perform(.insert("one two"), now: Self.now)
    let (copy, cut) = (
      KeyEvent(keysym: 0x63, modifiers: .control), KeyEvent(keysym: 0x78, modifiers: .control)
    )
    #expect(editor.press(copy, now: Self.now) == .ignored && editor.press(cut, now: Self.now) == .ignored)
    editor.perform(.selectAll, now: Self.now)
    #expect(editor.press(copy, now: Self.now) == .copy("one two") && editor.text.text == "one two")
    #expect(editor.press(cut, now: Self.now) == .copy("one two") && editor.text.text.isEmpty)
    #expect(editor.press(KeyEvent(keysym: 0x76, modifiers: .control), now: Self.now) == .paste)
  }

  @Test func `The cursor blinks while the field has the keyboard, and rests after a while`() {
    var editor = ReplyEditor(on: 1, now: Self.now)
    #expect(!editor.showsCursor(at: Self.now) && editor.nextBlink(after: Self.now) == nil)
    editor.isFocused = true
    var now = Self.now
    var changes = 0
    while let next = editor.nextBlink(after: now) {
      #expect(next > now && editor.showsCursor(at: now) != editor.showsCursor(at: next))
      now = next
      changes += 1
    }
    #expect(changes >= 16 && now - Self.now <= .seconds(11) && editor.showsCursor(at: now + .seconds(60)))
  }
}
