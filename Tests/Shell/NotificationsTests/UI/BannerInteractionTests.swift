import Geometry
import Notifications
import Testing
import Views

struct BannerInteractionTests {
  private static let now = Instant(sinceOrigin: .seconds(10))

  /// Two messages that can be answered.
  private let banners: [BannerID: Arrangement.Banner] = {
    var store = NotificationStore()
    for name in ["a", "b"] {
      var request = NotificationRequest()
      (request.applicationName, request.summary, request.actions) = (name, name, ["inline-reply", "Answer"])
      _ = store.update(
        .notified(request, id: store.identify(request)), now: now,
        clock: ClockTime(seconds: 0, day: 0, minute: 0))
    }
    return Dictionary(uniqueKeysWithValues: store.arrangement(on: "x").banners.map { ($0.id, $0) })
  }()

  private func click(
    _ target: BannerAction, _ banner: BannerID, _ interaction: inout BannerInteraction
  ) -> [BannerInteraction.Effect] {
    let hit = BannerGestures.Hit(.banner(banner), target)
    return [
      BannerGestures.Input.pressed(.pointer, .left, x: 1, y: 1, time: 0, hit),
      .released(.pointer, .left, x: 1, y: 1, time: 1, hit),
    ].flatMap { interaction.update($0, now: Self.now) { banners[$0] } }
  }

  @Test func `a field asks for the keyboard, and has it when that has come`() {
    var interaction = BannerInteraction()
    let effects = click(.reply, 1, &interaction)
    #expect(effects.contains(.needKeyboard(true)) && interaction.used == 1)
    #expect(interaction.reply?.banner == 1 && interaction.reply?.editor.isFocused == false)
    _ = interaction.focus(true)
    #expect(interaction.reply?.editor.isFocused == true)
  }

  @Test(arguments: [true, false])
  func `a field on another banner takes over the keyboard if the first still has it`(hasKeyboard: Bool) {
    var interaction = BannerInteraction()
    _ = click(.reply, 1, &interaction)
    _ = interaction.focus(hasKeyboard)
    let effects = click(.reply, 2, &interaction)
    #expect(interaction.reply?.banner == 2 && interaction.reply?.editor.isFocused == hasKeyboard)
    #expect(effects.contains(.needKeyboard(true)) == !hasKeyboard)
  }

