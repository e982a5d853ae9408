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

extension LiveBackdrop {
  /// For the log and `doctor`.
  static let unseenWords =
    "nothing of the bar is seen where it should be, and its glass stands still: "
    + "another panel has its place, or something covers it"
}

extension LiveBackdrop.Refusal {
  /// For the log and `doctor`.
  var words: String {
    switch self {
    case .modelDoesNotHold:
      "what the screen shows where the bar should be cannot be explained by blending our surfaces over anything; "
        + "another panel may have its place"
    case .captureRefused: "the compositor refuses captures"
    case .captureImpossible(let reason): reason
    }
  }
}
