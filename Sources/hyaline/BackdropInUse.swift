import ShellModel

/// The rung of the ladder that an output's glass stands on, and why it is not a better one.
struct BackdropInUse: Equatable {
  enum Rung: String {
    /// Un-blended captures.
    case live
    /// The picture named in the settings.
    case wallpaper
    /// One opaque colour.
    case solid
  }

  var rung: Rung
  /// Why nothing better is in use, for the log and for `doctor`; nil if this is what was asked for.
  var reason: String?
}

extension LiveBackdrop.Refusal {
  /// For the log and `doctor`.
  var words: String {
    switch self {
    case .modelDoesNotHold:
      "what the screen shows cannot be explained by blending our surfaces over anything"
    case .captureRefused: "the compositor refuses captures"
    case .captureImpossible(let reason): reason
    }
  }
}
