public import Settings

/// An effect that the shell performs, as a value.
public enum Command: Equatable, Sendable {
  case startModule(ModuleName, AnySourceSettings)
  case stopModule(ModuleName)
  /// Tells a clock which of its times are to be seen, as they are named in readings.
  case showTimes(ModuleName, [String])
  /// Starts or stops following the desktop's preferences.
  case followDesktop(Bool)
  /// Starts or stops following whether the session is locked.
  case followLock(Bool)
  /// Starts or stops following whether the machine runs on its battery.
  case followPower(Bool)
  /// Starts or stops following the windows of the outputs with bars.
  case followBarWindows(Bool)
  /// Hides the bars that windows overlap now, or shows them again.
  case dodgeWindows
  /// Places and restyles the bars, since other states of theirs hold.
  case arrangeBars
  /// Tells the notification server whether the session is locked; nil if that is unknown.
  case lockNotifications(Bool?)
  /// Serves notifications with these settings; nil: stops serving them.
  case serveNotifications(NotificationSettings?)
  /// Follows the levels that these settings have shown, such as the volume; nil: follows none.
  case followLevels(LevelSettings?)
  /// Places and restyles all surfaces, since the settings have changed.
  case arrangeSurfaces
  /// Redraws the bars, since their content has changed.
  case redraw
  /// Refreshes the popups of the bars, since a module has another reading, although the bars show the same of it.
  case refreshPopups
  /// Looks again for icons, since a module shows a program that it has not shown before, which may have installed or replaced
  /// some.
  case searchForIcons
  /// Runs the command that a module has for what it shows being another than before.
  case runUpdate(ModuleName)
  /// Writes lines to the log.
  case log([String])
}
