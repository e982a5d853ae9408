import Geometry
import Scenes

/// The sheets of a stack's banners while these come out of the stack or go into it: one sheet of glass where they are near.
enum FlowingSheets {
  /// The distance in pixels within which only sheets flow together that touch, or lie over one another.
  private static let touching = 0.01

  /// Makes nodes of `sheets`, which are in order from the lowest to the highest. Two flat ends that are `distance` pixels apart are
  /// joined; sheets of different looks stay what they are.
  static func nodes(_ sheets: [EffectNode], within distance: Double) -> [Node] {
    guard let front = sheets.last, sheets.allSatisfy({ $0.canMerge(with: front) }) else {
      return sheets.map { .effect($0) }
    }
    let shown = separate(sheets)
    // Sheets that flow together become thicker where they lie over one another. Without a limit, they would jump to their own shape
    // when one hides the other.
    let most = Double(leastStep(between: shown.map(\.frame))) / 3
    return Scene(size: front.frame.size, nodes: shown.map { .effect($0) })
      .merged(within: max(min(distance, most), touching)).nodes
  }

  /// The least distance in pixels between the upper edges of two frames, or between their lower edges.
  private static func leastStep(between frames: [PixelRect]) -> Int {
    let steps = frames.indices.flatMap { index in
      frames[(index + 1)...].map { min(abs($0.y - frames[index].y), abs($0.maxY - frames[index].maxY)) }
    }
    return steps.min() ?? 0
  }

  /// Returns the sheets without those that higher ones hide, each with the part of its content that higher ones do not cover.
  private static func separate(_ sheets: [EffectNode]) -> [EffectNode] {
    sheets.indices.compactMap { index in
      var sheet = sheets[index]
      let above = sheets[(index + 1)...]
      if above.contains(where: { $0.frame == sheet.frame && $0.corners == sheet.corners }) { return nil }
      let visible = sheet.frame.subtracting(above.map(\.frame))
      if visible != [sheet.frame] {
        sheet.content = visible.map {
          .effect(EffectNode(frame: $0, material: nil, content: sheet.content))
        }
      }
      return sheet
    }
  }
}
