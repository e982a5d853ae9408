import Settings
import Testing
import TextProcessing

@testable import Import

/// Tests of commands in Waybar's configuration that control mako, dunst or swaync.
struct WaybarDaemonTests {
  /// The command of a click in the settings of a module.
  private func shell(_ command: String) -> String { "[\"sh\", \"-c\", \"\(command)\"]" }

  private func imported(_ command: String) throws -> WaybarImport {
    try Fixtures.module("cpu", "{ \"on-click\": \"\(command)\" }")
  }

  @Test(
    arguments: [
      ("makoctl dismiss", "dismiss"), ("makoctl dismiss -a", "dismiss --all"),
      ("makoctl dismiss --all", "dismiss --all"), ("makoctl dismiss -g", "dismiss --group"),
      ("makoctl dismiss --no-history", "dismiss --forget"), ("makoctl restore", "restore"),
      ("makoctl mode -t do-not-disturb", "do-not-disturb toggle"),
      ("makoctl mode -a do-not-disturb", "do-not-disturb on"),
      ("makoctl mode -s do-not-disturb", "do-not-disturb on"),
      ("makoctl mode -r do-not-disturb", "do-not-disturb off"),
      ("makoctl mode -s default", "do-not-disturb off"), ("makoctl mode -t work", "mode work toggle"),
      ("makoctl mode -a work", "mode work on"), ("makoctl mode -r work", "mode work off"),
      ("makoctl mode -s work", "mode work only"), ("makoctl set-mode work", "mode work only"),
      ("dunstctl close", "dismiss"),
      ("dunstctl close-all", "dismiss --all"), ("dunstctl history-pop", "restore"),
      ("dunstctl history-clear", "forget --all"),
      ("dunstctl set-paused toggle", "do-not-disturb toggle"),
      ("dunstctl set-paused true", "do-not-disturb on"),
      ("dunstctl set-paused false", "do-not-disturb off"), ("dunstctl count displayed", "count"),
      ("dunstctl set-pause-level 60", "do-not-disturb level 60"),
      ("dunstctl rule work enable", "rule work on"), ("dunstctl rule work disable", "rule work off"),
      ("dunstctl rule work toggle", "rule work toggle"),
      ("swaync-client -d -sw", "do-not-disturb toggle"), ("swaync-client --dnd-on", "do-not-disturb on"),
      ("swaync-client -df", "do-not-disturb off"), ("swaync-client --dnd-off", "do-not-disturb off"),
      ("swaync-client -C", "dismiss --all"), ("swaync-client --close-latest", "dismiss --forget"),
      ("swaync-client --hide-latest", "dismiss"), ("swaync-client --hide-all", "dismiss --all"),
      ("swaync-client -c", "count"), ("/usr/bin/makoctl  dismiss", "dismiss"),
      ("makoctl invoke", "invoke"), ("dunstctl action", "invoke"), ("dunstctl action 0", "invoke"),
    ])
  func `commands for other daemons become those of hyaline`(command: String, own: String) throws {
    let imported = try imported(command)
    #expect(imported.toml("cpu", "on", "click") == shell("hyaline notifications \(own)"))
    #expect(!imported.lines(.approximated).contains { $0.has("does not run beside") })
    #expect(Fixtures.mistakes(imported.draft.text) == [])
  }

