import Geometry
import Notifications

/// The banners of a surface after they were laid out for its size, and the effects of that.
///
/// Making a fitting changes nothing else, so that it can be made while a scene is: the effects are performed later.
struct BannerFitting {
  /// The banners that are shown from now on.
  var shown: ShownBanners
  /// The input to the banners that are shown.
  var input: BannerInput
  /// The effects of banners that went while the user was using them.
  private(set) var effects: [BannerInput.Effect] = []
  /// The composition of the banners; nil if they only keep their places on a surface of another size.
  private(set) var composition: BannerComposer.Composition?

  /// Shows a composition on a surface.
  mutating func show(
    _ new: BannerComposer.Composition, on metrics: ShownBanners.Metrics, _ placement: BannerPlacement,
    now: Instant, reducesMotion: Bool
  ) {
    composition = new
    shown.show(new, on: metrics, placement, now: now, reducesMotion: reducesMotion)
    input.interaction.gestures.scale = metrics.scale
    input.interaction.gestures.width = Double(placement.columnWidth(scale: metrics.scale))
    effects += input.keep(shown.column.keys, shown.banners, now: now)
    // A banner that was swept away may have come again at once, with the same number.
    let pulled = input.interaction.gestures.pulled
    shown.column.releaseAll(but: pulled, now: now, reducesMotion: reducesMotion)
  }
}
