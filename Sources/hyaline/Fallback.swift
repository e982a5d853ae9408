import Measures
import Pictures
import Rendering
import Scenes
import Settings

/// What the glass shows where it is not live: the wallpaper named in the settings, or one colour.
struct Fallback {
  var inUse: BackdropInUse
  var background: Background

  /// Chooses for an output of `size` physical pixels; a picture that cannot be read is reported in the log.
  ///
  /// `reason` says why live glass is not to be had; nil if another source was asked for.
  init(_ settings: BackdropSettings, size: PixelSize, reason: String?) {
    inUse = BackdropInUse(rung: .solid, reason: reason)
    // Half way between black and white, where neither look of a material is favoured.
    background = .colour([0.5, 0.5, 0.5])
    let home = Environment.value("HOME") ?? "/"
    guard let path = settings.wallpaperPath(home: home) else {
      if settings.source == .wallpaper { inUse.reason = "backdrop.wallpaper names no picture" }
      return
    }
    do {
      let picture = try Picture.load(path: path)
      if settings.source == .solid {
        background = .colour(picture.averageColour)
      } else {
        inUse.rung = .wallpaper
        background = .picture(picture.placed(settings.placement, on: size))
      }
    } catch {
      inUse.reason = "\(error)"
    }
  }
}
