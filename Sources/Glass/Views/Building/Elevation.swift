/// The height at which a sheet of glass floats above what is behind it, shown by its shadows and its edge.
public enum Elevation: Sendable, CaseIterable {
  /// The elevation of panels, menus, banners and floating bars.
  case raised
  /// The elevation of tooltips, which is half as high.
  case low

  /// The shadows of a sheet, the widest first.
  public func shadows(isDark: Bool) -> [LogicalShadow] {
    let height = self == .raised ? 1.0 : 0.5
    return [
      LogicalShadow(
        sigma: 12 * height, offsetY: 8 * height, colour: [0, 0, 0, (isDark ? 0.28 : 0.18) * height]),
      LogicalShadow(sigma: 1.5 * height, offsetY: height, colour: [0, 0, 0, 0.2 * height]),
    ]
  }

  /// The hairline along the edge of a sheet, with the light on the upper edge.
  public func border(isDark: Bool) -> ViewBorder {
    ViewBorder(
      width: ViewBorder.hairline, ink: .mark(isDark ? 0.12 : 0.1), rim: [1, 1, 1, isDark ? 0.26 : 0.55])
  }

  /// The distance over which the shadows of a sheet are seen beyond its sides, its upper and its lower edge, in points;
  /// multiples of four, which are whole pixels at most scales.
  public var reach: (side: Int, top: Int, bottom: Int) {
    switch self {
    case .raised: (36, 28, 44)
    case .low: (20, 16, 24)
    }
  }
}

extension GlassSheet {
  /// Gives the sheet the shadows and the border of an elevation.
  public func elevated(_ elevation: Elevation, isDark: Bool) -> GlassSheet {
    var sheet = self
    sheet.shadows = elevation.shadows(isDark: isDark)
    sheet.border = elevation.border(isDark: isDark)
    return sheet
  }
}
