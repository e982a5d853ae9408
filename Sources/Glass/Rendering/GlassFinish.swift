import Scenes
package import VisualEffects

/// What legibility makes of a pane's material, for the whole pane.
package struct GlassFinish: Equatable {
  package var bounds: Legibility.Bounds
  /// What the finished material is limited to: the bounds' own luminance, or less far if fills need room.
  package var luminance: Double
  /// What vibrant fills are limited to. Over these only opaque ink is sure of its contrast; fainter ink is moved.
  package var fillLuminance: Double

  /// `opaque` are the bounds for opaque ink alone, `fillLevel` is that of the strongest vibrant fill, 0: there is none.
  package init(_ bounds: Legibility.Bounds, opaque: Legibility.Bounds, fillLevel: Double) {
    self.bounds = bounds
    fillLuminance = opaque.luminance
    luminance = bounds.luminance
    guard fillLevel > 0 else { return }
    // The grey on which a fill just reaches its limit, so that fills are seen over any backdrop: a vibrant fill makes a
    // grey g (1 − level) + level (slope g + bias).
    let bias = VibrancyEffect.ColourMatrix.of(isDark: bounds.isDark).bias
    let slope = bounds.isDark ? 0.5 : 0.375
    let grey = (Luminance.encoded(fillLuminance) - fillLevel * bias) / (1 - fillLevel * (1 - slope))
    let room = min(max(Luminance.linear(grey), bounds.black), bounds.white)
    luminance = bounds.isDark ? min(luminance, room) : max(luminance, room)
  }
}

/// What ink must know of the glass that it lies on.
package struct InkGround: Equatable {
  /// White ink is meant for it.
  package var isDark: Bool
  package var legibility: Legibility
  /// What legibility makes of the material; nil: it stays pure.
  package var finish: GlassFinish?

  package init(isDark: Bool, legibility: Legibility, finish: GlassFinish?) {
    self.isDark = isDark
    self.legibility = legibility
    self.finish = finish
  }
}
