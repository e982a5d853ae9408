import Scenes
package import VisualEffects

/// The figures by which legibility changes the material of a pane, the same for all of its pixels.
package struct LegibilityFigures: Equatable {
  package var bounds: Legibility.Bounds
  /// The luminance limit of the finished material: that of `bounds`, or one nearer to black (dark glass) or white
  /// (light glass) if vibrant fills need room.
  package var luminance: Double
  /// The luminance limit of vibrant fills. Over these only opaque ink is sure of its contrast; fainter ink is moved.
  var fillLuminance: Double

  /// `opaque` are the bounds for opaque ink alone; `fillLevel` is the opacity of the strongest vibrant fill, 0 if
  /// there is none.
  package init(_ bounds: Legibility.Bounds, opaque: Legibility.Bounds, fillLevel: Double) {
    self.bounds = bounds
    fillLuminance = opaque.luminance
    luminance = bounds.luminance
    guard fillLevel > 0 else { return }
    // The grey on which a fill just reaches its limit, so that fills can be seen over any backdrop: a vibrant fill
    // makes a grey g (1 − level) + level (slope g + bias), where the slope is the sum of a row of the matrix.
    let bias = VibrancyEffect.ColourMatrix.of(.fill, isDark: bounds.isDark).bias
    let slope = bounds.isDark ? 0.5 : 0.375
    let grey = (Luminance.encoded(fillLuminance) - fillLevel * bias) / (1 - fillLevel * (1 - slope))
    let room = min(max(Luminance.linear(grey), bounds.black), bounds.white)
    luminance = bounds.isDark ? min(luminance, room) : max(luminance, room)
  }
}

/// The figures of a sheet of glass that ink on it needs.
package struct InkGround: Equatable {
  /// Whether the glass is dark, for light ink.
  package var isDark: Bool
  package var legibility: Legibility
  /// The finish that legibility gives to the material; nil: it gives none.
  package var finish: LegibilityFigures?
  /// The factor for the contrast that is aimed at on vibrant fills.
  var fillMargin: Double

  /// The factor for glass thinner than any system material. Its hues differ between pixels 2 px apart, and with them the
  /// luminances of fills, by up to 12 % of the contrast.
  private static let thinFillMargin = 1.14
  /// The blur, in points, below which glass is as thin.
  private static let thin = 15.0

  /// `blurRadius` is the standard deviation of the glass's blur in points.
  package init(
    isDark: Bool, legibility: Legibility, finish: LegibilityFigures?, blurRadius: Double = .infinity
  ) {
    self.isDark = isDark
    fillMargin = blurRadius < Self.thin ? Self.thinFillMargin : 1
    self.legibility = legibility
    self.finish = finish
  }
}
