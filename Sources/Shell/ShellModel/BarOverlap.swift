public import Geometry
public import Settings

extension BarSettings {
  /// Whether a window overlaps the place of the bar on an output. `frames` are those of the windows on the output, nil for those
  /// of unknown places, which count as overlapping; `size` is that of the output, in logical pixels. A bar that is as long as its
  /// content has the length `contentLength` in logical pixels; nil: it is not known yet, and windows over its middle count.
  public func isOverlapped(by frames: [LogicalRect?], on size: LogicalSize, contentLength: Double? = nil)
    -> Bool
  {
    let own = frame(on: size, contentLength: contentLength)
    return frames.contains { frame in
      guard let frame else { return true }
      return frame.x < own.maxX && own.x < frame.maxX && frame.y < own.maxY && own.y < frame.maxY
    }
  }

  /// The place of the bar on an output without other panels.
  private func frame(on size: LogicalSize, contentLength: Double?) -> LogicalRect {
    let isLevel = edge.isLevel
    let margins = isLevel ? (marginLeft, marginRight) : (marginTop, marginBottom)
    let whole = isLevel ? size.width : size.height
    let own = isAsLongAsContent ? contentLength ?? 0 : length.map(Double.init)
    let extent = own ?? max(0, whole - Double(margins.0 + margins.1))
    let start = own == nil ? Double(margins.0) : (whole - extent) / 2
    let thickness = Double(height)
    return switch edge {
    case .top: LogicalRect(x: start, y: Double(marginTop), width: extent, height: thickness)
    case .bottom:
      LogicalRect(
        x: start, y: size.height - Double(marginBottom) - thickness, width: extent, height: thickness)
    case .left: LogicalRect(x: Double(marginLeft), y: start, width: thickness, height: extent)
    case .right:
      LogicalRect(
        x: size.width - Double(marginRight) - thickness, y: start, width: thickness, height: extent)
    }
  }
}
