public import DesktopModel
public import Geometry
public import ModuleModel
public import Settings

/// A change outside of the model, decoded.
public enum Event: Equatable, Sendable {
  case moduleReadingChanged(ModuleName, ModuleReading)
  /// A command that a module gave to a service has ended; `refusal` is the reason why it was not done, nil: it was.
  case commandEnded(ModuleName, refusal: String?)
  /// The format of a module was toggled on an output; nil: no output has a bar with it.
  case formatToggled(ModuleName, on: String?)
  /// Bars are on the outputs of these names.
  case barOutputsChanged(Set<String>)
  /// The windows of outputs have changed; values of `BarState.fields` by the names of outputs.
  case barWindowsChanged([String: [String: FieldValue]])
  /// The windows that outputs show have other frames; nil for those of unknown places.
  case windowFramesChanged([String: [LogicalRect?]])
  /// These are the modules whose tooltips are shown, or about to be.
  case explainedModulesChanged(Set<ModuleName>)
  /// The drawer of a group was opened or closed on an output; nil: by somebody who looks at no particular output.
  case drawerToggled(ModuleName, on: String?)
  /// The pointer came over a group on an output whose drawer opens then, or is over it no more.
  case drawerHovered(ModuleName, isOpen: Bool, on: String)
  /// Settings were read without a mistake, at start or after a change of the file.
  case settingsLoaded(Settings)
  /// The settings file has mistakes; the diagnostics in their printed form, never empty.
  case settingsRejected([String])
  /// The desktop's preferences have become known or have changed.
  case systemPreferencesChanged(SystemPreferences)
  /// The accent that has the hue of the backdrop is another one, encoded sRGB; nil: the backdrop is grey.
  case backdropAccentChanged(SIMD3<Double>?)
  /// The user's session was locked or unlocked; nil: that is unknown.
  case sessionLocked(Bool?)
  /// The machine switched to its battery or back; nil: that is unknown.
  case powerSourceChanged(isOnBattery: Bool?)
  /// The time of `State.nextDeadline` has come.
  case deadlineReached
}
