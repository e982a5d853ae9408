import Measures
import Pictures
import Rendering
import Scenes

/// What the glass shows where it is not live: the wallpaper named in the policy, or one colour.
struct Fallback {
  var inUse: BackdropInUse
  var background: Background

  /// Chooses for an output of `size` physical pixels; `isBlurred`: the compositor can blur behind surfaces.
  ///
  /// `reason` says why live glass is not to be had; nil if another source was asked for. A picture that cannot be
  /// read is the reason then.
  init(_ policy: BackdropPolicy, size: PixelSize, reason: String?, isBlurred: Bool) {
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
    guard let wallpaper = policy.wallpaper else {
      inUse.reason = policy.remark ?? reason
      return
    }
    do {
      let picture = try Picture.load(path: wallpaper.path)
      if wallpaper.isPlain {
        background = .colour(picture.averageColour)
      } else {
        inUse.rung = .wallpaper
        background = .picture(picture.placed(wallpaper.placement, on: size))
      }
    } catch {
      inUse.reason = "\(error)"
    }
  }
}
