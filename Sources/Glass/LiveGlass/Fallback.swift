import Geometry
import GlassModel
import Rendering
import Scenes

/// What the glass shows where it is not live: the wallpaper named in the policy, or one colour.
struct Fallback {
  var inUse: BackdropInUse
  var background: Background
  /// What takes its place when it has been read; nil: nothing.
  var wallpaper: BackdropPolicy.Wallpaper?

  /// Chooses without reading any file; `isBlurred`: the compositor can blur behind surfaces.
  ///
  /// `reason` says why live glass is not to be had; nil if another source was asked for.
  init(_ policy: BackdropPolicy, reason: String?, isBlurred: Bool) {
    inUse = BackdropInUse(rung: .solid, reason: reason)
    // The first of the ladder after live glass.
    if policy.allowsCompositor, isBlurred {
      inUse.rung = .compositor
      background = .colour([0.5, 0.5, 0.5])
      return
    }
    // By name, and there is none.
    let isAskedFor = policy.allowsCompositor && !policy.isLive
    let reason = reason ?? (isAskedFor ? "the compositor blurs nothing behind surfaces" : nil)
    // Half way between black and white, where neither look of a material is favoured.
    background = .colour([0.5, 0.5, 0.5])
    inUse.reason = reason
    wallpaper = policy.wallpaper
    if wallpaper == nil { inUse.reason = policy.remark ?? reason }
  }

  /// Returns the fallback that shows what was read of the wallpaper, or one colour where it cannot be read.
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
