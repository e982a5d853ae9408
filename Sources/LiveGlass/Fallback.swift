import Measures
import Pictures
import Rendering
import Scenes

/// What the glass shows where it is not live: the wallpaper named in the policy, or one colour.
struct Fallback {
  var inUse: BackdropInUse
  var background: Background

  /// Chooses for an output of `size` physical pixels.
  ///
  /// `reason` says why live glass is not to be had; nil if another source was asked for. A picture that cannot be
  /// read is the reason then.
  init(_ policy: BackdropPolicy, size: PixelSize, reason: String?) {
    inUse = BackdropInUse(rung: .solid, reason: reason)
    // Half way between black and white, where neither look of a material is favoured.
    background = .colour([0.5, 0.5, 0.5])
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
