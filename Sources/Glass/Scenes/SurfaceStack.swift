public import Geometry
import VisualEffects

/// The surfaces of one output in stacking order, which decides the surface that shows each pixel where they
/// overlap.
///
/// Through two surfaces of ours the background cannot be measured. Each pixel is therefore shown by one of them: where live
/// glass covers a pixel wholly, what lies below it is cut out. Where there is none, the upper surface is cut out, and
/// the lower one draws the shadow that falls on it. Antialiased pixels are drawn by both and measured by none.
///
/// Frozen glass may be translucent: nothing below it is cut out, and nothing is measured there either, since a capture shows that
/// glass in place of the background, even where the lower surface is transparent.
public struct SurfaceStack: Equatable, Sendable {
  /// The properties of one surface that matter to others it overlaps.
  public struct Layer: Equatable, Sendable {
    public var id: SurfaceID
    /// Frame of the surface on the output, in physical pixels.
    public var frame: PixelRect
    /// Opaque sheets without their contents, in pixels of the surface.
    public var sheets: [EffectNode] = []
    /// The extents of all other nodes, in pixels of the surface.
    public var others: [PixelRect] = []
    /// Whether the background is measured through the surface.
    public var isLive: Bool

    public init(id: SurfaceID, frame: PixelRect, scene: Scene, isLive: Bool) {
      self.id = id
      self.frame = frame
      self.isLive = isLive
      // Frozen glass hides nothing of other surfaces.
      guard isLive else { return }
      for node in scene.nodes {
        if case .effect(var sheet) = node, sheet.material != nil, sheet.alpha >= 1 {
          sheet.content = []
          sheets.append(sheet)
        } else {
          others.append(node.extent)
        }
      }
    }
  }

  /// The effect of overlapping surfaces on the drawing of one.
  public struct Overlap: Equatable, Sendable {
    public var mask: OverlapMask
    /// Shadows of surfaces above, to be drawn over everything else on this one.
    public var shadows: [Node]
  }

  /// The surfaces, the lowest first.
  public var layers: [Layer]

  public init(_ layers: [Layer] = []) {
    self.layers = layers
  }

  /// The overlaps of live surfaces with surfaces below them, for both, and of frozen ones with live ones below them, for these; all
  /// other surfaces are left out.
  public func overlaps() -> [SurfaceID: Overlap] {
    let coverages = layers.map { layer in
      layer.isLive ? GlassCoverage(layer.panes, size: layer.frame.size) : nil
    }
    var masks = layers.map { _ in [UInt8]() }
    var parts = layers.map { _ in [PixelRect]() }
    for upper in layers.indices {
      for lower in layers.indices.prefix(upper) where layers[upper].isLive || layers[lower].isLive {
        let both = layers[upper].frame.intersection(layers[lower].frame)
        if both.isEmpty { continue }
        for index in layers[upper].isLive ? [upper, lower] : [lower] {
          let frame = layers[index].frame
          if masks[index].isEmpty { masks[index] = [UInt8](repeating: 0, count: frame.area) }
          parts[index].append(both.offset(x: -frame.x, y: -frame.y))
        }
        assignRoles(in: both, coverages, &masks)
      }
    }
    var overlaps: [SurfaceID: Overlap] = [:]
    for (index, layer) in layers.enumerated() where !parts[index].isEmpty {
      let mask = OverlapMask(size: layer.frame.size, bytes: masks[index], parts: parts[index])
      overlaps[layer.id] = Overlap(mask: mask, shadows: shadows(on: index))
    }
    return overlaps
  }

  private func assignRoles(in rect: PixelRect, _ coverages: [GlassCoverage?], _ masks: inout [[UInt8]]) {
    let present = layers.indices.filter { layers[$0].frame.intersects(rect) }
    for y in rect.y..<rect.maxY {
      for x in rect.x..<rect.maxX {
        let here = present.filter { layers[$0].frame.contains(x: x, y: y) }
        var (isCovered, isShared) = (false, false)
        for index in here.reversed() {
          let frame = layers[index].frame
          let (column, row) = (x - frame.x, y - frame.y)
          var role = OverlapMask.Role.own
          if isCovered {
            role = .cut
          } else if let coverage = coverages[index] {
            let share = coverage.coverage(x: column, y: row)
            if share == 255 {
              isCovered = true
            } else if index != here.first, share == 0, !layers[index].hasOthers(x: column, y: row) {
              role = .cut
            } else if index != here.first {
              isShared = true
            }
          }
          if role == .own, isShared { role = .shared }
          if coverages[index] == nil { isShared = true }
          if !masks[index].isEmpty { masks[index][row * frame.width + column] = role.rawValue }
        }
      }
    }
  }

  /// The shadows of live surfaces above the one at `index`, in that surface's pixels.
  private func shadows(on index: Int) -> [Node] {
    let frame = layers[index].frame
    return layers[(index + 1)...].filter { $0.isLive && $0.frame.intersects(frame) }.flatMap { upper in
      upper.sheets.compactMap { sheet -> Node? in
        let (x, y) = (upper.frame.x - frame.x, upper.frame.y - frame.y)
        let place = sheet.frame.offset(x: x, y: y)
        let shadows = sheet.shadows.filter { $0.extent(of: place).intersects(PixelRect(frame.size)) }
        guard !shadows.isEmpty else { return nil }
        let mask = sheet.clip.moved(x: x, y: y).mask
        var node = EffectNode(
          frame: place, material: nil, corners: sheet.corners, shadows: shadows, mask: mask)
        node.merging = sheet.merging
        return .effect(node)
      }
    }
  }
}

extension SurfaceStack.Layer {
  fileprivate var panes: [Pane] { sheets.compactMap(\.pane) }

  fileprivate func hasOthers(x: Int, y: Int) -> Bool { others.contains { $0.contains(x: x, y: y) } }
}
