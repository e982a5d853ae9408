/// The look of the tooltips or the menus of bars; what is nil is as on the bar, or as popups have it by themselves.
public struct PopupSettings: Equatable, Sendable {
  /// The name of the material of the glass; nil: that of the bar.
  public var material: String?
  /// The font in Pango's syntax; nil: that of the bar.
  public var font: String?
  /// The ink of texts: encoded sRGB and opacity, not premultiplied, 0 … 1; nil: vibrant ink.
  public var ink: SIMD4<Double>?
  /// The radius of the corners, in points.
  public var cornerRadius: Double?
  /// The line along the edge: its width in points, and its encoded sRGB and opacity.
  public var borderWidth: Double?
  public var borderColour: SIMD4<Double>?
  public var relief = ReliefSettings()

  public init() {}
}
