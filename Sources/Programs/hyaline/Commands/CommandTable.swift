import Application
import Arguments

/// The table of commands, of which help and completions are made, and which the synopsis in the manual repeats.
enum CommandTable {
  /// The program; without a command it runs the bar and notifications.
  static let program = Command(
    "hyaline", "A status bar of live glass for Wayland.", default: "run",
    [
      Command(RunCommand.self, "run", "Show the bar and notifications (the default)."),
      Command(
        CheckCommand.self, "check", "Validate the settings.",
        discussion: "Prints every error in the settings on standard error, and exits with 1 if there is any."),
      settings,
      imports,
      Command(PreviewCommand.self, "preview", "Render a material over a picture, without a compositor."),
      Command(
        GalleryCommand.self, "gallery",
        "Draw a contact sheet of every material and vibrancy, with measured contrast."),
      Command(SymbolsCommand.self, "symbols", "List the icons that are built in, or draw them all."),
      bar,
      Command(ReloadCommand.self, "reload", "Make the running instance read its settings again."),
      notifications,
      Command(
        SnapshotCommand.self, "snapshot",
        "Write a picture of a bar of the running instance, including the glass."),
      Command(
        DoctorCommand.self, "doctor", "Report the abilities of the compositor and the source of the glass."),
      Command(
        DemoCommand.self, "demo",
        "Show the bar and notifications in a headless sway, and write a picture of them."),
      Command(CompleteCommand.self, OwnProgram.completing, "Print words for a shell.", isHidden: true),
      Command(
        DecoderCommand.self, OwnProgram.decoding, "Decode pictures for another process.", isHidden: true),
      Command(
        RehearsalCommand.self, OwnProgram.rehearsing, "Fill the driver's cache for another process.",
        isHidden: true),
    ])

  private static let settings = Command(
    "settings", "Print the settings, or change them in their file.", default: "print",
    [
      Command(SettingsPrintCommand.self, "print", "Print the defaults, or what differs from them."),
      Command(SettingsGetCommand.self, "get", "Print the value of a setting."),
      Command(
        SettingsSetCommand.self, "set", "Set a value in the settings file, whose other text stays as it is.",
        discussion:
          "Nothing is written if hyaline check would find an error afterwards; the exit status is 1 then."),
      Command(SettingsUnsetCommand.self, "unset", "Remove a value or a table from the settings file."),
      Command(
        SettingsSchemaCommand.self, "schema", "Print the JSON Schema of settings files, which editors use."),
    ])

  private static let imports = Command(
    "import", "Make settings of the configuration of another program.", default: "list",
    [
      Command(
        ImportListCommand.self, "list", "List the configurations of other programs that can be imported."),
      Command(ImportWaybarCommand.self, "waybar", "Make settings of bars of the configuration of Waybar."),
      Command(ImportMakoCommand.self, "mako", "Make settings of banners of the configuration of mako."),
      Command(ImportDunstCommand.self, "dunst", "Make settings of banners of the configuration of dunst."),
      Command(
        ImportSwayncCommand.self, "swaync", "Make settings of banners of the configuration of swaync."),
    ])

  private static let bar = Command(
    "bar", "Control the bars of the running instance and their modules.",
    [
      Command(BarCommand.Show.self, "show", "Show bars, whatever their mode."),
      Command(BarCommand.Hide.self, "hide", "Hide bars."),
      Command(
        BarCommand.Toggle.self, "toggle", "Show bars that are hidden, and hide those that are shown."),
      Command(BarCommand.Peek.self, "peek", "Show bars for a time, whatever their mode."),
      Command(
        BarCommand.Focus.self, "focus",
        "Give keyboard focus to a bar: arrows move, Return clicks, Escape ends the focus."),
      Command(BarCommand.Inspect.self, "inspect", "Print the modules of the bars."),
      Command(BarCommand.Activate.self, "activate", "Perform the action of a gesture on a module."),
      Command(BarCommand.Refresh.self, "refresh", "Make a module read its source again at once."),
      Command(
        BarCommand.SetText.self, "set",
        "Show another text in a module of the kind text, until it is refreshed or restarted."),
    ])

  private static let notifications = Command(
    "notifications", "List, answer and dismiss the notifications of the running instance.", default: "list",
    [
      Command(NotificationListCommand.self, "list", "Print the open notifications, the newest first."),
      Command(
        NotificationHistoryCommand.self, "history",
        "Print the notifications of the history, the newest first."),
      Command(NotificationForgetCommand.self, "forget", "Remove notifications from the history."),
      Command(
        NotificationDismissCommand.self, "dismiss", "Dismiss a notification, the newest if none is named."),
      Command(NotificationInvokeCommand.self, "invoke", "Choose an action of a notification."),
      Command(
        NotificationReplyCommand.self, "reply", "Send a reply to a notification that accepts one."),
      Command(
        NotificationRestoreCommand.self, "restore",
        "Show the newest notification of the history that is not open again."),
      Command(
        DoNotDisturbCommand.self, "do-not-disturb", "Turn do not disturb on or off, or print its state."),
      Command(
        NotificationModeCommand.self, "mode",
        "Turn a mode of the rules on or off, or print the modes that are on."),
      Command(
        NotificationRuleCommand.self, "rule",
        "Turn rules of a name on or off, or print the named rules with their states."),
      Command(NotificationCountCommand.self, "count", "Print the number of open notifications."),
      Command(
        NotificationSubscribeCommand.self, "subscribe",
        "Print a line whenever a notification is opened, changed or closed."),
    ])
}
