public import Geometry

/// What an output says of itself, complete and consistent.
public nonisolated struct OutputDescription: Equatable, Sendable {
  /// As the compositor and its user call it, such as "DP-1"; empty if it does not say.
  public var name = ""
  public var make = ""
  public var model = ""
  /// For people to read.
  public var text = ""
  /// The panel's pixels, as it scans them out: not transformed.
  public var mode = PixelSize(width: 0, height: 0)
  /// 0 if unknown.
  public var refreshMillihertz = 0
  /// The scale rounded up to an integer.
  public var integerScale = 1
  public var transform = OutputTransform.normal
  /// Place and size in the compositor's space, if it tells them.
  public var logicalFrame: LogicalRect?

  public init() {}

  /// The panel as the user sees it: the mode, transposed if it is turned by a quarter.
  public var transformedMode: PixelSize { transform.turned(mode) }

  /// How its pixels correspond, as far as it has told.
  public var geometry: OutputGeometry {
    OutputGeometry(
      mode: mode, transform: transform, scale: realScale,
      logicalSize: logicalFrame.map { PixelSize(width: Int($0.width), height: Int($0.height)) })
  }

  /// Physical per logical pixels: mode ÷ logical size, since the announced scale is rounded up.
  ///
  /// The logical size is rounded too; compositors set scales in steps of 1/120, so the nearest of these is taken
  /// if it explains the size.
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