  @Test(
    arguments: [
      (
        "makoctl dismiss -a; pkill -RTMIN+8 waybar",
        "hyaline notifications dismiss --all; pkill -RTMIN+8 hyaline"
      ),
      (
        "sleep 0.1 && dunstctl close >/dev/null 2>&1",
        "sleep 0.1 && hyaline notifications dismiss >/dev/null 2>&1"
      ),
      ("dunstctl close 2>&1", "hyaline notifications dismiss 2>&1"),
      ("sh -c 'makoctl dismiss'", "sh -c 'hyaline notifications dismiss'"),
      ("exec makoctl mode -t 'do-not-disturb'", "exec hyaline notifications do-not-disturb toggle"),
      ("if a; then makoctl dismiss; fi", "if a; then hyaline notifications dismiss; fi"),
      ("(makoctl dismiss)", "(hyaline notifications dismiss)"),
      ("a\\n makoctl dismiss\\nb", "a\\n hyaline notifications dismiss\\nb"),
      ("sh -c 'sleep 0.1; makoctl dismiss'", "sh -c 'sleep 0.1; hyaline notifications dismiss'"),
      ("makoctl mode -t mode2>/dev/null", "hyaline notifications mode mode2 toggle>/dev/null"),
      ("env A=1 makoctl dismiss", "env A=1 hyaline notifications dismiss"),
      ("A=$b command makoctl dismiss", "A=$b command hyaline notifications dismiss"),
      ("dunstctl count displayed | head", "hyaline notifications count | head"),
      ("ls | grep a; makoctl restore", "ls | grep a; hyaline notifications restore"),
      ("case a in b) makoctl dismiss;; esac", "case a in b) hyaline notifications dismiss;; esac"),
      ("makoctl dismiss # the newest", "hyaline notifications dismiss # the newest"),
      ("makoctl mode -t a 2>/tmp/log", "hyaline notifications mode a toggle 2>/tmp/log"),
      ("makoctl mode -t a </dev/stdin", "hyaline notifications mode a toggle </dev/stdin"),
      ("exec 2>>/tmp/log; makoctl dismiss", "exec 2>>/tmp/log; hyaline notifications dismiss"),
      ("(A=1; (makoctl dismiss))", "(A=1; (hyaline notifications dismiss))"),
      ("if (makoctl dismiss); then b; fi", "if (hyaline notifications dismiss); then b; fi"),
      ("/bin/sh -c '/usr/local/bin/makoctl dismiss'", "/bin/sh -c 'hyaline notifications dismiss'"),
    ])
  func `only the calls in a command are replaced`(command: String, expected: String) throws {
    #expect(try imported(command).toml("cpu", "on", "click") == shell(expected))
  }

  @Test(
    arguments: [
      ("makoctl invoke reply", "mako"), ("makoctl invoke -n 5 default", "mako"),
      ("makoctl menu wofi -d -p 'Choose an action: '", "mako"), ("makoctl dismiss -n $id", "mako"),
      ("makoctl mode -a a -r b", "mako"), ("makoctl mode -t $mode", "mako"), ("makoctl", "mako"),
      ("makoctl mode | grep -q dnd && makoctl mode -r dnd || makoctl mode -a dnd", "mako"),
      ("dunstctl action 1", "dunst"), ("dunstctl is-paused", "dunst"), ("dunstctl history-pop 3", "dunst"),
      ("swaync-client -R", "swaync"), ("swaync-client -t -sw", "swaync"), ("swaync-client -C -d", "swaync"),
      ("makoctl mode -t ''", "mako"), ("makoctl mode -t -x", "mako"), ("swaync-client -op", "swaync"),
      ("dunstctl set-pause-level 101", "dunst"), ("dunstctl rule work", "dunst"),
      (
        "env dunstctl is-paused | grep -q true && dunstctl set-paused false || dunstctl set-paused true",
        "dunst"
      ),
      ("makoctl mode -t a | grep -q a && notify-send on", "mako"),
      ("{ makoctl mode -t a; } 2>&1 | grep a", "mako"), ("(makoctl mode -a a) >/tmp/a", "mako"),
      ("makoctl set-mode a >>/tmp/a", "mako"), ("sh -c 'swaync-client -d' | cat", "swaync"),
      ("swaync-client -dn |& cat", "swaync"), ("makoctl mode -t a 2>/tmp/log >/tmp/a", "mako"),
    ])
  func `other commands for them stay, and are reported`(command: String, daemon: String) throws {
    let imported = try imported(command)
    #expect(imported.toml("cpu", "on", "click") == shell(command))
    let told = imported.lines(.approximated).filter { $0.has("does not run beside hyaline") }
    #expect(told.count == 1 && told[0].has("the command needs \(daemon), "), "\(told)")
  }

