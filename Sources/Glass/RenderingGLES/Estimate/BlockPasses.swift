import Geometry
import Rendering

/// The passes that measure blocks, in the order in which they are drawn: each block belongs to the last one that has it.
struct BlockPasses {
  let all: [(kind: MeasurementShaders.BlockKind, rects: [PixelRect])]

  /// The most blocks that are measured in vain to spare a rectangle: software GL takes as long for either, about 2.5 us.
  private static let mostAdded = 16

  /// Divides `blocks` into those of which glass covers all pixels, those of which it covers none, those that are `shared` with other
  /// surfaces, which may be among the former two, and all others.
  init(over blocks: PixelRect, whole: [PixelRect], bare: [PixelRect], shared: [PixelRect]) {
    let shared = shared.map { $0.intersection(blocks) }.distinct
    let whole = whole.flatMap { $0.intersection(blocks).subtracting(shared) }
    let bare = bare.flatMap { $0.intersection(blocks).subtracting(shared) }
    // The other passes draw anew what these rectangles have besides edges.
    let edges = blocks.subtracting(whole + bare + shared).joined(adding: Self.mostAdded)
    let passes: [(kind: MeasurementShaders.BlockKind, rects: [PixelRect])] = [
      (.edge, edges), (.whole, whole), (.bare, bare), (.shared, shared),
    ]
    all = passes.map { kind, rects in (kind, rects.filter { !$0.isEmpty }) }.filter { !$1.isEmpty }
  }
}
