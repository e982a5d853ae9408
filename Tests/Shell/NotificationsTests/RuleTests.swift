import Geometry
import Notifications
import Settings
import Testing
import TextProcessing

struct RuleTests {
  typealias Hint = NotificationRequest.Hint

  static func pattern(_ text: String) -> NegatablePattern { (try? NegatablePattern(text))! }

  static func rule(_ change: (inout NotificationRule) -> Void) -> NotificationRule {
    var rule = NotificationRule()
    change(&rule)
    return rule
  }

  @Test(arguments: [
    (rule { _ in }, true), (rule { $0.application = pattern("Mail") }, true),
    (rule { $0.application = pattern("mail") }, false), (rule { $0.summary = pattern("/^new/i") }, true),
    (rule { $0.body = pattern("*bold*") }, true), (rule { $0.body = pattern("*<b>*") }, false),
    (rule { $0.category = pattern("email.*") }, true), (rule { $0.desktopEntry = pattern("org.mail") }, true),
    (rule { $0.urgency = .low }, true), (rule { $0.urgency = .normal }, false),
    (rule { $0.output = pattern("DP-?") }, true), (rule { $0.output = pattern("HDMI*") }, false),
    (rule { $0.mode = "work" }, true), (rule { $0.mode = "play" }, false),
    (rule { ($0.application, $0.urgency) = (pattern("Mail"), .critical) }, false),
  ])
  func `a rule concerns what all of it matches`(rule: NotificationRule, isConcerned: Bool) {
    var rule = rule
    rule.isHidden = true
    var driver = Driver { $0.rules = [rule] }
    driver.send(.outputsChanged(["DP-1"], focused: "DP-1"))
    driver.send(.modeSet("work", isOn: true))
    let hints = [
      Hint("category", .string("email.arrived")), Hint("desktop-entry", .string("org.mail")),
      Hint("urgency", .integer(0)),
    ]
    driver.notify("New mail", app: "Mail", hints: hints, body: "a <b>bold</b> word")
    #expect(driver.shown(on: "DP-1").isEmpty == isConcerned)
  }

  @Test(arguments: [
    (rule { $0.application = pattern("!Mail") }, false), (rule { $0.application = pattern("!Chat") }, true),
    (rule { $0.summary = pattern("!/^old/i") }, true), (rule { $0.category = pattern("!*") }, false),
    (rule { $0.tag = pattern("vol*") }, true), (rule { $0.tag = pattern("!volume") }, false),
    (rule { $0.isActionable = true }, true), (rule { $0.isActionable = false }, false),
    (rule { $0.isExpiring = true }, true), (rule { $0.isExpiring = false }, false),
    (rule { $0.hasIcon = false }, true), (rule { $0.hasIcon = true }, false),
    (rule { $0.isTransient = true }, true), (rule { $0.isTransient = false }, false),
    (rule { $0.isEnabled = false }, false), (rule { $0.isEnabled = true }, true),
  ])
  func `a rule asks for facts, and for what a pattern does not match`(
    rule: NotificationRule, isConcerned: Bool
  ) {
    var rule = rule
    rule.isHidden = true
    var driver = Driver { $0.rules = [rule] }
    let hints = [
      Hint("transient", .boolean(true)), Hint("x-dunst-stack-tag", .string("volume")),
      Hint("desktop-entry", .string("org.mail")),
    ]
    driver.notify("New", app: "Mail", timeout: 2000, hints: hints, actions: ["a", "A"])
    #expect(driver.shown().isEmpty == isConcerned)
  }

  @Test(arguments: [
    (rule { $0.isActionable = false }, true), (rule { $0.isExpiring = false }, true),
    (rule { $0.hasIcon = true }, true), (rule { $0.isTransient = false }, true),
    (rule { $0.tag = pattern("?*") }, false),
  ])
  func `a plain notification lacks these facts`(rule: NotificationRule, isConcerned: Bool) {
    var rule = rule
    rule.isHidden = true
    var driver = Driver { $0.rules = [rule] }
    driver.notify("New", app: "Mail", timeout: 0, hints: [Hint("image-path", .string("mail-unread"))])
    #expect(driver.shown().isEmpty == isConcerned)
  }

  @Test func `a rule is turned on and off by its name, whatever the settings say`() {
    var driver = Driver {
      $0.rules = [
        Self.rule { ($0.name, $0.isHidden) = ("quiet", true) },
        Self.rule { ($0.name, $0.isEnabled, $0.isHidden) = ("never", false, true) },
        Self.rule { $0.timeout = 3 },
      ]
    }
    #expect(driver.store.namedRules.map(\.name) == ["quiet", "never"])
    #expect(driver.store.namedRules.map(\.isOn) == [true, false])
    driver.notify("a")
    driver.send(.ruleSet("quiet", isOn: false))
    driver.notify("b")
    #expect(driver.shown() == ["b"])
    driver.send(.ruleSet("never", isOn: true))
    driver.notify("c")
    #expect(driver.shown() == ["b"] && driver.store.namedRules.map(\.isOn) == [false, true])
  }

