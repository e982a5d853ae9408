/// Makes the coverage of clips and lines in tiles, and keeps that of narrow shapes, from which others of the same corners
/// are made.
package struct ShapeTiles {
  private enum Key: Equatable {
    case shape(Shape)
    case line(EdgeLine)
  }

  private var entries: [(key: Key, tiles: [CoverageTile], use: Int)] = []
  /// The number of drawings so far.
  private var now = 0

  /// The number of drawings for which tiles are kept that they do not use.
  private static let patience = 8

  package init() {}

  /// The tiles of `clip`, whose shape lies at the origin.
  package mutating func tiles(of clip: Clip) -> [CoverageTile] {
    guard clip.mask == nil, let narrow = NarrowShape(clip.shape) else { return clip.tiles }
    return narrow.stretched(kept(.shape(narrow.shape)) { narrow.shape.tiles })
  }

  package mutating func tiles(of line: EdgeLine) -> [CoverageTile] {
    guard let narrow = NarrowShape(line.shape, lineWidth: line.width) else { return line.tiles }
    let short = EdgeLine(narrow.shape, width: line.width, line.part)
    return narrow.stretched(kept(.line(short)) { short.tiles })
  }

  /// The coverage of `clip`, whose shape lies at the origin, in one picture, or in several if that would have a side longer than
  /// `side`.
  package mutating func pictures(of clip: Clip, side: Int) -> [CoveragePicture] {
    guard clip.mask == nil, let narrow = NarrowShape(clip.shape) else {
      return CoveragePicture.pictures(clip.tiles, side: side)
    }
    return CoveragePicture.pictures(kept(.shape(narrow.shape)) { narrow.shape.tiles }, narrow, side: side)
  }

  package mutating func pictures(of line: EdgeLine, side: Int) -> [CoveragePicture] {
    guard let narrow = NarrowShape(line.shape, lineWidth: line.width) else {
      return CoveragePicture.pictures(line.tiles, side: side)
    }
    let short = EdgeLine(narrow.shape, width: line.width, line.part)
    return CoveragePicture.pictures(kept(.line(short)) { short.tiles }, narrow, side: side)
  }

  private mutating func kept(_ key: Key, make: () -> [CoverageTile]) -> [CoverageTile] {
    if let index = entries.firstIndex(where: { $0.key == key }) {
      entries[index].use = now
      return entries[index].tiles
    }
    entries.append((key, make(), now))
    return entries[entries.count - 1].tiles
  }

  /// Ends a drawing; forgets the tiles that the last drawings did not use.
  package mutating func endDrawing() {
    now += 1
    let oldest = now - Self.patience
    entries.removeAll { $0.use < oldest }
  }
}
