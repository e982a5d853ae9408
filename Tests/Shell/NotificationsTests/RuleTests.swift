import Geometry
import Notifications
import Settings
import Testing
import TextProcessing

struct RuleTests {
  typealias Hint = NotificationRequest.Hint

  static func pattern(_ text: String) -> TextPattern { (try? TextPattern(text))! }

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
        Self.rule { ($0.style.borderColour, $0.style.padding) = ([1, 0, 0, 1], 4) },
        Self.rule { ($0.urgency, $0.style.borderColour) = (.normal, [0, 1, 0, 1]) },
        Self.rule { ($0.urgency, $0.style.padding) = (.low, 9) },
      ]
    }
    driver.notify("a")
    let style = driver.store.open[0].style
    #expect(style.borderColour == [0, 1, 0, 1] && style.padding == 4 && style.borderWidth == nil)
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