  @Test func `a rule stacks by category or summary, and shows a banner on another output`() {
    var driver = Driver {
      $0.rules = [
        Self.rule { ($0.application, $0.grouping) = (Self.pattern("mail"), .category) },
        Self.rule { ($0.application, $0.newOutput) = (Self.pattern("far"), "B") },
        Self.rule { ($0.application, $0.newOutput) = (Self.pattern("gone"), "C") },
      ]
    }
    driver.send(.outputsChanged(["A", "B"], focused: "A"))
    for name in ["a", "b"] { driver.notify(name, app: "mail", hints: [Hint("category", .string("email"))]) }
    driver.notify("c", app: "mail", hints: [Hint("category", .string("im"))])
    #expect(driver.shown(on: "A") == ["c", "b+1"])
    driver.notify("d", app: "far")
    driver.notify("e", app: "gone")
    #expect(driver.shown(on: "B") == ["d"] && driver.shown(on: "A") == ["e", "c", "b+1"])
  }

  @Test func `banners at another place have a stack of their own`() {
    var driver = Driver {
      $0.maxShown = 2
      $0.rules = [
        Self.rule { ($0.application, $0.style.anchor) = (Self.pattern("low"), .bottomLeft) },
        Self.rule { ($0.application, $0.style.anchor) = (Self.pattern("same"), .topRight) },
        Self.rule { ($0.summary, $0.style.layer) = (Self.pattern("x"), .overlay) },
      ]
    }
    for name in ["a", "b", "x"] { driver.notify(name, app: "low") }
    driver.notify("c", app: "same")
    driver.notify("d")
    func shown(at anchor: NotificationSettings.Anchor?, onlyRaised: Bool = false) -> [String] {
      let arrangement = driver.store.arrangement(on: "", at: anchor, onlyRaised: onlyRaised)
      return arrangement.banners.map(\.notification.summary) + ["\(arrangement.moreCount)"]
    }
    #expect(shown(at: nil) == ["d", "c", "0"] && shown(at: .topRight) == ["d", "c", "0"])
    #expect(shown(at: .bottomLeft) == ["x", "b", "1"] && shown(at: .top) == ["0"])
    #expect(
      shown(at: .bottomLeft, onlyRaised: true) == ["x", "0"] && shown(at: nil, onlyRaised: true) == ["0"])
    driver.notify("e", hints: [Hint("urgency", .integer(2))])
    #expect(shown(at: nil, onlyRaised: true) == ["e", "0"])
  }

  @Test func `settings stack all banners by category or summary`() {
    for (grouping, shown) in [
      (NotificationSettings.Grouping.summary, ["y", "x+1"]), (.category, ["y+2"]), (.none, ["y", "x", "x"]),
    ] {
      var driver = Driver { ($0.grouping, $0.countsDuplicates) = (grouping, false) }
      for name in ["x", "x", "y"] { driver.notify(name, hints: [Hint("category", .string("c"))]) }
      #expect(driver.shown() == shown)
    }
  }

  @Test func `colours of hints are used unless a rule or the settings are against it`() {
    let hints = [
      Hint("fgcolor", .string("#ff0000")), Hint("bgcolor", .string("#00ff0080")),
      Hint("frcolor", .string("#00f")), Hint("hlcolor", .string("blue")),
    ]
    var driver = Driver {
      $0.rules = [Self.rule { ($0.summary, $0.ink) = (Self.pattern("rule"), [1, 1, 1, 1]) }]
    }
    driver.notify("plain", hints: hints)
    let plain = driver.store.open[0]
    #expect(plain.ink == [1, 0, 0, 1] && plain.style.borderColour == [0, 0, 1, 1])
    #expect(plain.style.tint == [0, 1, 0, 128.0 / 255] && plain.style.progressColour == nil)
    driver.notify("rule", hints: hints)
    #expect(driver.store.open[0].ink == [1, 1, 1, 1])
    var other = Driver { $0.honoursColours = false }
    other.notify("plain", hints: hints)
    #expect(other.store.open[0].ink == nil && other.store.open[0].style == BannerStyle())
  }

  @Test func `what is forgotten is dismissed, and leaves the history if that has it`() {
    var driver = Driver {
      $0.rules = [Self.rule { ($0.summary, $0.keepsHistory) = (Self.pattern("secret"), false) }]
    }
    let (first, second) = (driver.notify("a"), driver.notify("a"))
    let commands = driver.send(.forgotten(id: first))
    #expect(commands.contains(.forget([first, second], since: 1)) && driver.closed.count == 2)
    let secret = driver.notify("secret")
    #expect(
      !driver.send(.forgotten(id: secret)).contains { if case .forget = $0 { true } else { false } })
    #expect(driver.closed == [.init(secret, .dismissed)] && driver.send(.forgotten(id: 99)) == [])
  }

  @Test func `a mode that is set alone turns all others off`() {
    var driver = Driver { _ in }
    for mode in ["work", "night"] { driver.send(.modeSet(mode, isOn: true)) }
    #expect(driver.store.modes == ["work", "night"])
    driver.send(.modeSetAlone("night"))
    #expect(driver.store.modes == ["night"])
    driver.send(.modeSetAlone("away"))
    #expect(driver.store.modes == ["away"])
  }

  @Test(arguments: [(Urgency.low, 1.0), (.normal, 2), (.critical, 3)])
  func `each urgency has a timeout of its own`(urgency: Urgency, seconds: Double) {
    var driver = Driver { ($0.timeoutLow, $0.timeoutNormal, $0.timeoutCritical) = (1, 2, 3) }
    driver.notify("a", hints: [Hint("urgency", .integer(Int64(urgency.level)))])
    #expect(driver.store.nextDeadline == driver.now + .seconds(seconds))
  }

  @Test(arguments: [NotificationEvent.userIdle, NotificationEvent.waitingForRoom])
  func `timeouts wait while the user is away and while there is no room, and leave time after that`(
    event: @Sendable (Bool) -> NotificationEvent
  ) {
    var driver = Driver { $0.timeoutNormal = 6 }
    driver.notify("a")
    #expect(driver.wait(.seconds(5)) == [])
    driver.send(event(true))
    #expect(driver.store.nextDeadline == nil && driver.wait(.seconds(600)) == [])
    driver.send(event(false))
    #expect(driver.store.nextDeadline == driver.now + .seconds(1))
    #expect(driver.wait(.seconds(1)).count == 1)
  }

  @Test func `later rules count more, and see what earlier ones did`() {
    var driver = Driver {
      $0.rules = [
        Self.rule { ($0.newUrgency, $0.timeout, $0.material) = (.low, 10, "light") },
        Self.rule { ($0.urgency, $0.timeout) = (.low, 20) },
        Self.rule { ($0.urgency, $0.timeout) = (.normal, 30) },
        Self.rule { $0.ink = [1, 0, 0, 1] },
      ]
    }
    driver.notify("a", timeout: 0)
    let shown = driver.store.open[0]
    #expect(shown.urgency == .low && shown.material == "light" && shown.ink == [1, 0, 0, 1])
    #expect(driver.store.nextDeadline == driver.now + .seconds(20))
  }

  @Test func `rules change parts of the look, the last one that sets a part counts`() {
    var driver = Driver {
      $0.rules = [
        Self.rule { ($0.style.borderColour, $0.style.padding) = ([1, 0, 0, 1], [4, 4]) },
        Self.rule { ($0.urgency, $0.style.borderColour) = (.normal, [0, 1, 0, 1]) },
        Self.rule { ($0.urgency, $0.style.padding) = (.low, [9, 9]) },
      ]
    }
    driver.notify("a")
    let style = driver.store.open[0].style
    #expect(style.borderColour == [0, 1, 0, 1] && style.padding == [4, 4] && style.borderWidth == nil)
  }

  @Test func `a rule sets sound, history, group and runs a command`() {
    var driver = Driver {
      $0.rules = [
        Self.rule {
          ($0.sound, $0.keepsHistory, $0.group, $0.command) = ("/bell.oga", false, "g", ["run", "x"])
        },
        Self.rule { ($0.summary, $0.sound, $0.group) = (Self.pattern("b"), "", "") },
      ]
    }
    driver.notify("a", hints: [Hint("suppress-sound", .boolean(true))], body: "<b>x</b>")
    #expect(driver.sounds == [.file("/bell.oga")] && driver.records == [])
    #expect(
      driver.commands.contains(
        .run(
          ["run", "x"],
          environment: [
            "HYALINE_ID": "1", "HYALINE_APP": "app", "HYALINE_SUMMARY": "a", "HYALINE_BODY": "x",
            "HYALINE_CATEGORY": "", "HYALINE_DESKTOP_ENTRY": "", "HYALINE_URGENCY": "normal",
            "HYALINE_PROGRESS": "", "HYALINE_TIME": "1000000", "HYALINE_ICON": "", "HYALINE_LINKS": "",
            "HYALINE_ACTIONS": "", "HYALINE_TRANSIENT": "false", "HYALINE_PID": "", "HYALINE_CODE": "",
          ])))
    driver.notify("c", app: "other")
    _ = driver.wait(.seconds(1))
    driver.notify("b", hints: [Hint("sound-name", .string("bell"))])
    #expect(driver.sounds == [])
    #expect(driver.shown() == ["b", "c+1"])
  }

  @Test func `a hidden notification is closed in its time`() {
    var driver = Driver { $0.rules = [Self.rule { $0.isHidden = true }] }
    driver.notify("a", timeout: 0)
    #expect(driver.store.open == [] && driver.store.contains(1) && driver.records.count == 1)
    #expect(driver.wait(.seconds(6)) == [.init(1, .expired)])
  }

  @Test func `modes are turned on and off`() {
    var driver = Driver()
    for mode in ["a", "b", "a"] { driver.send(.modeSet(mode, isOn: true)) }
    #expect(driver.store.modes == ["b", "a"])
    driver.send(.modeSet("b", isOn: false))
    driver.send(.modeSet("c", isOn: false))
    #expect(driver.store.modes == ["a"])
  }
}