  @Test func `what was typed is kept for its field when another banner is answered first`() throws {
    var interaction = BannerInteraction()
    _ = click(.reply, 1, &interaction)
    _ = interaction.focus(true)
    _ = interaction.paste("half", now: Self.now)
    let effects = click(.reply, 2, &interaction)
    let draft = try #require(
      effects.lazy.compactMap { if case .saveDraft(let draft) = $0 { draft } else { nil } }.first)
    #expect(draft.banner == 1 && draft.editor.line.text == "half")
    #expect(!interaction.takesDraft(of: 1) && interaction.restore(draft) == [])
    // The field that is opened again has what was typed, and keeps the keyboard.
    _ = click(.reply, 1, &interaction)
    #expect(interaction.takesDraft(of: 1) && !interaction.takesDraft(of: 2))
    #expect(!interaction.restore(draft).contains(.offerKeyboard))
    #expect(interaction.reply?.editor.line.text == "half" && interaction.reply?.editor.isFocused == true)
    #expect(!interaction.takesDraft(of: 1))
  }

  @Test func `an answer has precedence over a menu, and that over the pointer`() {
    var interaction = BannerInteraction()
    _ = interaction.update(
      .pointed(x: 1, y: 1, BannerGestures.Hit(.banner(2), .banner)), now: Self.now
    ) { banners[$0] }
    #expect(interaction.used == 2 && interaction.banner(of: .pointer) == 2)
    _ = click(.reply, 1, &interaction)
    #expect(interaction.used == 1 && interaction.banner(of: .reply) == 1)
    #expect(interaction.banner(of: .menu) == nil)
  }

  @Test func `a field goes with its banner, and gives the keyboard back`() {
    var interaction = BannerInteraction()
    _ = click(.reply, 1, &interaction)
    #expect(interaction.keep([.banner(1), .banner(2)], now: Self.now) == [])
    #expect(
      interaction.keep([.banner(2)], now: Self.now).contains(.needKeyboard(false)) && interaction.reply == nil
    )
  }

  @Test func `what is typed is kept while its banner is hidden, and comes back without the keyboard`() throws
  {
    var interaction = BannerInteraction()
    _ = click(.reply, 1, &interaction)
    _ = interaction.focus(true)
    _ = interaction.paste("half", now: Self.now)
    let effects = interaction.keep([], now: Self.now)
    let draft = try #require(
      effects.compactMap { if case .saveDraft(let draft) = $0 { draft } else { nil } }.first)
    #expect(
      draft.editor.line.text == "half" && interaction.reply == nil && effects.contains(.needKeyboard(false)))
    let back = interaction.restore(draft)
    #expect(back.contains(.offerKeyboard) && !back.contains(.needKeyboard(true)))
    #expect(interaction.reply?.editor.line.text == "half" && interaction.reply?.editor.isFocused == false)
    #expect(interaction.used == 1)
    // A dismissed banner leaves no draft.
    #expect(click(.close, 1, &interaction).contains(.happen(.dismissed(id: 1))))
    #expect(interaction.keep([], now: Self.now) == [])
  }

  @Test func `a field that is not answered any more closes, and its banner stays`() {
    var interaction = BannerInteraction()
    _ = click(.reply, 1, &interaction)
    _ = interaction.paste("half", now: Self.now)
    #expect(interaction.keep([.banner(1)], now: Self.now) { $0 == 1 } == [])
    let effects = interaction.keep([.banner(1)], now: Self.now) { $0 != 1 }
    #expect(effects == [.needKeyboard(false), .happen(.pointerMoved(over: nil))] && interaction.reply == nil)
  }

  @Test(arguments: [BannerAction.close, .action(key: "a"), .sendReply, .options])
  func `a button is held down until it is released or the pointer leaves it`(target: BannerAction) {
    let hit = BannerGestures.Hit(.banner(1), target)
    for after: BannerGestures.Input in [
      .released(.pointer, .left, x: 90, y: 9, time: 5, nil), .dragged(.pointer, x: 20, y: 1, time: 5),
      .dragged(.pointer, x: 1, y: 20, time: 5), .pointerLeft,
    ] {
      var interaction = BannerInteraction()
      func update(_ input: BannerGestures.Input) -> [BannerInteraction.Effect] {
        interaction.update(input, now: Self.now) { banners[$0] }
      }
      #expect(update(.pressed(.pointer, .left, x: 1, y: 1, time: 0, hit)).contains(.redraw))
      #expect(interaction.pressed(on: 1) == target && interaction.pressed(on: 2) == nil)
      // A hand is never quite still.
      #expect(update(.dragged(.pointer, x: 3, y: 1, time: 1)).allSatisfy { $0 != .redraw })
      #expect(interaction.pressed(on: 1) == target)
      #expect(update(after).contains(.redraw) && interaction.pressed(on: 1) == nil)
    }
  }

  @Test func `a button under the pointer is told, and drawn when it changes`() {
    var interaction = BannerInteraction()
    func point(_ hit: BannerGestures.Hit?) -> [BannerInteraction.Effect] {
      interaction.update(.pointed(x: 1, y: 1, hit), now: Self.now) { banners[$0] }
    }
    _ = point(.init(.banner(1), .banner))
    #expect(interaction.pointed(on: 1) == nil)
    #expect(point(.init(.banner(1), .close)) == [.redraw])
    #expect(interaction.pointed(on: 1) == .close && interaction.pointed(on: 2) == nil)
    #expect(point(.init(.banner(1), .close)) == [])
    #expect(point(.init(.banner(1), .action(key: "a"))) == [.redraw])
    #expect(point(.init(.banner(1), .link("https://a"))) == [.redraw] && interaction.pointed(on: 1) == nil)
    #expect(point(.init(.banner(1), .banner)) == [])
    _ = point(.init(.banner(2), .close))
    #expect(interaction.pointed(on: 1) == nil && interaction.pointed(on: 2) == .close)
    _ = interaction.keep([.banner(1)], now: Self.now)
    #expect(interaction.pointed(on: 2) == nil)
  }

  @Test(arguments: [BannerAction.banner, .link("https://a"), .stack])
  func `what is no button is not held down`(target: BannerAction) {
    var interaction = BannerInteraction()
    let hit = BannerGestures.Hit(.banner(1), target)
    let effects = interaction.update(.pressed(.pointer, .left, x: 1, y: 1, time: 0, hit), now: Self.now) {
      banners[$0]
    }
    #expect(effects == [] && interaction.pressed(on: 1) == nil)
  }
}
