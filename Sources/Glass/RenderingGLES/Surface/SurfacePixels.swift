import CEGL
package import Geometry
import Rendering
package import Scenes
import VisualEffects

/// The pixels that a surface submits, in a texture whose first row is the top: later captures are un-blended with
/// them.
package final class SurfacePixels: SurfacePixelKeeping {
  /// The frame of the surface on the output.
  let frame: PixelRect
  private let texture: Texture
  private let target: RenderTarget
  /// The texture into which passes draw: four pixels to a texel, even rows in one layer and odd ones in the other.
  private let cellTexture: Texture
  private let drawing: RenderTarget
  /// The cells of 4 × 2 pixels of the output that `cellTexture` covers.
  private let cells: PixelRect
  private let buffer: PixelBuffer
  private let context: GraphicsContext
  package var black = 0
  /// The division of the last drawing, which live frames of one scene repeat.
  private var division: CanvasDivision?

  init(_ frame: PixelRect, in context: GraphicsContext) throws(RenderingError) {
    self.frame = frame
    self.context = context
    // The order is that of windows if GL draws it, so that copying to a window converts nothing.
    let order: Texture.Format = context.drawsWindowOrder ? .window : .byte4
    texture = try Texture("surface", frame.size, order, in: context)
    target = try RenderTarget([.init(texture)], in: context)
    target.clear(PixelRect(frame.size))
    cells = frame.cells(of: Self.cell)
    cellTexture = try Texture("surface", cells.size, .integer32x4, layers: 2, in: context)
    drawing = try RenderTarget([.init(cellTexture, layer: 0), .init(cellTexture, layer: 1)], in: context)
    buffer = PixelBuffer(byteCount: cells.area * 32, in: context)
  }

  /// The layer that lies under a canvas.
  enum Base {
    /// A sheet of glass lies over all of the surface, without any canvas over it.
    case sheet(GlassSource)
    /// A sheet of glass lies over all of the surface, whose points the layer has.
    case inkedSheet(Layer)
    /// Only the background lies behind the canvas. Other draws follow, so that all pixels of `drawn` are drawn in the end.
    case nothing(any Backdrop<Layer>, drawn: [PixelRect])
  }

  /// Draws `rects` (of the surface): `base`, and `canvas` over it; compensates the leak of `measurement` if there is
  /// one.
  func draw(
    _ rects: [PixelRect], from base: Base, canvas: PaintCanvas?, through measurement: Measurement?
  ) throws(RenderingError) {
    if rects.isEmpty { return }
    switch base {
    case .sheet(let glass):
      let program = try program(glass.kind, nil, measurement)
      if let finish = glass.finish { program.set(finish) }
      draw(rects, of: glass.layer, by: program)
    case .inkedSheet(let points):
      draw(rects, of: points, by: try program(.inkedSheet(gridStep: points.cellSize), canvas, measurement))
    case .nothing(let backdrop, let drawn):
      guard let measurement else {
        _ = try program(.canvas, canvas, nil)
        return draw(rects)
      }
      let division = divided(rects, drawn, by: measurement.state.wholePixels)
      if !division.rest.isEmpty {
        let program = try program(.canvas, canvas, measurement)
        let estimate = try backdrop.underlay()
        program.bind("estimate", estimate.texture, unit: 0)
        program.set("estimateOrigin", estimate.origin.x, estimate.origin.y)
        measurement.bindCarrier(to: program, coverageUnit: 4, thresholdsUnit: 5)
        draw(division.rest)
      }
      if !division.whole.isEmpty {
        _ = try program(.wholeCanvas, canvas, measurement)
        draw(division.whole)
      }
    }
  }

  /// The division of `rects` by the blocks that have the alpha of the leak, which is that of the last drawing if it is for the same.
  private func divided(
    _ rects: [PixelRect], _ drawn: [PixelRect], by blocks: [PixelRect]
  ) -> CanvasDivision {
    if let division, division.divides(rects, drawn: drawn, by: blocks) { return division }
    let made = CanvasDivision(of: rects, drawn: drawn, by: blocks)
    division = made
    return made
  }

  private func draw(_ rects: [PixelRect], of glass: Layer, by program: ShaderProgram) {
    program.bind("grid", glass.texture, unit: 0)
    program.set("gridOrigin", glass.origin.x, glass.origin.y)
    draw(rects)
  }

  private func draw(_ rects: [PixelRect]) {
    drawing.draw(rects.map { drawnCells($0).offset(x: -cells.x, y: -cells.y) })
  }

  /// Selects the program for `source`, and sets the uniforms that all variants have.
  private func program(
    _ source: FinalShaders.Variant.Source, _ canvas: PaintCanvas?, _ measurement: Measurement?
  ) throws(RenderingError) -> ShaderProgram {
    let variant = FinalShaders.Variant(
      source: source, leaks: measurement != nil, isBlueFirst: texture.format == .window)
    let program = try context.use(FinalShaders.pixels(variant))
    program.bind("dither", try context.dither, unit: 1)
    program.set("origin", frame.x, frame.y)
    program.set("first", cells.x, cells.y)
    program.set("leak", Float(measurement?.state.unblending.leak.content ?? 0))
    if measurement == nil { program.set("black", Float(black)) }
    if let canvas {
      program.bind("canvas", canvas.texture, unit: 2)
      program.set("lastPixel", frame.width - 1, frame.height - 1)
    }
    if let measurement {
      program.bind("leaked", measurement.leaked, unit: 3)
      program.set("firstBlock", measurement.blocks.x, measurement.blocks.y)
    }
    return program
  }

  /// Copies drawn pixels in `rects` to `texture`: texels of four pixels become pixels by copies of memory alone.
  func commit(_ rects: [PixelRect]) {
    for rect in rects {
      let source = drawnCells(rect)
      // The outer cells may hold pixels beyond the surface.
      let all = Self.pixels(source).offset(x: -frame.x, y: -frame.y)
      let place = all.intersection(PixelRect(frame.size))
      buffer.copy(
        drawing, source.offset(x: -cells.x, y: -cells.y), to: texture, place, skipping: place.x - all.x,
        rows: place.y - all.y)
    }
  }

  /// Makes those pixels of `rects` transparent that `roles` cuts out; `commit` must have been called for them.
  func cut(_ rects: [PixelRect], by roles: Texture) throws(RenderingError) {
    if rects.isEmpty { return }
    let program = try context.use(FinalShaders.cut)
    program.bind("roles", roles, unit: 0)
    target.draw(rects)
  }

  package var drawn: Texture? { texture }

  /// `rect` widened to cells of 4 × 2 pixels of the output.
  package func widened(_ rect: PixelRect) -> PixelRect {
    Self.pixels(drawnCells(rect)).offset(x: -frame.x, y: -frame.y).intersection(PixelRect(frame.size))
  }

  package func read() -> Bitmap {
    Bitmap(size: frame.size, bytes: target.readBytes(PixelRect(frame.size)))
  }

  /// Copies everything into the window that is current, turned as the panel hangs.
  func copyToWindow(_ transform: OutputTransform) throws(RenderingError) {
    guard transform == .normal else { return try turnIntoWindow(transform) }
    let (width, height) = (GLint(frame.width), GLint(frame.height))
    glBindFramebuffer(GLenum(GL_READ_FRAMEBUFFER), target.handle)
    glBindFramebuffer(GLenum(GL_DRAW_FRAMEBUFFER), 0)
    glScissor(0, 0, width, height)
    // The copy is upside down, since a window's first row is the bottom; in memory it is a plain copy.
    glBlitFramebuffer(
      0, 0, width, height, 0, height, width, 0, GLbitfield(GL_COLOR_BUFFER_BIT), GLenum(GL_NEAREST))
  }

  /// Unbinds the window as draw target after its buffers were swapped.
  ///
  /// While a window is bound, Mesa fetches its next buffer at the next call of any kind, in the window's present
  /// size, and shows that even if the window is resized before anything is drawn: the surface vanished for a frame.
  func leaveWindow() {
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), target.handle)
  }

  private func turnIntoWindow(_ transform: OutputTransform) throws(RenderingError) {
    try useTurn(transform)
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), 0)
    RenderTarget.drawBound(PixelRect(transform.turned(frame.size)))
  }

  /// Compiles the program that turns surfaces, by turning this one by a quarter into a texture of the window's format,
  /// which is then destroyed.
  func compileTurn() throws(RenderingError) {
    let aside = try Texture(
      "surface", OutputTransform.rotated90.turned(frame.size), texture.format, in: context)
    defer { aside.destroy() }
    let target = try RenderTarget([.init(aside)], in: context)
    defer { target.destroy() }
    try useTurn(.rotated90)
    target.draw(PixelRect(aside.size))
  }

  private func useTurn(_ transform: OutputTransform) throws(RenderingError) {
    let size = transform.turned(frame.size)
    let program = try context.use(FinalShaders.turn)
    program.bind("surface", texture, unit: 0)
    let map = transform.inverse.panelMap(from: size)
    // A window's first row is the bottom.
    let origin = map.place(x: 0, y: size.height - 1)
    program.set("turn", map.xx, -map.xy, map.yx, -map.yy)
    program.set("origin", origin.x, origin.y)
  }

  package func destroy() {
    buffer.destroy()
    drawing.destroy()
    cellTexture.destroy()
    target.destroy()
    texture.destroy()
  }

  private static let cell = PixelSize(width: 4, height: 2)

  private func drawnCells(_ rect: PixelRect) -> PixelRect {
    rect.offset(x: frame.x, y: frame.y).cells(of: Self.cell)
  }

  private static func pixels(_ cells: PixelRect) -> PixelRect {
    PixelRect(
      x: cells.x * cell.width, y: cells.y * cell.height, width: cells.width * cell.width,
      height: cells.height * cell.height)
  }
}
