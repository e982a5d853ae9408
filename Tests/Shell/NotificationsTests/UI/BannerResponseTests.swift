import Geometry
import Notifications
import Settings
import Testing
import Views

struct BannerResponseTests {
  typealias Effect = BannerInteraction.Effect
  private static let now = Instant(sinceOrigin: .seconds(5))
  private static let clock = ClockTime(seconds: 0, day: 0, minute: 0)

  /// A banner of a message with a link, an address and a field for a reply.
  private func banner(
    _ responses: [BannerGesture: BannerResponse], rule: [BannerGesture: BannerResponse] = [:],
    body: String = "see <a href=\"https://a\">this</a>", urls: [String] = ["https://b"]
  ) -> [BannerID: Arrangement.Banner] {
    var settings = NotificationSettings()
    settings.style.responses = responses
    var own = NotificationRule()
    own.style.responses = rule
    settings.rules = [own]
    var store = NotificationStore(settings: settings)
    var request = NotificationRequest()
    (request.summary, request.body, request.actions) = ("S", body, ["inline-reply", "Answer"])
    request.hints = [.init("x-kde-urls", .strings(urls))]
    _ = store.update(.notified(request, id: store.identify(request)), now: Self.now, clock: Self.clock)
    return Dictionary(uniqueKeysWithValues: store.arrangement(on: "A").banners.map { ($0.id, $0) })
  }

  /// Performs a gesture with its middle at 7, 8.
  private func perform(_ gesture: BannerGesture, on banners: [BannerID: Arrangement.Banner]) -> [Effect] {
    var interaction = BannerInteraction()
    interaction.gestures.width = 100
    let hit = BannerGestures.Hit(.banner(1), .banner)
    func update(_ input: BannerGestures.Input) -> [Effect] {
      interaction.update(input, now: Self.now) { banners[$0] }
    }
    func click(_ button: PointerEvent.Button) -> [Effect] {
      _ = update(.pressed(.pointer, button, x: 7, y: 8, time: 0, hit))
      return update(.released(.pointer, button, x: 7, y: 8, time: 9, hit))
    }
    switch gesture {
    case .left: return click(.left)
    case .middle: return click(.middle)
    case .right: return click(.right)
    case .back: return click(.back)
    case .touchLong:
      _ = update(.pressed(.finger(0), .left, x: 7, y: 8, time: 0, hit))
      let due = Self.now + BannerInteraction.longTouch
      #expect(interaction.nextDeadline == due)
      let effects = interaction.timePassed(now: due) { banners[$0] }
      #expect(interaction.nextDeadline == nil)
      return effects
    case .swipe:
      _ = update(.pressed(.pointer, .left, x: 7, y: 8, time: 0, hit))
      _ = update(.dragged(.pointer, x: 90, y: 8, time: 500))
      return update(.released(.pointer, .left, x: 90, y: 8, time: 900, hit))
    }
  }

  private static let menu: [Effect] = [
    .happen(.pointerMoved(over: 1)), .openMenu(.banner(1), at: .init(x: 7, y: 8)), .redraw,
  ]

  @Test(
    arguments: [
      (.left, [.happen(.clicked(id: 1))]), (.middle, [.happen(.dismissed(id: 1))]), (.right, menu),
      (.back, []),
      (.touchLong, menu), (.swipe, [.happen(.dismissed(id: 1))]),
    ] as [(BannerGesture, [Effect])])
  func `gestures have their usual effects`(gesture: BannerGesture, effects: [Effect]) {
    #expect(perform(gesture, on: banner([:])) == effects)
  }

  @Test(
    arguments: [
      (.builtIn(.invoke), [.happen(.clicked(id: 1))]), (.builtIn(.dismiss), [.happen(.dismissed(id: 1))]),
      (.builtIn(.forget), [.happen(.forgotten(id: 1))]),
      (.builtIn(.dismissGroup), [.happen(.groupDismissed(id: 1))]),
      (.builtIn(.dismissAll), [.happen(.allDismissed)]), (.builtIn(.link), [.open("https://a")]),
      (.builtIn(.reply), [.happen(.pointerMoved(over: 1)), .needKeyboard(true), .redraw]),
      (.builtIn(.nothing), []), (.builtIn(.menu), menu),
      (.command(["run", "x"]), [.happen(.commandChosen(id: 1, ["run", "x"]))]),
    ] as [(BannerResponse, [Effect])], [BannerGesture.left, .middle, .right, .back, .touchLong])
  func `settings give gestures other effects`(
    row: (response: BannerResponse, effects: [Effect]), gesture: BannerGesture
  ) {
    #expect(perform(gesture, on: banner([gesture: row.response])) == row.effects)
  }

