package import Geometry
package import Scenes
package import VisualEffects

/// Which parts of a drawing are taken from sheets of glass alone, and which are painted.
package struct SheetDivision {
  /// Parts of a surface that are all one sheet's, with what lies on it.
  package struct Part {
    package var sheet: Scene.Sheet
    /// The place of the sheet among the scene's sheets.
    package var position: Int
    /// Pixels of the surface; empty if none is the sheet's alone.
    package var rects: [PixelRect]
  }

  /// A part for each sheet whose backdrop is what lies behind the surface.
  package private(set) var parts: [Part] = []
  /// What is painted as a whole.
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
  /// Where something lies on the sheet, each pixel in one rectangle; `widened` gives what is drawn at once with some
  /// pixels.
  package func inked(_ widened: (PixelRect) -> PixelRect) -> [PixelRect] {
    rects.flatMap { rect in sheet.node.content.map { $0.extent.intersection(rect) } }
      .filter { !$0.isEmpty }.map(widened).distinct
  }
}

extension Scene {
  /// What legibility makes of the material of each sheet.
  package func finishes(_ range: ShownRange) -> [GlassFinish?] {
    sheets.map { sheet in sheet.node.material.flatMap { sheet.node.finish($0, range: range) } }
  }

  /// Brings the glass of each sheet up to date by `update`, which returns the pixels of the output that changed with
  /// that; returns what of a surface at `frame` must be drawn then, with what was `stale`.
  package func updating<Glass: AnyObject, Failure: Error>(
    _ panes: [Glass], _ finishes: [GlassFinish?], on frame: PixelRect, stale: PixelRect,
    _ update: (Glass, GlassFinish?) throws(Failure) -> PixelRect
  ) throws(Failure) -> PixelRect {
    var stale = stale
    var moved: [(glass: Glass, finish: GlassFinish?, pixels: PixelRect)] = []
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
