/// A rectangle to ask wlr-screencopy for, and the part of the panel that it is expected to copy.
public struct CaptureRequest: Equatable, Sendable {
  /// The rectangle to ask for, in logical pixels of the upright output.
  public var logical: PixelRect
  /// The pixels of the panel that the compositor is expected to copy for the request.
  public var panel: PixelRect

  public init(logical: PixelRect, panel: PixelRect) {
    self.logical = logical
    self.panel = panel
  }
}

extension OutputGeometry {
  /// The smallest request whose copy contains `rect` of the panel; nil if only a copy of the
  /// whole output does.
  ///
  /// wlroots turns the logical rectangle to the panel's orientation, scales its origin and its size,
  /// and rounds both down. A request that `isMirrored` turns by 90° and 270° in the wrong
  /// direction, as wlroots 0.15 does.
  public func captureRequest(for rect: PixelRect, isMirrored: Bool = false) -> CaptureRequest? {
    guard !rect.isEmpty, PixelRect(mode).contains(rect) else { return nil }
    let size = transform.turned(logicalSize)
    guard let (x, width) = span(rect.x, rect.maxX, of: size.width),
      let (y, height) = span(rect.y, rect.maxY, of: size.height)
    else { return nil }
    let box = PixelRect(x: x, y: y, width: width, height: height)
    let panel = scaled(box)
    guard panel.contains(rect), PixelRect(mode).contains(panel) else { return nil }
    let turn = isMirrored ? transform.inverse : transform
    return CaptureRequest(logical: turn.uprightRect(of: box, on: size), panel: panel)
  }

  /// The part of the panel that wlroots copies for a rectangle in logical pixels of the upright output.
  ///
  /// With `isMirrored` it turns by 90° and 270° in the wrong direction, as wlroots 0.15 does.
  public func copied(for logical: PixelRect, isMirrored: Bool) -> PixelRect {
    let turn = isMirrored ? transform.inverse : transform
    return scaled(turn.panelRect(of: logical, in: logicalSize))
  }

  /// Logical origin and length that cover the panel's pixels from `low` to `high`; nil if not inside `limit`.
  private func span(_ low: Int, _ high: Int, of limit: Int) -> (Int, Int)? {
    var origin = min(limit - 1, Int(Double(low) / scale))
    while origin > 0, scaled(origin) > low { origin -= 1 }
    var length = max(1, Int((Double(high) / scale).rounded(.up)) - origin)
    while origin + length < limit, scaled(origin) + scaled(length) < high { length += 1 }
    guard origin + length <= limit, scaled(origin) + scaled(length) >= high else { return nil }
    return (origin, length)
  }

  private func scaled(_ box: PixelRect) -> PixelRect {
    PixelRect(x: scaled(box.x), y: scaled(box.y), width: scaled(box.width), height: scaled(box.height))
  }

  private func scaled(_ length: Int) -> Int { Int(Double(length) * scale + 1.0 / 4096) }
}
