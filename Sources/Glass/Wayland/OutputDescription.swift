public import Geometry

/// The properties of an output, complete and consistent.
public nonisolated struct OutputDescription: Equatable, Sendable {
  /// The output's name in the compositor and its configuration, such as "DP-1"; empty if the compositor does
  /// not send it.
  public var name = ""
  public var make = ""
  public var model = ""
  /// A description of the output for the user.
  public var text = ""
  /// The size of the mode in the panel's pixels, not transformed.
  public var mode = PixelSize(width: 0, height: 0)
  /// The refresh rate in mHz; 0 if unknown.
  public var refreshMillihertz = 0
  /// The scale rounded up to an integer.
  public var integerScale = 1
  public var transform = OutputTransform.normal
  /// Place and size in the compositor's global space, in logical pixels; nil if the compositor does not send
  /// them.
  public var logicalFrame: LogicalRect?

  public init() {}

  /// The size of the panel as the user sees it: the mode, transposed if the panel is turned by a quarter.
  public var transformedMode: PixelSize { transform.turned(mode) }

  /// The relation between the output's physical and logical pixels, as far as it is known.
  public var geometry: OutputGeometry {
    OutputGeometry(
      mode: mode, transform: transform, scale: realScale,
      logicalSize: logicalFrame.map { PixelSize(width: Int($0.width), height: Int($0.height)) })
  }

  /// Physical pixels per logical pixel: mode ÷ logical size, since the announced scale is rounded up.
  ///
  /// The logical size is rounded too; compositors set scales in steps of 1/120, so the nearest step is used
  /// if it gives that size.
  public var realScale: Double {
    guard let logicalFrame, logicalFrame.width > 0, logicalFrame.height > 0, !mode.isEmpty else {
      return Double(integerScale)
    }
    let size = transformedMode
    let measured =
      size.width >= size.height
      ? Double(size.width) / logicalFrame.width : Double(size.height) / logicalFrame.height
    let step = (measured * 120).rounded() / 120
    let explains =
      step > 0 && abs(Double(size.width) / step - logicalFrame.width) < 1
      && abs(Double(size.height) / step - logicalFrame.height) < 1
    return explains ? step : measured
  }
}
