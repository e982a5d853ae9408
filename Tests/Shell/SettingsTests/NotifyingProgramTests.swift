import Settings
import Synchronization
import TestSupport
import Testing
import Toml

/// Tests of the settings of a program's notifications, which the menu of a banner shows and writes.
struct NotifyingProgramTests {
  private let directory = ScratchDirectory()
  private typealias Part = NotifyingProgram.Part

  private func program(_ name: String, _ desktopEntry: String = "") throws -> NotifyingProgram {
    try #require(NotifyingProgram(name: name, desktopEntry: desktopEntry))
  }

  private func settings(_ text: String) -> NotificationSettings {
    SettingsFile.decode(Array(text.utf8)).0.notifications
  }

  /// The text of a file after a part was turned on or off; nil if that was refused.
  private func written(_ text: String?, _ program: NotifyingProgram, _ part: Part, isOn: Bool) -> String? {
    if let text { directory.write(text, to: "settings.toml") }
    let file = SettingsFile(path: directory("settings.toml"))
    guard file.write(.init(program, part, isOn: isOn)) == .written else { return nil }
    return directory.contents(of: "settings.toml")
  }

  @Test func `a program without a name has no settings`() {
    #expect(NotifyingProgram(name: "", desktopEntry: "") == nil)
  }

  @Test(arguments: [
    ("", [true, true, true]), ("notifications.history = false", [true, true, false]),
    ("[[notifications.rules]]\napp = \"M*\"\nhidden = true\nsound = \"\"", [false, false, true]),
    // The last rule decides.
    ("[[notifications.rules]]\nhidden = true\n[[notifications.rules]]\nhidden = false", [true, true, true]),
    // Rules for other programs, for some notifications, and those that are off do not count.
    ("[[notifications.rules]]\napp = \"!Mail\"\nhistory = false", [true, true, true]),
    ("[[notifications.rules]]\nurgency = \"low\"\nhidden = true", [true, true, true]),
    ("[[notifications.rules]]\nsummary = \"a\"\nsound = \"\"", [true, true, true]),
    ("[[notifications.rules]]\nenabled = false\nhidden = true", [true, true, true]),
  ]) func `the rules for a program tell what is on`(text: String, isOn: [Bool]) throws {
    let (program, settings) = (try program("Mail"), settings(text))
    #expect(Part.allCases.map { program.isOn($0, settings) } == isOn)
  }

  @Test(
    arguments: [
      ("", [.banners, .sounds, .history]), ("notifications.sound = false", [.banners, .history]),
      ("notifications.history_exclude = [\"org.a.*\"]", [.banners, .sounds]),
    ] as [(String, [NotifyingProgram.Part])])
  func `what is off for all programs cannot be turned on for one`(
    text: String, parts: [NotifyingProgram.Part]
  )
    throws
  {
    #expect(try program("Mail", "org.a.Mail").parts(settings(text)) == parts)
  }

  @Test(
    arguments: [
      ("", []), ("[[notifications.rules]]\napp = \"Mail\"\nhidden = true", ["Mail"]),
      (
        "[[notifications.rules]]\ndesktop_entry = \"org.a.Chat\"\nsound = \"\"\n"
          + "[[notifications.rules]]\napp = \"a\\\\*b\"\nhistory = false\ntimeout = 3", ["Chat", "a*b"]
      ),
      // Rules for several programs, for some notifications, those that turn something on, and those that others outdo.
      ("[[notifications.rules]]\napp = \"M*\"\nhidden = true", []),
      ("[[notifications.rules]]\napp = \"!Mail\"\nhidden = true", []),
      ("[[notifications.rules]]\napp = \"Mail\"\nurgency = \"low\"\nhidden = true", []),
      ("[[notifications.rules]]\napp = \"Mail\"\nhidden = false", []),
      (
        "[[notifications.rules]]\napp = \"Mail\"\nhidden = true\n[[notifications.rules]]\nhidden = false", []
      ),
      // A part that is off for all programs is turned on for none.
      ("notifications.sound = false\n[[notifications.rules]]\napp = \"Mail\"\nsound = \"\"", []),
    ] as [(String, [String])])
  func `programs of which a rule turns something off are known by the rules`(
    text: String, names: [String]
  ) {
    #expect(NotifyingProgram.turnedOff(in: settings(text)).map(\.shownName) == names)
  }

  @Test func `a program that a rule names is turned on again by the state of its parts`() throws {
    let mail = try program("Mail", "org.a.Mail")
    let text = try #require(written("", mail, .banners, isOn: false))
    let found = try #require(NotifyingProgram.turnedOff(in: settings(text)).first)
    let switches = found.switches(settings(text))
    #expect(switches.map(\.isOn) == [false, true, true])
    #expect(written(text, found, .banners, isOn: try #require(switches.first).turned.isOn) == "")
  }

