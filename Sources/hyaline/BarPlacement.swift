import Measures
import Settings
import Wayland

/// Where the bar goes on an output, and whether its pixels fall on the panel's one to one.
struct BarPlacement: Equatable {
  var edge: BarSettings.Edge
  /// Logical pixels.
  var height: Int
  /// The panel as the bar sees it: turned upright, in physical pixels.
  var outputSize: PixelSize
  /// Buffer pixels per logical pixel.
  var bufferScale: Int
  /// Why the pixels do not fall on the panel's one to one; nil: they do.
  var obstacle: String?

  init(_ bar: BarSettings, on output: OutputDescription) {
    edge = bar.edge
    height = bar.height
    bufferScale = max(1, output.integerScale)
    outputSize = output.transformedMode
    if output.transform != .normal {
      obstacle = "the output is rotated"
    } else if output.realScale != Double(bufferScale) {
      obstacle = "the output has the fractional scale \(output.realScale)"
    }
    if output.realScale != Double(bufferScale), let logical = output.logicalFrame {
      // The compositor scales our picture down from here.
      outputSize = PixelSize(
        width: Int(logical.width) * bufferScale, height: Int(logical.height) * bufferScale)
    }
  }

  /// The size in physical pixels that answers a configure event.
  ///
  /// 0 leaves a side to us; Mir says so before it has placed the bar.
  func size(answering configured: LogicalSize) -> PixelSize {
    let expected = expectedFrame.size
    return PixelSize(
      width: configured.width > 0 ? Int(configured.width) * bufferScale : expected.width,
      height: configured.height > 0 ? Int(configured.height) * bufferScale : expected.height)
  }

  /// Where a bar of `size` physical pixels lies, if no other panel has taken the edge.
  func frame(of size: PixelSize) -> PixelRect {
    PixelRect(
      x: (outputSize.width - size.width) / 2, y: edge == .top ? 0 : outputSize.height - size.height,
      width: size.width, height: size.height)
  }

  /// The frame expected before the compositor has said the bar's size.
  var expectedFrame: PixelRect {
    frame(of: PixelSize(width: outputSize.width, height: height * bufferScale))
  }
}
