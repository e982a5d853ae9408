/// How logical pixels, upright pixels and the panel's pixels of one output correspond.
public struct OutputGeometry: Equatable, Sendable {
  /// The panel's pixels, not turned.
  public var mode: PixelSize
  public var transform: OutputTransform
  /// Physical per logical pixels.
  public var scale: Double
  /// The upright output in whole logical pixels, as the compositor counts them.
  public var logicalSize: PixelSize

  /// `logicalSize` nil: as wlroots computes it, rounded down.
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

  /// The panel as the user sees it, in physical pixels.
  public var uprightSize: PixelSize { transform.turned(mode) }

  /// The upright pixels that a surface covers; `rect` is in logical pixels of the output.
  ///
  /// Each edge goes to the nearest pixel, halves away from zero: wlroots' own way (sway, labwc, phoc). What is snapped
  /// lies there by any rounding.
  public func pixels(_ rect: LogicalRect) -> PixelRect {
    let (left, right) = edges(rect.x, rect.maxX)
    let (top, bottom) = edges(rect.y, rect.maxY)
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }

  private func edges(_ low: Double, _ high: Double) -> (Int, Int) {
    (Int((low * scale).rounded()), Int((high * scale).rounded()))
  }

  /// Where upright pixels lie on the panel.
  public func panelRect(of rect: PixelRect) -> PixelRect { transform.panelRect(of: rect, in: uprightSize) }

  /// Where the panel's pixels appear upright.
  public func uprightRect(of rect: PixelRect) -> PixelRect { transform.uprightRect(of: rect, on: mode) }
}

// MARK: - Exactness

extension OutputGeometry {
  /// How a surface says which of the panel's pixels its own are.
  public enum Mapping: Equatable, Sendable {
    /// By this buffer scale.
    case bufferScale(Int)
    /// By a viewport of the surface's logical size over a buffer of its physical one.
    case viewport
    /// The compositor would resample.
    case impossible(Obstacle)
  }

  /// Why there is no exact mapping.
  public enum Obstacle: Equatable, Sendable {
    /// Only whole buffer scales can be said, and the output's is not.
    case fractionalScale(Double)
  }

  /// Physical pixels of a logical one if that is a whole number.
  public var wholeScale: Int? {
    let whole = scale.rounded()
    return abs(scale - whole) * Double(max(mode.width, mode.height)) < 0.5 ? Int(whole) : nil
  }

  /// How to map one to one; `hasViewporter`: the compositor supports wp_viewporter.
  public func mapping(hasViewporter: Bool) -> Mapping {
    if let wholeScale, wholeScale >= 1 { return .bufferScale(wholeScale) }
    return hasViewporter ? .viewport : .impossible(.fractionalScale(scale))
  }

  /// The shortest logical length of whole physical pixels; nil: the scale is not one of the protocol's, in 1/120.
  ///
  /// Every multiple of it, and only these, starts and ends on whole pixels, so that no rounding matters.
  public var snapStep: Int? {
    let parts = (scale * 120).rounded()
    guard abs(scale * 120 - parts) < 0.01 else { return nil }
    return 120 / greatestCommonDivisor(Int(parts), 120)
  }

  /// The multiple of `snapStep` nearest to `length`, if it is at most `slack` logical pixels away and not nothing;
  /// else `length` itself, whose edges the compositor rounds.
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
