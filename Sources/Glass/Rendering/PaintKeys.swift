package import Geometry
package import Scenes

/// The keys from which renderers make texts, pictures and the coverage of shapes, kept while drawings use them.
///
/// Each key has a slot, a number under which a renderer keeps what it made. Slots are never used for a second key.
package struct PaintKeys {
  private var texts: [StyledText: (slot: Int, use: Int)] = [:]
  private var clips = Table<Clip>()
  private var lines = Table<EdgeLine>()
  private var images = Table<ImageKey>()
  private var shades = Table<ShadeKey>()
  private var next = 0
  /// The number of drawings so far.
  private var now = 0

  /// The number of drawings for which a slot is kept that they do not use.
  private static let patience = 8

  package init() {}

  package mutating func slot(of text: StyledText) -> Int {
    let slot = texts[text]?.slot ?? newSlot()
    texts[text] = (slot, now)
    return slot
  }

  /// The slot of `clip` wherever it lies.
  package mutating func slot(of clip: Clip) -> Int {
    let key = clip.moved(x: -clip.shape.frame.x, y: -clip.shape.frame.y)
    return clips.slot(of: key, now) ?? clips.insert(key, newSlot(), now)
  }

  package mutating func slot(of line: EdgeLine) -> Int {
    lines.slot(of: line, now) ?? lines.insert(line, newSlot(), now)
  }

  /// The slot of a picture scaled to `size`, as colours or as coverage.
  package mutating func slot(of bitmap: Bitmap, size: PixelSize, isTemplate: Bool) -> Int {
    let key = ImageKey(size: size, isTemplate: isTemplate, bitmap: bitmap)
    return images.slot(of: key, now) ?? images.insert(key, newSlot(), now)
  }

  /// The slot of the shadow of `shape`, wherever it lies.
  package mutating func slot(ofShadow shape: Shape, sigma: Double) -> Int {
    let key = ShadeKey(shape: shape.atOrigin, sigma: sigma)
    return shades.slot(of: key, now) ?? shades.insert(key, newSlot(), now)
  }

  /// Ends a drawing; returns the slots that the last drawings did not use, which are given up.
  package mutating func endDrawing() -> [Int] {
    now += 1
    let oldest = now - Self.patience
    var slots = clips.removeUnused(oldest) + lines.removeUnused(oldest) + images.removeUnused(oldest)
    slots += shades.removeUnused(oldest)
    for (text, entry) in texts where entry.use < oldest {
      slots.append(entry.slot)
      texts[text] = nil
    }
    return slots
  }

  private mutating func newSlot() -> Int {
    next += 1
    return next
  }
}

private struct ImageKey: Equatable {
  var size: PixelSize
  var isTemplate: Bool
  var bitmap: Bitmap
}

private struct ShadeKey: Equatable {
  var shape: Shape
  var sigma: Double
}

/// Keys of one kind, with their slots and the drawings that used them last.
private struct Table<Key: Equatable> {
  private var entries: [(key: Key, slot: Int, use: Int)] = []

  mutating func slot(of key: Key, _ now: Int) -> Int? {
    guard let index = entries.firstIndex(where: { $0.key == key }) else { return nil }
    entries[index].use = now
    return entries[index].slot
  }

  mutating func insert(_ key: Key, _ slot: Int, _ now: Int) -> Int {
    entries.append((key, slot, now))
    return slot
  }

  mutating func removeUnused(_ oldest: Int) -> [Int] {
    let slots = entries.filter { $0.use < oldest }.map(\.slot)
    if !slots.isEmpty { entries.removeAll { $0.use < oldest } }
    return slots
  }
}
