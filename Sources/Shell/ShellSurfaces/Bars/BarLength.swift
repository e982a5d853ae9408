import Geometry
import LiveGlass
import Settings
import ShellModel
import Views

/// The length of a bar that is as long as its content; it decides whether windows overlap the bar.
struct BarLength {
  /// The length in logical pixels; nil: it is not known yet.
  private var length: Double?
  /// Whether windows have to be compared with another length.
  private(set) var isNew = false

  /// Follows a layout of a bar, and returns whether the length is another one. A bar that has slid out shows nothing, and keeps the
  /// length of the layout before.
  mutating func follow(_ layout: LaidOutView, of bar: BarSettings, scale: Double) -> Bool {
    guard bar.isAsLongAsContent, let extent = layout.contentLength(isLevel: bar.edge.isLevel) else {
      return false
    }
    let length = Double(extent) / scale
    if length == self.length { return false }
    (self.length, isNew) = (length, true)
    return true
  }

  /// Compares a bar on an output with windows, whether any of which overlaps it is returned; a frame is nil if it is not known.
  mutating func compare(_ bar: BarSettings, with frames: [LogicalRect?], on output: any ShellOutput) -> Bool {
    isNew = false
    let size = LogicalSize(width: Double(output.logicalWidth), height: Double(output.logicalHeight))
    return bar.isOverlapped(by: frames, on: size, contentLength: length)
  }
}
