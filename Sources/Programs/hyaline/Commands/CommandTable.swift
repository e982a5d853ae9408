import Application
import Arguments

/// The table of commands, of which help and completions are made, and which the synopsis in the manual repeats.
enum CommandTable {
  /// The program; without a command it runs the bar and notifications.
  static let program = CommandDescription(
    "hyaline", "A status bar of live glass for Wayland.", default: "run",
    [
      .init(RunCommand.self, "run", "Show the bar and notifications (the default)."),
      .init(
        CheckCommand.self, "check", "Validate the settings.",
        discussion: "Prints every error in the settings on standard error, and exits with 1 if there is any."),
      settings,
      imports,
      .init(PreviewCommand.self, "preview", "Render a material over a picture, without a compositor."),
      .init(
        GalleryCommand.self, "gallery",
        "Draw a contact sheet of every material and vibrancy, with measured contrast."),
      .init(SymbolsCommand.self, "symbols", "List the icons that are built in, or draw them all."),
      bar,
      .init(ReloadCommand.self, "reload", "Make the running instance read its settings again."),
      notifications,
      .init(
        SnapshotCommand.self, "snapshot",
        "Write a picture of a bar of the running instance, including the glass."),
      .init(
        DoctorCommand.self, "doctor", "Report the abilities of the compositor and the source of the glass."),
      .init(
        DemoCommand.self, "demo",
        "Show the bar and notifications in a headless sway, and write a picture of them."),
      .init(CompleteCommand.self, OwnProgram.completing, "Print words for a shell.", isHidden: true),
      .init(DecoderCommand.self, OwnProgram.decoding, "Decode pictures for another process.", isHidden: true),
      .init(
        RehearsalCommand.self, OwnProgram.rehearsing, "Fill the driver's cache for another process.",
        isHidden: true),
    ])

  private static let settings = CommandDescription(
    "settings", "Print the settings, or change them in their file.", default: "print",
    [
      .init(SettingsPrintCommand.self, "print", "Print the defaults, or what differs from them."),
      .init(SettingsGetCommand.self, "get", "Print the value of a setting."),
      .init(
        SettingsSetCommand.self, "set", "Set a value in the settings file, whose other text stays as it is.",
        discussion:
          "Nothing is written if hyaline check would find an error afterwards; the exit status is 1 then."),
      .init(SettingsUnsetCommand.self, "unset", "Remove a value or a table from the settings file."),
      .init(
        SettingsSchemaCommand.self, "schema", "Print the JSON Schema of settings files, which editors use."),
    ])

  private static let imports = CommandDescription(
    "import", "Make settings of the configuration of another program.", default: "list",
    [
      .init(
        ImportListCommand.self, "list", "List the configurations of other programs that can be imported."),
      .init(ImportWaybarCommand.self, "waybar", "Make settings of bars of the configuration of Waybar."),
      .init(ImportMakoCommand.self, "mako", "Make settings of banners of the configuration of mako."),
      .init(ImportDunstCommand.self, "dunst", "Make settings of banners of the configuration of dunst."),
      .init(ImportSwayncCommand.self, "swaync", "Make settings of banners of the configuration of swaync."),
    ])

  private static let bar = CommandDescription(
    "bar", "Control the bars of the running instance and their modules.",
    [
      .init(BarCommand.Show.self, "show", "Show bars, whatever their mode."),
      .init(BarCommand.Hide.self, "hide", "Hide bars."),
      .init(BarCommand.Toggle.self, "toggle", "Show bars that are hidden, and hide those that are shown."),
      .init(BarCommand.Peek.self, "peek", "Show bars for a time, whatever their mode."),
      .init(
        BarCommand.Focus.self, "focus",
        "Give keyboard focus to a bar: arrows move, Return clicks, Escape ends the focus."),
      .init(BarCommand.Inspect.self, "inspect", "Print the modules of the bars."),
      .init(BarCommand.Activate.self, "activate", "Perform the action of a gesture on a module."),
      .init(BarCommand.Refresh.self, "refresh", "Make a module read its source again at once."),
      .init(
        BarCommand.SetText.self, "set",
        "Show another text in a module of the kind text, until it is refreshed or restarted."),
    ])

  private static let notifications = CommandDescription(
    "notifications", "List, answer and dismiss the notifications of the running instance.", default: "list",
    [
      .init(NotificationListCommand.self, "list", "Print the open notifications, the newest first."),
      .init(
        NotificationHistoryCommand.self, "history",
        "Print the notifications of the history, the newest first."),
      .init(NotificationForgetCommand.self, "forget", "Remove notifications from the history."),
      .init(
        NotificationDismissCommand.self, "dismiss", "Dismiss a notification, the newest if none is named."),
      .init(
        NotificationInvokeCommand.self, "invoke",
        "Choose an action of a notification, the newest if none is named."),
      .init(NotificationReplyCommand.self, "reply", "Send a reply to a notification that accepts one."),
      .init(
        NotificationRestoreCommand.self, "restore",
        "Show the newest notification of the history that is not open again."),
      .init(DoNotDisturbCommand.self, "do-not-disturb", "Turn do not disturb on or off, or print its state."),
      .init(
        NotificationModeCommand.self, "mode",
        "Turn a mode of the rules on or off, or print the modes that are on."),
      .init(
        NotificationRuleCommand.self, "rule",
        "Turn rules of a name on or off, or print the named rules with their states."),
      .init(NotificationCountCommand.self, "count", "Print the number of open notifications."),
      .init(
        NotificationSubscribeCommand.self, "subscribe",
        "Print a line whenever a notification is opened, changed or closed."),
    ])
}
