import Application
import Arguments

/// The table of commands, of which help and completions are made, and which the synopsis in the manual repeats.
enum CommandTable {
  /// The program; without a command it runs the bar and notifications.
  static let program = CommandDescription(
    "hyaline", "A status bar of live glass for Wayland.", default: "run",
    [
      CommandDescription(RunCommand.self, "run", "Show the bar and notifications (the default)."),
      CommandDescription(
        CheckCommand.self, "check", "Validate the settings.",
        discussion: "Prints every error in the settings on standard error, and exits with 1 if there is any."),
      settings,
      imports,
      CommandDescription(
        PreviewCommand.self, "preview", "Render a material over a picture, without a compositor."),
      CommandDescription(
        GalleryCommand.self, "gallery",
        "Draw a contact sheet of every material and vibrancy, with measured contrast."),
      CommandDescription(
        SymbolsCommand.self, "symbols", "List the icons that are built in, or draw them all."),
      bar,
      CommandDescription(ReloadCommand.self, "reload", "Make the running instance read its settings again."),
      notifications,
      CommandDescription(
        SnapshotCommand.self, "snapshot",
        "Write a picture of a bar of the running instance, including the glass."),
      CommandDescription(
        DoctorCommand.self, "doctor", "Report the abilities of the compositor and the source of the glass."),
      CommandDescription(
        DemoCommand.self, "demo",
        "Show the bar and notifications in a headless sway, and write a picture of them."),
      CommandDescription(
        CompleteCommand.self, OwnProgram.completing, "Print words for a shell.", isHidden: true),
      CommandDescription(
        DecoderCommand.self, OwnProgram.decoding, "Decode pictures for another process.", isHidden: true),
      CommandDescription(
        RehearsalCommand.self, OwnProgram.rehearsing, "Fill the driver's cache for another process.",
        isHidden: true),
    ])

  private static let settings = CommandDescription(
    "settings", "Print the settings, or change them in their file.", default: "print",
    [
      CommandDescription(
        SettingsPrintCommand.self, "print", "Print the defaults, or what differs from them."),
      CommandDescription(SettingsGetCommand.self, "get", "Print the value of a setting."),
      CommandDescription(
        SettingsSetCommand.self, "set", "Set a value in the settings file, whose other text stays as it is.",
        discussion:
          "Nothing is written if hyaline check would find an error afterwards; the exit status is 1 then."),
      CommandDescription(
        SettingsUnsetCommand.self, "unset", "Remove a value or a table from the settings file."),
      CommandDescription(
        SettingsSchemaCommand.self, "schema", "Print the JSON Schema of settings files, which editors use."),
    ])

  private static let imports = CommandDescription(
    "import", "Make settings of the configuration of another program.", default: "list",
    [
      CommandDescription(
        ImportListCommand.self, "list", "List the configurations of other programs that can be imported."),
      CommandDescription(
        ImportWaybarCommand.self, "waybar", "Make settings of bars of the configuration of Waybar."),
      CommandDescription(
        ImportMakoCommand.self, "mako", "Make settings of banners of the configuration of mako."),
      CommandDescription(
        ImportDunstCommand.self, "dunst", "Make settings of banners of the configuration of dunst."),
      CommandDescription(
        ImportSwayncCommand.self, "swaync", "Make settings of banners of the configuration of swaync."),
    ])

  private static let bar = CommandDescription(
    "bar", "Control the bars of the running instance and their modules.",
    [
      CommandDescription(BarCommand.Show.self, "show", "Show bars, whatever their mode."),
      CommandDescription(BarCommand.Hide.self, "hide", "Hide bars."),
      CommandDescription(
        BarCommand.Toggle.self, "toggle", "Show bars that are hidden, and hide those that are shown."),
      CommandDescription(BarCommand.Peek.self, "peek", "Show bars for a time, whatever their mode."),
      CommandDescription(
        BarCommand.Focus.self, "focus",
        "Give keyboard focus to a bar: arrows move, Return clicks, Escape ends the focus."),
      CommandDescription(BarCommand.Inspect.self, "inspect", "Print the modules of the bars."),
      CommandDescription(
        BarCommand.Activate.self, "activate", "Perform the action of a gesture on a module."),
      CommandDescription(BarCommand.Refresh.self, "refresh", "Make a module read its source again at once."),
      CommandDescription(
        BarCommand.SetText.self, "set",
        "Show another text in a module of the kind text, until it is refreshed or restarted."),
    ])

  private static let notifications = CommandDescription(
    "notifications", "List, answer and dismiss the notifications of the running instance.", default: "list",
    [
      CommandDescription(
        NotificationListCommand.self, "list", "Print the open notifications, the newest first."),
      CommandDescription(
        NotificationHistoryCommand.self, "history",
        "Print the notifications of the history, the newest first."),
      CommandDescription(NotificationForgetCommand.self, "forget", "Remove notifications from the history."),
      CommandDescription(
        NotificationDismissCommand.self, "dismiss", "Dismiss a notification, the newest if none is named."),
      CommandDescription(NotificationInvokeCommand.self, "invoke", "Choose an action of a notification."),
      CommandDescription(
        NotificationReplyCommand.self, "reply", "Send a reply to a notification that accepts one."),
      CommandDescription(
        NotificationRestoreCommand.self, "restore",
        "Show the newest notification of the history that is not open again."),
      CommandDescription(
        DoNotDisturbCommand.self, "do-not-disturb", "Turn do not disturb on or off, or print its state."),
      CommandDescription(
        NotificationModeCommand.self, "mode",
        "Turn a mode of the rules on or off, or print the modes that are on."),
      CommandDescription(
        NotificationRuleCommand.self, "rule",
        "Turn rules of a name on or off, or print the named rules with their states."),
      CommandDescription(NotificationCountCommand.self, "count", "Print the number of open notifications."),
      CommandDescription(
        NotificationSubscribeCommand.self, "subscribe",
        "Print a line whenever a notification is opened, changed or closed."),
    ])
}
