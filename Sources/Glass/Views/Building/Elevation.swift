public import VisualEffects

/// The height at which a sheet of glass floats above what is behind it, shown by its shadows and its edge.
public enum Elevation: Sendable, CaseIterable {
  /// The elevation of panels, menus, banners and floating bars.
  case raised
  /// The elevation of tooltips, which is half as high.
  case low

  /// The shadows of a sheet, the widest first.
  ///
  /// The raised ones are, in the words of CSS, a shadow of `0 8px 24px` in black of 28 % (18 % on light glass) and one of `0 1px 3px` in
  /// black of 20 %. A blur of CSS is two standard deviations.
  public func shadows(isDark: Bool) -> [LogicalShadow] {
    let height = self == .raised ? 1.0 : 0.5
    return [
      LogicalShadow(
        sigma: 12 * height, offsetY: 8 * height, colour: [0, 0, 0, (isDark ? 0.28 : 0.18) * height]),
      LogicalShadow(sigma: 1.5 * height, offsetY: height, colour: [0, 0, 0, 0.2 * height]),
    ]
  }

  /// The hairline along the edge of a sheet, with a light from above. Its opacities, and those of the lit edge below, follow no
  /// standard.
  public func border(isDark: Bool) -> ViewBorder {
    ViewBorder(
      width: ViewBorder.hairline, ink: .mark(isDark ? 0.12 : 0.1), rim: [1, 1, 1, isDark ? 0.26 : 0.55])
  }

  /// The edge of a sheet whose material bends its backdrop: a faint line of a point that catches light from above and, fainter,
  /// from below. The light fades inwards over the same point, so that the edge looks round; on a line of one pixel it has half of
  /// these opacities.
  private func litBorder(isDark: Bool) -> ViewBorder {
    ViewBorder(
      width: 1, ink: .mark(0.06), rim: [1, 1, 1, isDark ? 0.9 : 1], lowerRim: [1, 1, 1, isDark ? 0.5 : 0.7],
      lightDepth: 1)
  }

  /// The edge of a sheet of this material: its own border, or else one that catches light.
  public func border(of material: Material) -> ViewBorder {
    if let own = material.finish?.border { return own }
    let isDark = material.isDark
    var border = material.refraction.isVisible ? litBorder(isDark: isDark) : border(isDark: isDark)
    let strength = min(max(material.relief.rim, 0), 1)
    if case .mark(let opacity) = border.ink { border.ink = .mark(opacity * strength) }
    border.rim?.w *= material.rimStrength * strength
    border.lowerRim?.w *= material.rimStrength * strength
    return border
  }

  /// The shadows of a sheet of this material; none if it casts none.
  public func shadows(of material: Material) -> [LogicalShadow] {
    let strength = min(max(material.relief.shadow, 0), 1)
    if strength == 0 { return [] }
    var shadows = shadows(isDark: material.isDark)
    for index in shadows.indices { shadows[index].colour.w *= strength }
    return shadows
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
    sheet.shadows =
      effect.map { elevation.shadows(of: $0.material(isDark: isDark)) } ?? elevation.shadows(isDark: isDark)
    sheet.border =
      effect.map { elevation.border(of: $0.material(isDark: isDark)) } ?? elevation.border(isDark: isDark)
    return sheet
  }
}
