public import Geometry

/// The shapes of which one sheet of glass consists, and which flow together near one another.
public struct Merging: Equatable, Hashable, Sendable {
  /// One of the shapes of the sheet.
  public struct Part: Equatable, Hashable, Sendable {
    /// The frame in pixels from the top left of the sheet's frame.
    public var frame: PixelRect
    public var corners: Corners

    public init(frame: PixelRect, corners: Corners) {
      self.frame = frame
      self.corners = corners
    }
  }

  /// The shapes, which lie in the frame of the sheet and together reach all of its sides.
  public var parts: [Part]
  /// The distance in pixels below which two flat ends are joined.
  public var distance: Double

  public init(_ parts: [Part], distance: Double) {
    self.parts = parts
    self.distance = distance
  }

  /// The distance in pixels below which two shapes change each other's edges.
  static func reach(_ distance: Double) -> Double { 3 * distance }
}

extension Scene {
  /// Returns the scene with sheets of the same look made one where they are so near that they flow together: two flat ends
  /// that are `distance` pixels apart are joined.
  public func merged(within distance: Double) -> Scene {
    guard distance > 0 else { return self }
    var groups: [(sheets: [EffectNode], index: Int)] = []
    for (index, node) in nodes.enumerated() {
      guard case .effect(let sheet) = node, sheet.canMerge else { continue }
      let near = groups.indices.filter { groups[$0].sheets.contains { $0.merges(with: sheet, distance) } }
      guard let first = near.first else {
        groups.append(([sheet], index))
        continue
      }
      // The sheet may join groups that did not touch before.
      for other in near.dropFirst().reversed() { groups[first].sheets += groups.remove(at: other).sheets }
      groups[first].sheets.append(sheet)
    }
    var scene = self
    let joined = groups.filter { $0.sheets.count > 1 }
    if joined.isEmpty { return self }
    scene.nodes = nodes.enumerated().compactMap { index, node in
      if let group = joined.first(where: { $0.index == index }) {
        return .effect(EffectNode(merging: group.sheets, within: distance))
      }
      guard case .effect(let sheet) = node, joined.contains(where: { $0.sheets.contains(sheet) }) else {
        return node
      }
      return nil
    }
    return scene
  }
}

extension EffectNode {
  fileprivate var canMerge: Bool {
    material != nil && mask == nil && merging == nil && alpha > 0 && !frame.isEmpty
  }

  /// Whether both sheets are glass of the same look, so that they flow together where they are near.
  public func canMerge(with other: EffectNode) -> Bool {
    var same = other
    (same.frame, same.corners, same.content) = (frame, corners, content)
    return canMerge && same == self
  }

  /// Whether two sheets look the same and are so near that they flow together.
  fileprivate func merges(with other: EffectNode, _ distance: Double) -> Bool {
    guard canMerge(with: other) else { return false }
    let x = max(frame.x - other.frame.maxX, other.frame.x - frame.maxX, 0)
    let y = max(frame.y - other.frame.maxY, other.frame.y - frame.maxY, 0)
    let reach = Merging.reach(distance)
    return Double(x * x + y * y) < reach * reach
  }

  /// Makes one sheet of several that look the same.
  fileprivate init(merging sheets: [EffectNode], within distance: Double) {
    self = sheets[0]
    frame = sheets.dropFirst().reduce(frame) { $0.union($1.frame) }
    let parts = sheets.map { sheet in
      Merging.Part(frame: sheet.frame.offset(x: -frame.x, y: -frame.y), corners: sheet.corners)
    }
    corners = .square
    merging = Merging(parts, distance: distance)
    content = sheets.flatMap(\.content)
  }
}

extension Pane {
  /// The rectangles that the sheet covers, where corners count as covered: its frame, or the frames of the shapes that flow
  /// together and what lies between them.
  public var coveredRects: [PixelRect] {
    let shape = clip.shape
    guard merging != nil else { return [frame] }
    let frames = shape.separate.map(\.frame)
    return frames + frame.subtracting(frames).flatMap { shape.runs(in: $0) }
  }
}

extension Shape {
  /// The shapes that flow together, or the shape itself.
  package var separate: [Shape] {
    guard let merging else { return [self] }
    return merging.parts.map {
      Shape(frame: $0.frame.offset(x: frame.x, y: frame.y), corners: $0.corners, inset: inset)
    }
  }

  /// The rectangles of those pixels of `rect` that the shape covers by half or more.
  fileprivate func runs(in rect: PixelRect) -> [PixelRect] {
    CoverageTile(rect: rect, bytes: coverage(in: rect)).spans { $0 >= 128 }
  }
}
