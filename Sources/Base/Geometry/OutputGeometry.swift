/// Correspondence of logical pixels, upright pixels and the panel's pixels on one output.
public struct OutputGeometry: Equatable, Sendable {
  /// Size of the panel in its own orientation.
  public var mode: PixelSize
  public var transform: OutputTransform
  /// Physical pixels per logical pixel.
  public var scale: Double
  /// Size of the upright output in whole logical pixels, as the compositor counts them.
  public var logicalSize: PixelSize

  /// Makes a geometry; without `logicalSize` it is computed as wlroots does, rounded down.
  public init(mode: PixelSize, transform: OutputTransform, scale: Double, logicalSize: PixelSize? = nil) {
    precondition(scale > 0, "scale \(scale)")
    self.mode = mode
    self.transform = transform
    self.scale = scale
    let upright = transform.turned(mode)
    self.logicalSize =
      logicalSize
      ?? PixelSize(width: Int(Double(upright.width) / scale), height: Int(Double(upright.height) / scale))
  }

  /// Size of the panel as the user sees it, in physical pixels.
  public var uprightSize: PixelSize { transform.turned(mode) }

  /// The upright pixels that a surface covers; `rect` is in logical pixels of the output.
  ///
  /// Each edge goes to the nearest pixel, halves away from zero, as in wlroots (sway, labwc, phoc). Lengths
  /// that are multiples of `snapStep` come out the same by any rounding.
  public func pixels(_ rect: LogicalRect) -> PixelRect {
    let (left, right) = edges(rect.x, rect.maxX)
    let (top, bottom) = edges(rect.y, rect.maxY)
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }

  private func edges(_ low: Double, _ high: Double) -> (Int, Int) {
    (Int((low * scale).rounded()), Int((high * scale).rounded()))
  }

  /// The rectangle of the panel that shows the upright pixels of `rect`.
  public func panelRect(of rect: PixelRect) -> PixelRect { transform.panelRect(of: rect, in: uprightSize) }

  /// The upright pixels that `rect` of the panel shows.
  public func uprightRect(of rect: PixelRect) -> PixelRect { transform.uprightRect(of: rect, on: mode) }
}

// MARK: - Exactness

extension OutputGeometry {
  /// Method by which a surface maps the pixels of its buffer to those of the panel.
  public enum Mapping: Equatable, Sendable {
    /// The surface sets this buffer scale.
    case bufferScale(Int)
    /// The surface sets a viewport of its logical size over a buffer of its physical size.
    case viewport
    /// There is no exact mapping: the compositor would resample.
    case impossible(Obstacle)
  }

  /// Why there is no exact mapping.
  public enum Obstacle: Equatable, Sendable {
    /// The output's scale is fractional, and the compositor supports only whole buffer scales.
    case fractionalScale(Double)
  }

  /// The scale if it is a whole number; nil otherwise.
  public var wholeScale: Int? {
    let whole = scale.rounded()
    return abs(scale - whole) * Double(max(mode.width, mode.height)) < 0.5 ? Int(whole) : nil
  }

  /// The mapping of one buffer pixel to one pixel of the panel; `hasViewporter`: wp_viewporter is supported.
  public func mapping(hasViewporter: Bool) -> Mapping {
    if let wholeScale, wholeScale >= 1 { return .bufferScale(wholeScale) }
    return hasViewporter ? .viewport : .impossible(.fractionalScale(scale))
  }

  /// The shortest logical length of whole physical pixels; nil if the scale is no multiple of 1/120.
  ///
  /// Only multiples of it start and end on whole pixels, so that the compositor's rounding does not matter.
  public var snapStep: Int? { Self.snapStep(scale: scale) }

  /// The same on an output of `scale` physical pixels per logical pixel.
  public static func snapStep(scale: Double) -> Int? {
    let parts = (scale * 120).rounded()
    guard abs(scale * 120 - parts) < 0.01 else { return nil }
    return 120 / greatestCommonDivisor(Int(parts), 120)
  }

  /// The multiple of `snapStep` nearest to `length`, at least one step; `length` itself if that is more than
  /// `slack` logical pixels away, so that the compositor rounds its edges.
  public func snapped(_ length: Int, slack: Int) -> Int {
    guard let step = snapStep, length > 0 else { return length }
    let below = length.flooredToMultiple(of: step)
    let nearest = length - below < step - (length - below) ? below : below + step
    let choice = max(step, length == below ? below : nearest)
    return abs(choice - length) <= slack ? choice : length
  }
}

private func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
  b == 0 ? a : greatestCommonDivisor(b, a % b)
}
