package import Geometry
package import Scenes
import VisualEffects

/// The plans to draw a part of a scene: its division into sheets and a rest, and what is painted for each.
package struct PicturePlans {
  package let picture: PicturePlan
  /// The plan of painting for each part of `picture`, in their order; nil: nothing of the part's content is painted.
  package private(set) var contents: [PaintPlan?] = []
  /// The plan of painting for the rest of `picture`; nil: there is no rest.
  package private(set) var rest: PaintPlan?
  private let scene: Scene
  private let rects: [PixelRect]

  /// Plans `drawing`, whose scene has `sheets`, on a surface at `frame` of the output; `widened` extends a rectangle to the pixels that
  /// a pass draws at once, and `edges` returns the parts that a clip covers in part.
  init(
    of drawing: SurfaceDrawing, _ sheets: SceneSheets, on frame: PixelRect, scale: Double, range: ShownRange,
    widened: (PixelRect) -> PixelRect, edges: (Clip) throws(RenderingError) -> [PixelRect]
  ) throws(RenderingError) {
    (scene, rects) = (drawing.scene, drawing.rects)
    picture = PicturePlan(of: rects, scene, sheets, on: frame, widened: widened)
    let surface = picture.surface(on: frame, scale: scale, range: range)
    for part in picture.parts {
      let content =
        part.inked.isEmpty
        ? nil
        : try PaintPlan(
          contentOf: part.sheet.node, at: part.sheet.index, in: part.inked, on: surface, edges: edges)
      contents.append(content)
    }
    if !picture.painted.isEmpty {
      rest = try PaintPlan(scene, in: picture.painted, on: surface, edges: edges)
    }
  }

  /// Whether these are the plans of `drawing` on the same surface, as live frames of one scene have them.
  fileprivate func areOf(_ drawing: SurfaceDrawing) -> Bool {
    rects == drawing.rects && scene == drawing.scene
  }
}

/// The plans of the last drawing of one surface, which live frames of one scene repeat.
@MainActor package struct PictureMemory {
  private var last: PicturePlans?

  package init() {}

  /// Returns the plans of `drawing`, which are made anew if it draws another part or another scene than the last one. The parameters
  /// are those of `PicturePlans`.
  package mutating func plans<Backend: RenderingBackend>(
    of drawing: SurfaceDrawing, _ panes: SurfacePanes<Backend>, on frame: PixelRect,
    widened: (PixelRect) -> PixelRect, edges: (Clip) throws(RenderingError) -> [PixelRect]
  ) throws(RenderingError) -> PicturePlans {
    if let last, last.areOf(drawing) { return last }
    let made = try PicturePlans(
      of: drawing, panes.sheets, on: frame, scale: panes.scale, range: panes.range, widened: widened,
      edges: edges)
    last = made
    return made
  }
}
