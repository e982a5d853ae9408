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
      ("makoctl mode -s work", "mode work only"), ("dunstctl close", "dismiss"),
      ("dunstctl close-all", "dismiss --all"), ("dunstctl history-pop", "restore"),
      ("dunstctl history-clear", "forget --all"),
      ("dunstctl set-paused toggle", "do-not-disturb toggle"),
      ("dunstctl set-paused true", "do-not-disturb on"),
      ("dunstctl set-paused false", "do-not-disturb off"), ("dunstctl count displayed", "count"),
      ("swaync-client -d -sw", "do-not-disturb toggle"), ("swaync-client --dnd-on", "do-not-disturb on"),
      ("swaync-client -df", "do-not-disturb off"), ("swaync-client -C", "dismiss --all"),
      ("swaync-client --close-latest", "dismiss"), ("/usr/bin/makoctl  dismiss", "dismiss"),
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
    ])
  func `the rest of a command stays around them`(command: String, expected: String) throws {
    #expect(try imported(command).toml("cpu", "on", "click") == shell(expected))
  }

  @Test(
    arguments: [
      ("makoctl invoke", "mako"), ("makoctl invoke -n 5 default", "mako"),
      ("makoctl menu wofi -d -p 'Choose an action: '", "mako"), ("makoctl dismiss -n $id", "mako"),
      ("makoctl mode -a a -r b", "mako"), ("makoctl mode -t $mode", "mako"), ("makoctl", "mako"),
      ("makoctl mode | grep -q dnd && makoctl mode -r dnd || makoctl mode -a dnd", "mako"),
      ("dunstctl action", "dunst"), ("dunstctl is-paused", "dunst"), ("dunstctl history-pop 3", "dunst"),
      ("swaync-client -R", "swaync"), ("swaync-client -t -sw", "swaync"), ("swaync-client -C -d", "swaync"),
    ])
  func `other commands for them stay, and are told of`(command: String, daemon: String) throws {
    let imported = try imported(command)
    #expect(imported.toml("cpu", "on", "click") == shell(command))
    let told = imported.lines(.approximated).filter { $0.has("does not run beside hyaline") }
    #expect(told.count == 1 && told[0].has("the command needs \(daemon), "), "\(told)")
  }

  @Test(
    arguments: [
      "notify-send makoctl dismiss", "echo 'makoctl dismiss'", "mymakoctl dismiss", "makoctl-menu dismiss",
      "pgrep dunstctl close", "a\\nnotify-send makoctl dismiss", "notify-send 'a' 'dunstctl close'",
    ])
  func `what only names such a program is no command for it`(command: String) throws {
    let imported = try imported(command)
    #expect(imported.toml("cpu", "on", "click") == shell(command) && imported.lines(.approximated) == [])
  }

  @Test func `a mode that is the only one and dunst's number of banners are told to differ`() throws {
    for (command, words) in [
      ("makoctl mode -s default", "hyaline leaves other modes on"),
      ("dunstctl count displayed", "hyaline counts those that wait for room, too"),
    ] {
      #expect(try imported(command).lines(.approximated).contains { $0.has(words) })
    }
  }

  @Test func `a click for the panel of swaync opens that of the bell if there is one`() throws {
    let imported = try Fixtures.waybar(
      config: """
        { "modules-left": ["clock"], "modules-right": ["custom/notification"],
          "clock": { "on-click": "swaync-client -t -sw" }, "custom/notification": { "exec": "swaync-client -swb" } }
        """)
    #expect(imported.toml("clock", "on", "click") == shell("hyaline bar activate bell"))
    #expect(!imported.lines(.approximated).contains { $0.has("needs swaync") })
  }

  @Test func `scripts and entries of menus speak to hyaline as well`() throws {
    let imported = try Fixtures.module(
      "custom/n",
      #"{ "exec": "dunstctl count displayed", "interval": 5, "menu-actions": { "a": "makoctl dismiss" } }"#)
    #expect(imported.toml("script", "n", "command") == shell("hyaline notifications count"))
    #expect(imported.draft.text.has("hyaline notifications dismiss"))
    #expect(imported.lines(.approximated).contains { $0.has("the module bell") })
  }
}