  @Test func `a user without a settings file gets one, which loses the rule when all is on again`() throws {
    let mail = try program("Mail", "org.a.Mail")
    let rule = "[[notifications.rules]]\napp = \"Mail\"\nsound = \"\"\n"
    #expect(written(nil, mail, .sounds, isOn: false) == rule)
    #expect(written(nil, mail, .banners, isOn: false) == rule + "hidden = true\n")
    #expect(
      written(nil, mail, .sounds, isOn: true) == "[[notifications.rules]]\napp = \"Mail\"\nhidden = true\n")
    #expect(written(nil, mail, .banners, isOn: true) == "")
  }

  @Test(arguments: [
    ("# mine\n[notifications]\nwidth = 400", "# mine\n[notifications]\nwidth = 400\n\n"),
    // A rule with more than that stays the user's own, and the new one comes after it.
    (
      "[[notifications.rules]]\napp = \"Mail\"\ntimeout = 3\n",
      "[[notifications.rules]]\napp = \"Mail\"\ntimeout = 3\n\n"
    ),
  ]) func `all other text stays`(text: String, start: String) throws {
    let result = written(text, try program("Mail"), .history, isOn: false)
    #expect(result == start + "[[notifications.rules]]\napp = \"Mail\"\nhistory = false\n")
  }

  @Test func `a sound of the user's own stays when sounds are turned off and on again`() throws {
    let (mail, text) = (try program("Mail"), "[[notifications.rules]]\napp = \"Mail\"\nsound = \"ding\"\n")
    let off = written(text, mail, .sounds, isOn: false)
    #expect(off == text + "\n[[notifications.rules]]\napp = \"Mail\"\nsound = \"\"\n")
    #expect(written(off, mail, .sounds, isOn: true) == text)
  }

  @Test func `what another rule turns off for the program is turned on by a rule of its own`() throws {
    let text = "[[notifications.rules]]\nhidden = true\n"
    #expect(
      written(text, try program("Mail"), .banners, isOn: true)
        == text + "\n[[notifications.rules]]\napp = \"Mail\"\nhidden = false\n")
  }

  @Test func `a later rule that decides is followed by another rule of the program's own`() throws {
    let own = "[[notifications.rules]]\napp = \"Mail\"\nhidden = true\n"
    let text = own + "\n[[notifications.rules]]\napp = \"M*\"\nhidden = true\n"
    let mail = try program("Mail")
    let on = written(text, mail, .banners, isOn: true)
    #expect(on == text + "\n[[notifications.rules]]\napp = \"Mail\"\nhidden = false\n")
    #expect(written(on, mail, .banners, isOn: false) == text)
  }

  private nonisolated static let zone = "clock.timezones = [\"Europe/Berlin\"]\n"

  /// Mutes a program in a file while another program saves that: `save` is called with the number of the attempt after the file
  /// was read, when its zone is asked for, and before it is replaced. Returns the outcome and the number of attempts.
  private func mute(
    whileSaving save: @escaping @Sendable (_ attempt: Int) -> Void
  ) throws -> (outcome: SettingsFile.Outcome, attempts: Int) {
    directory.write(Self.zone, to: "settings.toml")
    let saved = Mutex(0)
    let file = SettingsFile(path: directory("settings.toml"))
    let outcome = file.write(NotifyingProgram.Switch(try program("Mail"), .banners, isOn: false)) { _ in
      save(
        saved.withLock {
          $0 += 1
          return $0
        })
      return true
    }
    return (outcome, saved.withLock { $0 })
  }

  @Test func `what another program saves meanwhile stays, and gets the rule, too`() throws {
    let other = Self.zone + "bar.height = 41\n"
    let (outcome, attempts) = try mute { [directory] in
      if $0 == 1 { directory.replace("settings.toml", with: other) }
    }
    let rule = "\n[[notifications.rules]]\napp = \"Mail\"\nhidden = true\n"
    #expect(outcome == .written && attempts > 1)
    #expect(directory.contents(of: "settings.toml") == other + rule)
  }

  @Test func `a file that another program saves again and again is left to it`() throws {
    let (outcome, attempts) = try mute { [directory] in
      directory.replace("settings.toml", with: Self.zone + "# \($0)\n")
    }
    let path = directory("settings.toml")
    #expect(outcome == .refused("cannot write \(path): another program saves it again and again"))
    #expect(directory.contents(of: "settings.toml") == Self.zone + "# \(attempts)\n")
  }

  @Test(arguments: [
    ("", "org.a.Mail", "desktop_entry = \"org.a.Mail\""), ("*[a]?\\", "", #"app = "\\*\\[a]\\?\\\\""#),
    ("/x/i", "", #"app = "\\/x/i""#), ("!a!", "", #"app = "\\!a!""#), ("a \"b\"", "", #"app = "a \"b\"""#),
  ]) func `the rule matches the name, whatever signs it has`(name: String, entry: String, line: String) throws
  {
    let program = try program(name, entry)
    let text = try #require(written(nil, program, .banners, isOn: false))
    #expect(text == "[[notifications.rules]]\n\(line)\nhidden = true\n")
    #expect(!program.isOn(.banners, settings(text)))
    #expect(try self.program("Other").isOn(.banners, settings(text)))
  }

  @Test(
    arguments: [
      // A sound that all programs have lost is not restored by a rule for one.
      ("[[notifications.rules]]\nsound = \"\"\n", Part.sounds, true),
      // There is an error that would hide others.
      ("bar.height = \"a\"\n", .sounds, false), ("bar = [", .sounds, false),
      // The rules of the file would replace those of the other one.
      ("include = [\"other.toml\"]\n", .sounds, false),
    ] as [(String, NotifyingProgram.Part, Bool)])
  func `what cannot be written leaves the file as it is`(
    text: String, part: NotifyingProgram.Part, isOn: Bool
  )
    throws
  {
    directory.write("[[notifications.rules]]\napp = \"Chat\"\nhidden = true\n", to: "other.toml")
    #expect(written(text, try program("Mail"), part, isOn: isOn) == nil)
    #expect(directory.contents(of: "settings.toml") == text)
  }
}
