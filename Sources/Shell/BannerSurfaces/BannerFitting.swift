import Geometry
import NotificationUI

/// What the banners of a surface are after they were laid out for its size, and what follows from that.
///
/// Making it changes nothing else, so that it can be made where a scene is: what follows is done later.
struct BannerFitting {
  /// What is shown from now on.
  var shown: ShownBanners
  /// What people do with the banners that are shown.
  var input: BannerInput
  /// What is to be done since banners went while somebody used them.
  private(set) var effects: [BannerInput.Effect] = []
  /// What the banners were composed to; nil: they only keep their places on a surface of another size.
  private(set) var composition: BannerComposer.Composition?

  /// The banners as they are, with nothing to follow.
  init(shown: ShownBanners, input: BannerInput) {
    self.shown = shown
    self.input = input
  }

  /// Shows a composition on a surface.
  mutating func show(
    _ new: BannerComposer.Composition, on metrics: ShownBanners.Metrics, _ placement: BannerPlacement,
    now: Instant, reducesMotion: Bool
  ) {
    composition = new
    shown.show(new, on: metrics, placement, now: now, reducesMotion: reducesMotion)
    input.measure(width: placement.columnWidth(scale: metrics.scale), scale: metrics.scale)
    effects += input.keep(shown.column.keys, shown.banners)
    // What was swept away may have come again at once, with the same number.
    shown.releaseAll(but: input.pulled, now: now, reducesMotion: reducesMotion)
  }
}
