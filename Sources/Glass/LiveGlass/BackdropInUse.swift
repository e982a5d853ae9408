import GlassModel

/// The rung of the ladder that an output's glass stands on, and why it is not a better one.
public struct BackdropInUse: Equatable, Sendable {
  public enum Rung: String, Sendable {
    /// Un-blended captures.
    case live
    /// The compositor's own blur under one translucent colour.
    case compositor
    /// The picture named in the policy.
    case wallpaper
    /// One opaque colour.
    case solid
  }

  public var rung: Rung
  /// Why nothing better is in use, for people to read; nil if this is what was asked for.
  public var reason: String?
}

extension LiveBackdrop {
  /// For people to read.
  static let unseenWords =
    "nothing of the bar is seen where it should be, and its glass stands still: "
    + "another panel has its place, or something covers it"
}

extension LiveBackdrop.Refusal {
  /// For people to read.
  var words: String {
    switch self {
    case .modelDoesNotHold:
      "what the screen shows where the bar should be cannot be explained by blending our surfaces over anything; "
        + "another panel may have its place"
    case .captureRefused: "the compositor refuses captures"
    case .captureLate: "the compositor has not answered a capture yet"
    case .captureImpossible(let reason): reason
    }
  }
}
