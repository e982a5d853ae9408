public import Settings

/// What is to be done outside, as a value.
public enum Command: Equatable, Sendable {
  case startModule(ModuleName, SourceSettings)
  case stopModule(ModuleName)
  /// Asks the desktop for its preferences and follows them, or does so no more.
  case followDesktop(Bool)
  /// Follows whether the session is locked, or does so no more.
  case followLock(Bool)
  /// Follows what powers the machine, or does so no more.
  case followPower(Bool)
  /// Tells notifications whether the session is locked; nil: nobody tells.
  case lockNotifications(Bool?)
  /// Serves notifications by these settings; nil: leaves them to others.
  case serveNotifications(NotificationSettings?)
  /// The surfaces no longer fit the settings: place and restyle them.
  case arrangeSurfaces
  /// What the bar shows has changed.
  case redraw
  /// Written to the log, one line each.
  case log([String])
}
