package import Geometry
package import Scenes
package import VisualEffects

/// Divides the drawn part of a surface into parts that show one sheet of glass and its content, and a rest to be
/// painted.
package struct SheetDivision {
  /// The parts of a surface that show one sheet and the nodes of its content alone.
  package struct Part {
    package var sheet: Scene.Sheet
    /// The index of the sheet among the scene's sheets.
    package var position: Int
    /// Pixels of the surface; empty if no part shows the sheet alone.
    package var rects: [PixelRect]
  }

  /// One part for each sheet whose backdrop is the background behind the surface.
  package private(set) var parts: [Part] = []
  /// The rectangles, in pixels of the surface, in which all nodes have to be painted.
  package private(set) var rest: [PixelRect]

  /// Divides `rects` of a surface that shows `scene` at `frame` of the output.
  package init(of rects: [PixelRect], _ scene: Scene, on frame: PixelRect) {
    rest = rects
    for (position, sheet) in scene.sheets.enumerated() where !sheet.isOverOthers {
      let plain = scene.plainRects(of: sheet, on: frame)
      let own = rest.flatMap { rect in plain.map { $0.intersection(rect) } }.filter { !$0.isEmpty }
      parts.append(Part(sheet: sheet, position: position, rects: own))
      if !own.isEmpty { rest = rest.flatMap { $0.subtracting(plain) } }
    }
  }
}

extension SheetDivision.Part {
  /// The rectangles in which the sheet's content lies, each pixel in one of them; `widened` extends a rectangle to
  /// the pixels that a pass draws at once.
  package func inked(_ widened: (PixelRect) -> PixelRect) -> [PixelRect] {
    rects.flatMap { rect in sheet.node.content.map { $0.extent.intersection(rect) } }
      .filter { !$0.isEmpty }.map(widened).distinct
  }
}

extension Scene {
  /// The finish that legibility gives to the material of each sheet; nil: it gives none.
  package func finishes(_ range: ShownRange) -> [LegibilityFigures?] {
    sheets.map { sheet in sheet.node.material.flatMap { sheet.node.finish($0, range: range) } }
  }

  /// Brings the glass of each sheet up to date by `update`, which returns the changed pixels of the output, and
  /// returns the part of a surface at `frame` that has to be drawn: `stale` and all changed pixels.
  package func updating<Glass: AnyObject, Failure: Error>(
    _ panes: [Glass], _ finishes: [LegibilityFigures?], on frame: PixelRect, stale: PixelRect,
    _ update: (Glass, LegibilityFigures?) throws(Failure) -> PixelRect
  ) throws(Failure) -> PixelRect {
    var stale = stale
    var moved: [(glass: Glass, finish: LegibilityFigures?, pixels: PixelRect)] = []
    for (sheet, (glass, finish)) in zip(sheets, zip(panes, finishes)) {
      let place = sheet.node.frame.offset(x: frame.x, y: frame.y)
      let known = moved.first { $0.glass === glass && $0.finish == finish }?.pixels
      let pixels = if let known { known } else { try update(glass, finish) }
      if known == nil { moved.append((glass, finish, pixels)) }
      stale = stale.union(pixels.intersection(place).offset(x: -frame.x, y: -frame.y))
    }
    if !stale.isEmpty, hasNestedGlass { stale = PixelRect(frame.size) }
    return stale.intersection(PixelRect(frame.size))
  }
}
