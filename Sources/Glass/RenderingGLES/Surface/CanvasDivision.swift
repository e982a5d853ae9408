import Geometry
import Rendering

/// The division of pixels that are taken from a canvas into two passes, of which that for `rest` comes first.
struct CanvasDivision {
  /// The pixels that have the alpha of the leak.
  let whole: [PixelRect]
  /// All other pixels, and some that this pass or later ones draw anew.
  let rest: [PixelRect]
  private let rects: [PixelRect]
  private let drawn: [PixelRect]
  private let blocks: [PixelRect]

  /// The most pixels that are drawn in vain to spare a rectangle: software GL takes as long for either, about 2.5 us.
  private static let mostAdded = 256

  /// Divides `rects`, which lie in the rectangles `drawn`, by `blocks`, whose pixels have the alpha of the leak. All are in pixels of
  /// the surface. Everything in `drawn` that is not in `rects` must be drawn later.
  init(of rects: [PixelRect], drawn: [PixelRect], by blocks: [PixelRect]) {
    (self.rects, self.drawn, self.blocks) = (rects, drawn, blocks)
    // These are whole blocks of 4 × 4 pixels, so no cell of 4 × 2 is cut.
    whole = rects.flatMap { rect in blocks.map { $0.intersection(rect) } }.filter { !$0.isEmpty }
    let others = rects.flatMap { $0.subtracting(blocks) }
    rest = drawn.flatMap { others.cut(to: $0).joined(adding: Self.mostAdded) }
  }

  /// Whether this divides the same pixels by the same blocks, as it does in live frames of one scene.
  func divides(_ rects: [PixelRect], drawn: [PixelRect], by blocks: [PixelRect]) -> Bool {
    self.rects == rects && self.drawn == drawn && self.blocks == blocks
  }
}