  @Test(
    arguments: [
      ("mymakoctl dismiss", nil), ("makoctl-menu dismiss", nil), ("notify-send makoctl dismiss", "makoctl"),
      ("echo 'makoctl dismiss'", "makoctl"), ("pgrep dunstctl close", "dunstctl"),
      ("a\\nnotify-send makoctl dismiss", "makoctl"), ("notify-send 'a' 'dunstctl close'", "dunstctl"),
      ("grep -c 'makoctl dismiss' a", "makoctl"), ("which makoctl && makoctl dismiss", "makoctl"),
      ("timeout 1 makoctl dismiss; makoctl restore", "makoctl"),
      ("echo 1 | xargs makoctl dismiss", "makoctl"),
      ("uwsm app -- makoctl dismiss", "makoctl"), ("echo $(makoctl mode -t a)", "makoctl"),
      ("echo `swaync-client -d`", "swaync-client"), ("fish -c 'makoctl dismiss'", "makoctl"),
      ("makoctl dismiss 'a", "makoctl"),
      ("exec >/tmp/a; makoctl mode -t b", "makoctl"), ("cat <<a\\nmakoctl dismiss\\na", "makoctl"),
      ("f () { makoctl mode -t a; }; f | grep a", "makoctl"),
      ("function f {\\n makoctl mode -t a\\n}; f | grep a", "makoctl"),
      ("~/bin/makoctl dismiss", "makoctl"), ("./makoctl dismiss", "makoctl"),
      ("./bin/makoctl dismiss", "makoctl"), ("/opt/mine/makoctl dismiss", "makoctl"),
    ] as [(String, String?)])
  func `a command that only mentions such a program stays`(command: String, program: String?) throws {
    let imported = try imported(command)
    #expect(imported.toml("cpu", "on", "click") == shell(command))
    let told = imported.lines(.approximated)
    #expect(told.count == (program == nil ? 0 : 1))
    if let program { #expect(told.allSatisfy { $0.has("the command names \(program), ") }, "\(told)") }
  }

  @Test(
    arguments: [
      ("pidof dunst && dunstctl set-paused toggle", "dunst"),
      ("pgrep -x mako >/dev/null && makoctl dismiss", "mako"),
      ("which swaync && swaync-client -d", "swaync"),
      ("if pgrep -x mako; then makoctl dismiss; fi", "mako"), ("pidof dunst && foot", "dunst"),
    ])
  func `a command that looks for another daemon stays`(command: String, daemon: String) throws {
    let imported = try imported(command)
    #expect(imported.toml("cpu", "on", "click") == shell(command))
    let told = imported.lines(.approximated)
    #expect(told.count == 1 && told[0].has("the command looks for \(daemon), which does not run"), "\(told)")
  }

  @Test(
    arguments: [
      ("makoctl mode -s default", "hyaline leaves other modes on"),
      ("makoctl mode -t do-not-disturb", "rules for the mode \"do-not-disturb\" need"),
      ("dunstctl count displayed", "hyaline counts those that wait for room, too"),
      ("swaync-client -c", "hyaline counts those that are open"),
      ("swaync-client -C", "the panel of the bell keeps them"),
    ])
  func `differences of commands are reported`(command: String, words: String) throws {
    #expect(try imported(command).lines(.approximated).contains { $0.has(words) })
  }

  @Test(
    arguments: [
      ("which dunstctl", "dunst"), ("command -v makoctl >/dev/null", "mako"), ("pidof swaync", "swaync"),
      ("pgrep -x mako", "mako"), ("[ -x /usr/bin/dunstctl ]", "dunst"), ("which foot", nil),
      ("[ -e /tmp/mako ]", nil), ("[ -x ~/.config/mako/toggle.sh ]", nil),
      ("which foo && test -d ~/.config/dunst", nil), ("which foo | grep -v mako", nil),
      ("grep -x mako /tmp/a", nil), ("systemctl --user is-active mako", "mako"),
      ("systemctl --user -q is-active dunst.service", "dunst"), ("test -x /usr/bin/makoctl", "mako"),
      ("which foo\\npgrep '/usr/bin/mako'", "mako"), ("type swaync-client >/dev/null 2>&1", "swaync"),
      ("which foo && hash dunstctl", "dunst"), ("[ -n \\\"$(pidof mako)\\\" ]", "mako"),
    ] as [(String, String?)])
  func `a condition that looks for another daemon is left out`(condition: String, daemon: String?) throws {
    let imported = try Fixtures.module("custom/n", "{ \"exec\": \"x\", \"exec-if\": \"\(condition)\" }")
    #expect(imported.toml("script", "n", "exec_if") == (daemon == nil ? shell(condition) : nil))
    let told = imported.lines(.leftOut).filter { $0.has("\"exec-if\"") }
    #expect(told.count == (daemon == nil ? 0 : 1) && told.allSatisfy { $0.has(daemon ?? "") }, "\(told)")
    #expect(imported.lines(.approximated) == [])
  }

  @Test(arguments: [("makoctl mode | grep -x away", "mako"), ("dunstctl is-paused | grep -x true", "dunst")])
  func `a condition that asks another daemon stays`(condition: String, daemon: String) throws {
    let imported = try Fixtures.module("custom/n", "{ \"exec\": \"x\", \"exec-if\": \"\(condition)\" }")
    #expect(imported.toml("script", "n", "exec_if") == shell(condition))
    let told = imported.lines(.approximated)
    #expect(told.count == 1 && told[0].has("the command needs \(daemon), "), "\(told)")
    #expect(imported.lines(.leftOut) == [])
  }

  @Test func `scripts and menu entries are translated`() throws {
    let imported = try Fixtures.module(
      "custom/n",
      #"{ "exec": "dunstctl count displayed", "interval": 5, "menu-actions": { "a": "makoctl dismiss" } }"#)
    #expect(imported.toml("script", "n", "command") == shell("hyaline notifications count"))
    #expect(imported.draft.text.has("hyaline notifications dismiss"))
    let told = imported.lines(.approximated)
    #expect(told.count == 2 && told.contains { $0.has("the module bell") }, "\(told)")
    #expect(told.contains { $0.has("hyaline counts those that wait for room") })
  }

  @Test func `a script whose output is shown keeps commands that print something else`() throws {
    let imported = try Fixtures.module("custom/n", #"{ "exec": "makoctl mode -a b", "interval": 5 }"#)
    #expect(imported.toml("script", "n", "command") == shell("makoctl mode -a b"))
    #expect(imported.lines(.approximated).contains { $0.has("the command needs mako, ") })
    let other = try Fixtures.module("custom/n", #"{ "exec": "mymakoctl", "interval": 5 }"#)
    #expect(other.lines(.approximated) == [])
  }

  @Test(
    arguments: [
      ("makoctl dismiss", "this script controls mako; write \"hyaline notifications dismiss\""),
      ("if dunstctl is-paused; then", "this script needs dunst, which does not run beside hyaline"),
      (
        "run(['swaync-client', '-t'])",
        "this script names swaync-client, whose daemon does not run beside hyaline"
      ),
      (
        "makoctl dismiss; pkill -RTMIN+4 waybar",
        "this script controls waybar; write \"hyaline notifications dismiss; pkill -RTMIN+4 hyaline\""
      ),
      ("# makoctl dismiss", nil), ("mymakoctl dismiss", nil),
      (
        "dunstctl count displayed",
        """
        this script controls dunst; write "hyaline notifications count"; hyaline counts those that wait for room, too
        """
      ),
      ("if pgrep -x mako; then", "this script looks for mako, which does not run beside hyaline"),
      ("swaync-client -t", "this script needs swaync, which does not run beside hyaline"),
    ] as [(String, String?)])
  func `lines of scripts that control other daemons are reported`(line: String, words: String?) throws {
    let imported = try Fixtures.waybar(
      config: #"{ "modules-left": ["custom/a"], "custom/a": { "exec": "~/a.sh", "interval": 5 } }"#,
      style: "", others: ["/home/user/a.sh": "#!/bin/sh\n\(line)\n"])
    #expect(imported.lines(.warning) == (words.map { ["a.sh:2:1: \($0)"] } ?? []))
  }

  @Test func `a program for another daemon is no script of the user`() throws {
    let imported = try Fixtures.waybar(
      config: #"{ "modules-left": ["cpu"], "cpu": { "on-click": "/usr/bin/dunstctl close" } }"#, style: "",
      others: ["/usr/bin/dunstctl": "echo Usage: dunstctl\n"])
    #expect(imported.toml("cpu", "on", "click") == shell("hyaline notifications dismiss"))
    #expect(imported.lines(.warning) == [])
  }
}

/// Tests of commands for the panel of swaync, which the bell has.
struct WaybarPanelTests {
  private static let exec = #""exec": "swaync-client -swb""#
  private static let bell = #""custom/notification": { \#(exec) }"#
  private static let clock = #""clock": { "on-click": "swaync-client -t -sw" }"#

  /// The text of the command for a shell at a path; nil: there is no command.
  private func command(_ imported: WaybarImport, _ path: String...) -> String? {
    guard case .array(let words)? = imported.draft.value(path)?.content else { return nil }
    return words.last?.string
  }

  /// The command of a click on the clock of a configuration; nil: it still needs swaync, which the report says.
  private func clicked(_ config: String) throws -> String? {
    let imported = try Fixtures.waybar(config: config)
    #expect(Fixtures.mistakes(imported.draft.text) == [])
    let command = self.command(imported, "clock", "on", "click")
    let isTold = imported.lines(.approximated).contains { $0.has("needs swaync") }
    #expect(isTold == (command == "swaync-client -t -sw"))
    return isTold ? nil : command
  }

  @Test(
    arguments: [
      ("", "hyaline bar activate bell"),
      (
        #""on-click": "swaync-client -d", "on-click-right": "swaync-client -t""#,
        "hyaline bar activate bell right"
      ),
      (#""on-click": "swaync-client -d""#, nil), (#""on-click": "foot""#, nil),
      (#""format-alt": "b""#, nil), (#""on-click": "foot", "on-update": "swaync-client -t""#, nil),
    ] as [(String, String?)])
  func `a click for the panel of swaync uses the gesture by which the bell opens its panel`(
    options: String, command: String?
  ) throws {
    let own = options.isEmpty ? "" : ", \(options)"
    #expect(
      try clicked(
        """
        { "modules-left": ["clock"], "modules-right": ["custom/notification"],
          \(Self.clock), "custom/notification": { \(Self.exec)\(own) } }
        """) == command)
  }

  @Test(
    arguments: [
      "swaync-client -t", "sh -c 'swaync-client -t'", "(swaync-client -t)", "swaync-client -t>/dev/null",
      "sleep 0.1 && swaync-client -t -sw &",
    ])
  func `a click for the panel on the bell itself is the action of the bell`(command: String) throws {
    let imported = try Fixtures.module(
      "custom/notification", "{ \(Self.exec), \"on-click-right\": \"\(command)\" }")
    #expect(imported.toml("bell", "on", "right") == "\"popup\"")
    #expect(!imported.draft.text.has("bar activate"))
  }

  @Test func `an alternate format leaves the bell the click for its panel`() throws {
    let config = """
      { "modules-left": ["clock", "custom/notification"], \(Self.clock),
        "custom/notification": { \(Self.exec), "format-alt": "b", "on-click": "swaync-client -t" } }
      """
    #expect(try Fixtures.waybar(config: config).toml("bell", "on", "click") == "\"popup\"")
    #expect(try clicked(config) == "hyaline bar activate bell")
  }

  @Test func `a click on the bell that does more than opening the panel stays`() throws {
    let imported = try Fixtures.module(
      "custom/notification", "{ \(Self.exec), \"on-click\": \"mkdir -p a; swaync-client -t\" }")
    #expect(
      command(imported, "bell", "on", "click") == "mkdir -p a; swaync-client -t")
    #expect(imported.lines(.approximated).contains { $0.has("needs swaync") })
  }

  @Test func `commands for other daemons on the bell are translated`() throws {
    let imported = try Fixtures.module(
      "custom/notification", "{ \(Self.exec), \"on-click\": \"makoctl restore; foot\" }")
    #expect(
      command(imported, "bell", "on", "click")
        == "hyaline notifications restore; foot")
  }

  @Test func `differences between the bell and swaync are reported`() throws {
    for (command, words) in [
      ("swaync-client -op", "a panel that is open closes"),
      ("swaync-client -C", "the panel of the bell keeps them"),
    ] {
      let imported = try Fixtures.module(
        "custom/notification", "{ \(Self.exec), \"on-click\": \"\(command)\" }")
      #expect(imported.lines(.approximated).contains { $0.has(words) })
    }
  }

  @Test func `a bell on another bar opens its panel, and one of the same bar comes first`() throws {
    let first = #"{ "name": "a", "modules-left": ["custom/notification"], \#(Self.bell) }"#
    #expect(
      try clicked("[\(first), { \"modules-left\": [\"clock\"], \(Self.clock) }]")
        == "hyaline bar activate bell")
    let second = """
      { "modules-left": ["clock", "custom/notification"], \(Self.clock),
        "custom/notification": { \(Self.exec), "format": "b" } }
      """
    #expect(try clicked("[\(first), \(second)]") == "hyaline bar activate bell.bar2")
  }

  @Test func `a bell in a group that no bar shows does not count`() throws {
    #expect(
      try clicked(
        """
        { "modules-left": ["clock"], \(Self.clock), \(Self.bell),
          "group/a": { "modules": ["custom/notification"] } }
        """) == nil)
  }

  @Test func `a bell in a group is found, and a name with spaces has quotes`() throws {
    #expect(
      try clicked(
        """
        { "modules-left": ["clock", "group/a"], \(Self.clock), "custom/notification#a b": { \(Self.exec) },
          "group/a": { "modules": ["custom/notification#a b"] } }
        """) == "hyaline bar activate 'bell.a b'")
  }

