import GlassModel

/// The kind of backdrop that an output's glass shows, and the reason why it is not a better one.
public struct BackdropInUse: Equatable, Sendable {
  public enum Rung: String, Sendable {
    /// The backdrop is computed from captures.
    case live
    /// The compositor blurs its own backdrop, and the glass is one translucent colour over it.
    case compositor
    /// The backdrop is the wallpaper named in the policy.
    case wallpaper
    /// The backdrop is one opaque colour.
    case solid
  }

  public var rung: Rung
  /// The reason, for the user, why no better rung is in use; nil if this is the one that was asked for.
  public var reason: String?
}

extension LiveBackdrop {
  /// The message about a surface of which nothing is seen.
  static let unseenWords =
    "nothing of a surface is seen where it should be, and its glass stands still: "
    + "another panel has its place, or something covers it"
}

extension LiveBackdrop.Refusal {
  /// The reason in words for the user.
  var words: String {
    switch self {
    case .modelDoesNotHold:
      "what the screen shows where a surface should be cannot be explained by blending our surfaces over anything; "
        + "another panel may have its place"
    case .captureRefused: "the compositor refuses captures"
    case .noMemory: "there is no memory or no descriptor for a capture"
    case .captureLate: "the compositor has not answered a capture yet"
    case .captureImpossible(let reason): reason
    }
  }
}
