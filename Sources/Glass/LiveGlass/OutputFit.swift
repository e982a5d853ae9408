import Geometry
import Scenes
import Wayland

/// How pixels of ours fall on an output's panel, and whether they do so one to one.
struct OutputFit: Equatable {
  /// Of the output as we draw for it.
  private(set) var geometry: OutputGeometry
  let mapping: OutputGeometry.Mapping

  /// `preferred`: the scale that the compositor wants of a surface there, in 1/120, if it has told.
  init(_ output: OutputDescription, hasViewporter: Bool, preferred: Int? = nil) {
    var geometry = output.geometry
    if let preferred { geometry.refine(scale: Double(preferred) / 120) }
    mapping = geometry.mapping(hasViewporter: hasViewporter)
    if case .impossible = mapping {
      // The compositor scales our picture down from here.
      let scale = max(1, output.integerScale)
      let upright = PixelSize(
        width: geometry.logicalSize.width * scale, height: geometry.logicalSize.height * scale)
      geometry = OutputGeometry(
        mode: geometry.transform.turned(upright), transform: geometry.transform, scale: Double(scale),
        logicalSize: geometry.logicalSize)
    }
    self.geometry = geometry
  }

  /// The panel as surfaces see it: turned upright, in physical pixels.
  var size: PixelSize { geometry.uprightSize }
  /// Physical per logical pixels.
  var scale: Double { geometry.scale }
  /// What buffers have besides their size.
  var bufferScale: Int {
    if case .bufferScale(let scale) = mapping { return scale }
    return usesViewport ? 1 : Int(geometry.scale)
  }
  /// Surfaces say their logical size by a viewport.
  var usesViewport: Bool { mapping == .viewport }
  /// How buffers are turned: as the panel.
  var transform: OutputTransform { geometry.transform }

  /// Why our pixels do not fall on the panel's one to one; nil: they do.
  var obstacle: String? {
    guard case .impossible(.fractionalScale(let scale)) = mapping else { return nil }
    return "the output has the fractional scale \(scale), and the compositor does not support wp_viewporter"
  }

  /// The output in logical pixels, its origin at its own corner.
  var logical: LogicalRect {
    LogicalRect(
      x: 0, y: 0, width: Double(geometry.logicalSize.width), height: Double(geometry.logicalSize.height))
  }

  /// Pixels of the output that `rect` covers.
  func pixels(_ rect: LogicalRect) -> PixelRect { geometry.pixels(rect) }
}

extension OutputGeometry {
  /// Takes a scale that explains the logical size as well, and is known exactly.
  fileprivate mutating func refine(scale: Double) {
    guard scale > 0 else { return }
    let explains =
      abs(Double(uprightSize.width) / scale - Double(logicalSize.width)) < 1
      && abs(Double(uprightSize.height) / scale - Double(logicalSize.height)) < 1
    if explains { self.scale = scale }
  }
}
