import Geometry
import Scenes
import VisualEffects

/// Draws a text field.
struct TextFieldPen {
  let field: TextField
  let line: TextLine
  let context: LayoutContext

  func draw(in frame: PixelRect, on canvas: inout Canvas) {
    if frame.isEmpty { return }
    drawWell(in: frame, on: &canvas)
    let inner = line.inner(of: frame)
    canvas.enclose(
      clip: inner, draw: { drawLine(in: inner, on: &$0) },
      as: { .effect(EffectNode(frame: inner, material: nil, content: $0)) })
  }

  private func drawWell(in frame: PixelRect, on canvas: inout Canvas) {
    let corners = context.corners(LogicalCorners(8), for: frame.size)
    canvas.add(.fill(FillNode(frame: frame, corners: corners, ink: context.ink(.vibrant(.secondaryFill)))))
    let line = ViewBorder(width: ViewBorder.hairline, ink: .mark(context.look.border))
    let border = context.controlEdge(line, strokeWidth: context.look.isUsed ? 2 : 1)
      .flatMap(context.border)
    canvas.add(.effect(EffectNode(frame: frame, material: nil, corners: corners, border: border)))
  }

  private func drawLine(in inner: PixelRect, on canvas: inout Canvas) {
    let baseline = inner.y + Capitals.baseline(centring: context.capHeight, in: inner.height)
    let shift = line.shift(room: inner.width)
    if field.text.isEmpty { drawPlaceholder(in: inner, baseline, on: &canvas) }
    if !field.selection.isEmpty { drawSelection(in: inner, shift: shift, on: &canvas) }
    if !field.text.isEmpty {
      let (part, x) = line.part(in: -shift..<max(-shift, inner.width - shift))
      let extent = line.measurer.measure(part)
      draw(part, extent, x: inner.x + shift + x, baseline, context.environment.ink, on: &canvas)
    }
    if field.showsCursor, field.selection.isEmpty { drawCursor(in: inner, shift: shift, on: &canvas) }
  }

  /// Draws the selection as a fill over which text stays legible, with an edge that is visible on any glass.
  private func drawSelection(in inner: PixelRect, shift: Int, on canvas: inout Canvas) {
    for region in line.measurer.regions(of: field.selection, in: line.text) {
      // The edge lies beside the first and the last letter, where a cursor would be.
      let margin = min(context.pixels(4), inner.height / 2)
      let frame = PixelRect(
        x: inner.x + shift + region.x - line.cursor, y: inner.y + margin,
        width: region.width + 2 * line.cursor, height: inner.height - 2 * margin)
      let corners = context.corners(LogicalCorners(2), for: frame.size)
      canvas.add(.fill(FillNode(frame: frame, corners: corners, ink: context.ink(.vibrant(.fill)))))
      let border = context.border(ViewBorder(width: 1, ink: .mark(0.5)))
      canvas.add(.effect(EffectNode(frame: frame, material: nil, corners: corners, border: border)))
    }
  }

  /// Draws the placeholder where typed text begins, shortened to the room there.
  private func drawPlaceholder(in inner: PixelRect, _ baseline: Int, on canvas: inout Canvas) {
    var text = context.line(field.placeholder)
    var extent = line.measurer.measure(text)
    if extent.size.width > inner.width {
      text.maxWidth = inner.width
      extent = line.measurer.measure(text)
    }
    let x = line.extent.isRightToLeft ? inner.maxX - extent.size.width : inner.x
    // The tertiary style is not quite legible on the light material's fields.
    draw(text, extent, x: x, baseline, .vibrant(.secondaryLabel), on: &canvas)
  }

  private func drawCursor(in inner: PixelRect, shift: Int, on canvas: inout Canvas) {
    let height = max(context.pixels(16), Int(1.6 * context.capHeight))
    let place = line.x(of: line.caret)
    let bar = PixelRect(
      x: inner.x + shift + place - (line.extent.isRightToLeft ? line.cursor : 0),
      y: inner.y + (inner.height - height) / 2, width: line.cursor, height: height)
    canvas.add(.fill(FillNode(frame: bar, ink: context.ink(.mark(0.85)))))
  }

  private func draw(
    _ text: StyledText, _ extent: TextExtent, x: Int, _ baseline: Int, _ ink: ViewInk, on canvas: inout Canvas
  ) {
    let frame = PixelRect(
      x: x, y: baseline - extent.baseline, width: extent.size.width, height: extent.size.height)
    if !frame.isEmpty { canvas.add(.text(TextNode(frame: frame, text: text, ink: context.ink(ink)))) }
  }
}
