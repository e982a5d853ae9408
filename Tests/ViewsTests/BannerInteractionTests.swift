import Input
import Measures
import Notifications
import Testing
import Views

struct BannerInteractionTests {
  private static let now = Instant(sinceOrigin: .seconds(10))

  /// Two messages that can be answered, by their numbers.
  private let banners: [UInt32: Arrangement.Banner] = {
    var store = NotificationStore()
    for name in ["a", "b"] {
      var request = NotificationRequest()
      (request.applicationName, request.summary, request.actions) = (name, name, ["inline-reply", "Answer"])
      _ = store.update(
        .notified(request, id: store.identify(request)), now: now,
        clock: ClockTime(seconds: 0, day: 0, minute: 0))
    }
    return Dictionary(uniqueKeysWithValues: store.arrangement(on: "x").banners.map { ($0.owner, $0) })
  }()

  private func click(
    _ target: BannerLayout.Target, _ owner: UInt32, _ interaction: inout BannerInteraction
  ) -> [BannerInteraction.Effect] {
    let hit = BannerGestures.Hit(.banner(owner), target)
    return [
      BannerGestures.Input.pressed(.pointer, .left, x: 1, y: 1, time: 0, hit),
      .released(.pointer, .left, x: 1, y: 1, time: 1, hit),
    ].flatMap { interaction.update($0, now: Self.now) { banners[$0] } }
  }

  @Test func `A field asks for the keyboard, and has it when that has come`() {
    var interaction = BannerInteraction()
    let effects = click(.reply, 1, &interaction)
    #expect(effects.contains(.needKeyboard(true)) && interaction.used == 1)
    #expect(interaction.reply?.owner == 1 && interaction.reply?.isFocused == false)
    _ = interaction.focus(true)
    #expect(interaction.reply?.isFocused == true)
  }

  @Test(arguments: [true, false])
  func `A field on another banner takes over the keyboard if the first still has it`(hasKeyboard: Bool) {
    var interaction = BannerInteraction()
    _ = click(.reply, 1, &interaction)
    _ = interaction.focus(hasKeyboard)
    let effects = click(.reply, 2, &interaction)
    #expect(interaction.reply?.owner == 2 && interaction.reply?.isFocused == hasKeyboard)
    #expect(effects.contains(.needKeyboard(true)) == !hasKeyboard)
  }

  @Test func `A field goes with its banner, and gives the keyboard back`() {
    var interaction = BannerInteraction()
    _ = click(.reply, 1, &interaction)
    #expect(interaction.keep([.banner(1), .banner(2)]) == [])
    #expect(interaction.keep([.banner(2)]).contains(.needKeyboard(false)) && interaction.reply == nil)
  }
}
