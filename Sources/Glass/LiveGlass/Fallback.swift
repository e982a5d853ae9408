import Geometry
import GlassModel
import Rendering
import Scenes

/// The background of glass that is not live: the wallpaper named in the policy, or one colour.
struct Fallback {
  var inUse: BackdropInUse
  var background: Background
  /// The wallpaper that replaces the background when it has been read; nil: none.
  var wallpaper: BackdropPolicy.Wallpaper?

  /// Chooses a background without reading any file; `isBlurred` says whether the compositor can blur behind
  /// surfaces.
  ///
  /// `reason` says why live glass is not possible; nil if another rung was asked for.
  init(_ policy: BackdropPolicy, reason: String?, isBlurred: Bool) {
    inUse = BackdropInUse(rung: .solid, reason: reason)
    // The compositor's blur is the next rung after live glass.
    if policy.allowsCompositor, isBlurred {
      inUse.rung = .compositor
      background = .colour([0.5, 0.5, 0.5])
      return
    }
    // The compositor's blur was asked for, and is not available.
    let isAskedFor = policy.allowsCompositor && !policy.isLive
    let reason = reason ?? (isAskedFor ? "the compositor blurs nothing behind surfaces" : nil)
    // This grey is half way between black and white, and favours neither look of a material.
    background = .colour([0.5, 0.5, 0.5])
    inUse.reason = reason
    wallpaper = policy.wallpaper
    if wallpaper == nil { inUse.reason = policy.remark ?? reason }
  }

  /// Returns the fallback that shows the wallpaper as it was read, or one colour where it cannot be read.
  func showing(_ reading: WallpaperContent) -> Fallback {
    var result = self
    result.wallpaper = nil
    switch reading {
    case .picture(let picture):
      result.inUse.rung = .wallpaper
      result.background = .picture(picture)
    case .colour(let colour): result.background = .colour(colour)
    case .failed(let reason): result.inUse.reason = reason
    }
    return result
  }
}
