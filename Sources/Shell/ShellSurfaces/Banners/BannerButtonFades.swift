import Geometry
import Notifications
import Scenes

/// The fills of the buttons on banners, which fade when the pointer or a finger comes to a button or leaves it, are lit by it, and
/// sink while they are pressed.
struct BannerButtonFades {
  /// The buttons of banners that are hovered and pressed.
  struct Uses: Equatable {
    private struct Use: Equatable {
      var hovered, pressed: BannerAction?
    }

    /// The uses by banners, without those of which no button is used.
    private var uses: [BannerID: Use] = [:]

    fileprivate init() {}

    /// Creates the uses of the buttons on some banners by an input.
    init(on banners: some Sequence<BannerID>, _ input: BannerInteraction) {
      for banner in banners {
        let use = Use(hovered: input.pointed(on: banner), pressed: input.pressed(on: banner))
        if use != Use() { uses[banner] = use }
      }
    }
  }

  private var fades = FillFade()
  private var light = PointerLight()
  /// The uses that the last scene has shown.
  private var drawn = Uses()

  /// Whether fills fade or sink at a moment.
  func isMoving(at now: Instant) -> Bool { fades.isMoving(at: now) || light.isMoving(at: now) }

  /// Whether the last scene has shown these uses.
  func show(_ uses: Uses) -> Bool { uses == drawn }

  /// Returns a scene, of which a point has `scale` pixels, with these uses as it is seen at a moment: with `isFading`, fills fade
  /// from those of the last scene; with `isLit`, the hand lights the fill under it and pressed fills sink.
  mutating func scene(
    _ scene: Scene, with uses: Uses, under hand: PointerLight.Hand?, scale: Double, isLit: Bool,
    isFading: Bool,
    now: Instant
  ) -> Scene {
    fades.follow(scene, isChanged: uses != drawn, isAnimated: isFading, now: now)
    drawn = uses
    let faded = fades.scene(scene, at: now)
    guard isLit else {
      light = PointerLight()
      return faded
    }
    light.follow(hand, now: now)
    return light.scene(faded, scale: scale, at: now)
  }
}