  @Test(
    arguments: [
      ([:], [.happen(.groupToggled(id: 1))]), ([.left: .builtIn(.invoke)], [.happen(.groupToggled(id: 1))]),
      ([.left: .builtIn(.dismiss)], [.happen(.dismissed(id: 1))]),
      ([.left: .builtIn(.dismissGroup)], [.happen(.groupDismissed(id: 1))]),
    ] as [([BannerGesture: BannerResponse], [Effect])])
  func `a click on the front banner of a stack unfolds it, unless the settings give clicks another effect`(
    responses: [BannerGesture: BannerResponse], effects: [Effect]
  ) {
    var banners = banner(responses)
    banners[1]?.behind = 2
    #expect(perform(.left, on: banners) == effects)
    // Other gestures are those of the banner.
    #expect(perform(.middle, on: banners) == [.happen(.dismissed(id: 1))])
  }

  @Test func `a rule replaces the effects of single gestures`() {
    let banner = banner(
      [.left: .builtIn(.dismissAll), .middle: .builtIn(.menu)], rule: [.middle: .builtIn(.nothing)])
    #expect(perform(.left, on: banner) == [.happen(.allDismissed)])
    #expect(perform(.middle, on: banner) == [])
  }

  @Test func `without a link in the body an address of the notification is opened, if there is one`() {
    let link: [BannerGesture: BannerResponse] = [.left: .builtIn(.link)]
    #expect(perform(.left, on: banner(link, body: "no link")) == [.open("https://b")])
    #expect(perform(.left, on: banner(link, body: "no link", urls: [])) == [])
  }

  @Test func `a swiped banner goes back unless it is dismissed`() {
    func swipe(_ response: BannerResponse) -> [Effect] { perform(.swipe, on: banner([.swipe: response])) }
    #expect(swipe(.builtIn(.nothing)) == [.release(.banner(1))])
    #expect(swipe(.command(["x"])) == [.release(.banner(1)), .happen(.commandChosen(id: 1, ["x"]))])
    #expect(swipe(.builtIn(.dismissGroup)) == [.happen(.groupDismissed(id: 1))])
  }

  @Test func `a long touch without an effect is a touch`() {
    let banners = banner([.touchLong: .builtIn(.nothing)])
    var interaction = BannerInteraction()
    let hit = BannerGestures.Hit(.banner(1), .banner)
    _ = interaction.update(.pressed(.finger(0), .left, x: 7, y: 8, time: 0, hit), now: Self.now) {
      banners[$0]
    }
    let late = Self.now + .seconds(2)
    #expect(interaction.timePassed(now: late) { banners[$0] } == [] && interaction.nextDeadline == nil)
    let end = interaction.update(.released(.finger(0), .left, x: 7, y: 8, time: 2000, hit), now: late) {
      banners[$0]
    }
    #expect(end == [.happen(.clicked(id: 1))])
  }

  @Test func `a touch whose banner has gone leaves the next one its time`() {
    let banners = banner([:])
    var interaction = BannerInteraction()
    let press = BannerGestures.Input.pressed(
      .finger(0), .left, x: 7, y: 8, time: 0, .init(.banner(1), .banner))
    _ = interaction.update(press, now: Self.now) { banners[$0] }
    _ = interaction.keep([], now: Self.now)
    #expect(interaction.nextDeadline == nil)
    let later = Self.now + .seconds(9)
    _ = interaction.update(press, now: later) { banners[$0] }
    #expect(interaction.nextDeadline == later + BannerInteraction.longTouch)
  }

  @Test func `a command of a gesture runs with the notification in its environment`() {
    var driver = Driver()
    let id = driver.notify("Hello", hints: [.init("value", .integer(40))])
    driver.send(.commandChosen(id: id, ["run", "x"]))
    guard case .run(["run", "x"], let environment)? = driver.commands.first else {
      Issue.record("no command")
      return
    }
    #expect(environment["HYALINE_SUMMARY"] == "Hello" && environment["HYALINE_PROGRESS"] == "40")
    #expect(driver.send(.commandChosen(id: 99, ["run"])) == [])
  }
}
