import Measures
import Scenes
import Wayland

/// How pixels of ours fall on an output's panel, and whether they do so one to one.
struct OutputFit: Equatable {
  /// The panel as surfaces see it: turned upright, in physical pixels.
  var size: PixelSize
  /// Buffer pixels per logical pixel.
  var bufferScale: Int
  /// Why our pixels do not fall on the panel's one to one; nil: they do.
  var obstacle: String?

  init(_ output: OutputDescription) {
    bufferScale = max(1, output.integerScale)
    size = output.transformedMode
    if output.transform != .normal {
      obstacle = "the output is rotated"
    } else if output.realScale != Double(bufferScale) {
      obstacle = "the output has the fractional scale \(output.realScale)"
    }
    if output.realScale != Double(bufferScale), let logical = output.logicalFrame {
      // The compositor scales our picture down from here.
      size = PixelSize(
        width: Int(logical.width) * bufferScale, height: Int(logical.height) * bufferScale)
    }
  }

  /// The output in logical pixels, its origin at its own corner.
  var logical: LogicalRect {
    LogicalRect(
      x: 0, y: 0, width: Double(size.width / bufferScale), height: Double(size.height / bufferScale))
  }

  /// Pixels of the output that `rect` covers.
  func pixels(_ rect: LogicalRect) -> PixelRect {
    let scale = Double(bufferScale)
    return PixelRect(
      x: Int(rect.x * scale), y: Int(rect.y * scale), width: Int(rect.width * scale),
      height: Int(rect.height * scale))
  }
}
