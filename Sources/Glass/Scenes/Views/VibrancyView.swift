public import VisualEffects

/// Content that takes its colour from the glass that it lies on, as a `UIVisualEffectView` with a `UIVibrancyEffect`.
///
/// It is no `View`: only the content view of a `VisualEffectView` takes it. Text and pictures in it are masks, their own
/// colours do not count. How they are coloured is the glass's matter, the effect says how strongly.
public struct VibrancyView: GlassContent, Equatable, Sendable {
  public var effect: VibrancyEffect
  /// Back to front, in coordinates of the view around this one.
  public var content: VibrantTree

  public init(effect: VibrancyEffect, @VibrantBuilder content: () -> VibrantTree) {
    self.effect = effect
    self.content = content()
  }

  public var glassContent: GlassTree { GlassTree(elements: [.vibrancy(self)]) }
}