  @Test func `a name with spaces does not come into the quotes of a shell`() throws {
    let imported = try Fixtures.waybar(
      config: """
        { "modules-left": ["clock", "custom/notification#a b"], "custom/notification#a b": { \(Self.exec) },
          "clock": { "on-click": "sh -c 'swaync-client -t'" } }
        """)
    #expect(command(imported, "clock", "on", "click") == "sh -c 'swaync-client -t'")
    #expect(imported.lines(.approximated).contains { $0.has("needs swaync") })
  }

  @Test func `a click on each of two bars opens the panel of the bell on its bar`() throws {
    let imported = try Fixtures.waybar(
      config: """
        [{ "name": "a", "modules-left": ["clock", "custom/notification"], \(Self.clock), \(Self.bell) },
         { "name": "b", "modules-left": ["clock", "custom/notification"], \(Self.clock),
           "custom/notification": { \(Self.exec), "format": "b" } }]
        """)
    #expect(command(imported, "clock", "on", "click") == "hyaline bar activate bell")
    #expect(command(imported, "clock", "bar2", "on", "click") == "hyaline bar activate bell.bar2")
    #expect(Fixtures.mistakes(imported.draft.text) == [])
  }

  @Test func `an option that is left out has one comment beside a bell`() throws {
    let imported = try Fixtures.waybar(
      config: """
        { "modules-left": ["clock", "custom/notification"], \(Self.bell),
          "clock": { "on-click": "swaync-client -t", "on-double-click-right": "foot" } }
        """)
    #expect(command(imported, "clock", "on", "click") == "hyaline bar activate bell")
    let comments = imported.draft.text.split(separator: "\n").filter { $0.has("on-double-click-right") }
    #expect(comments.count == 1 && comments.allSatisfy { $0.has("#") }, "\(comments)")
    #expect(imported.lines(.leftOut).count == 1)
  }

  @Test func `a line of a script that opens the panel of swaync has the command for the bell`() throws {
    let imported = try Fixtures.waybar(
      config: """
        { "modules-left": ["clock", "custom/notification"], \(Self.bell), "clock": { "on-click": "~/a.sh" } }
        """, style: "", others: ["/home/user/a.sh": "swaync-client -t\n"])
    #expect(
      imported.lines(.warning) == [
        "a.sh:1:1: this script controls swaync; write \"hyaline bar activate bell\""
      ])
  }
}
