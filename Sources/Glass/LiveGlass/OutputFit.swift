import Geometry
import Scenes
import Wayland

/// The mapping of our pixels to an output's panel, and whether it is one to one.
struct OutputFit: Equatable {
  /// The geometry of the output for which we draw.
  private(set) var geometry: OutputGeometry
  let mapping: OutputGeometry.Mapping

  /// Makes the mapping for an output; `preferred` is the scale that the compositor prefers for surfaces
  /// there, in 1/120, or nil if it has sent none.
  init(_ output: OutputDescription, hasViewporter: Bool, preferred: Int? = nil) {
    var geometry = output.geometry
    if let preferred { geometry.refine(scale: Double(preferred) / 120) }
    mapping = geometry.mapping(hasViewporter: hasViewporter)
    if case .impossible = mapping {
      // With this integer scale, the compositor scales our picture down.
      let scale = max(1, output.integerScale)
      let upright = PixelSize(
        width: geometry.logicalSize.width * scale, height: geometry.logicalSize.height * scale)
      geometry = OutputGeometry(
        mode: geometry.transform.turned(upright), transform: geometry.transform, scale: Double(scale),
        logicalSize: geometry.logicalSize)
    }
    self.geometry = geometry
  }

  /// Size of the panel, turned upright, in physical pixels.
  var size: PixelSize { geometry.uprightSize }
  /// Physical pixels per logical pixel.
  var scale: Double { geometry.scale }
  /// The buffer scale of surfaces.
  var bufferScale: Int {
    if case .bufferScale(let scale) = mapping { return scale }
    return usesViewport ? 1 : Int(geometry.scale)
  }
  /// Whether surfaces set their logical size by a viewport.
  var usesViewport: Bool { mapping == .viewport }
  /// The transform of buffers, which is the panel's.
  var transform: OutputTransform { geometry.transform }

  /// The reason why our pixels are not the panel's one to one; nil: they are.
  var obstacle: String? {
    guard case .impossible(.fractionalScale(let scale)) = mapping else { return nil }
    return "the output has the fractional scale \(scale), and the compositor does not support wp_viewporter"
  }

  /// The physical pixels of the output that `rect`, in logical pixels, covers.
  func pixels(_ rect: LogicalRect) -> PixelRect { geometry.pixels(rect) }
}

extension OutputGeometry {
  /// Adopts an exact scale if it is consistent with the logical size.
  fileprivate mutating func refine(scale: Double) {
    guard scale > 0 else { return }
    let explains =
      abs(Double(uprightSize.width) / scale - Double(logicalSize.width)) < 1
      && abs(Double(uprightSize.height) / scale - Double(logicalSize.height)) < 1
    if explains { self.scale = scale }
  }
}
