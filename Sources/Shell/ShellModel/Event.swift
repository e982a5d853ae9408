public import DesktopModel
public import ModuleModel
public import Settings

/// What happened outside, decoded.
public enum Event: Equatable, Sendable {
  case moduleReadingChanged(ModuleName, ModuleReading)
  /// A module shows its other format from now on.
  case formatToggled(ModuleName)
  /// The drawer of a group opens or closes.
  case drawerToggled(ModuleName)
  /// Settings were read, at start or after a change of the file, without an error.
  case settingsLoaded(Settings)
  /// The settings file is wrong; the diagnostics in their printed form, never empty.
  case settingsRejected([String])
  /// The desktop told its preferences, or others than before.
  case systemPreferencesChanged(SystemPreferences)
  /// The user's session was locked or unlocked; nil: nobody tells.
  case sessionLocked(Bool?)
  /// The machine changed over to its battery or back; nil: nobody tells.
  case powerSourceChanged(isOnBattery: Bool?)
  /// The deadline that `State.nextDeadline` named has come.
  case deadlineReached
}
