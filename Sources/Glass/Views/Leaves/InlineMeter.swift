import Geometry
import Scenes

/// A line in the ink of the texts around: its filled part, a knob and the paler rest, with gaps between them.
///
/// All of it is one template, which is as legible on glass as a text.
struct InlineMeter: Element {
  /// The part that is filled, 0 … 1.
  var part: Double
  /// The diameter of the knob, and the extent of the whole across the line, in points.
  var knob, room: Double
  /// Whether the line begins at its lower end.
  var isUpright: Bool

  /// The thickness of the line, and the distance between it and the knob, in points.
  private static let (line, gap) = (4.0, 2.0)
  /// The opacity of the part that is not filled.
  private static let restOpacity = 0.35

  func box(in context: LayoutContext) -> any Box {
    let knob = context.pixels(knob)
    let length = Span(least: knob, ideal: knob, most: Span.unbounded)
    let across = Span(max(knob, context.pixels(room)))
    return FlexibleBox(width: isUpright ? across : length, height: isUpright ? length : across) {
      frame, canvas in
      let strip =
        isUpright
        ? PixelRect(x: frame.x + (frame.width - knob) / 2, y: frame.y, width: knob, height: frame.height)
        : PixelRect(x: frame.x, y: frame.y + (frame.height - knob) / 2, width: frame.width, height: knob)
      if strip.isEmpty { return }
      let bitmap = bitmap(size: strip.size, knob: knob, context)
      canvas.add(
        .image(ImageNode(frame: strip, bitmap: bitmap, ink: context.ink(context.environment.ink))))
    }
  }

  /// The meter in white. The rest has a line along its edge where the environment's edges are stroked.
  private func bitmap(size: PixelSize, knob: Int, _ context: LayoutContext) -> Bitmap {
    let edge = context.controlEdge(nil, strokeWidth: 1).flatMap(context.border)
    let (line, gap) = (max(1, context.pixels(Self.line)), max(1, context.pixels(Self.gap)))
    let length = isUpright ? size.height : size.width
    let travel = Int((Double(max(0, length - knob)) * part).rounded())
    let pieces: [(range: Range<Int>, thickness: Int, opacity: Double)] = [
      (0..<max(0, travel - gap), line, 1),
      (min(travel + knob + gap, length)..<length, line, Self.restOpacity),
      (travel..<min(travel + knob, length), knob, 1),
    ]
    var bitmap = Bitmap(size: size)
    let whole = PixelRect(size)
    let isMirrored = context.environment.isRightToLeft && !isUpright
    for piece in pieces where !piece.range.isEmpty {
      let rect = place(piece.range, thickness: piece.thickness, in: whole).mirrored(in: whole, if: isMirrored)
      let coverage = Self.coverage(of: rect, in: whole)
      // The part of each pixel that is inside of the line.
      let inner = edge.map { Self.coverage(of: rect.outset(by: -Int($0.width)), in: whole) } ?? coverage
      for (pixel, share) in coverage.enumerated() where share > 0 {
        let inside = Double(min(inner[pixel], share))
        let byte = UInt8((inside * piece.opacity + (Double(share) - inside)).rounded())
        for channel in 4 * pixel..<4 * pixel + 4 { bitmap.bytes[channel] = max(bitmap.bytes[channel], byte) }
      }
    }
    return bitmap
  }

  /// The share of each pixel of `whole`, 0 … 255, that a piece with round ends covers.
  private static func coverage(of rect: PixelRect, in whole: PixelRect) -> [UInt8] {
    if rect.isEmpty { return Array(repeating: 0, count: whole.area) }
    let radius = Double(min(rect.width, rect.height)) / 2
    return Shape(frame: rect, corners: Corners(radius)).coverage(in: whole)
  }

  /// A piece of the line; `range` is counted from its beginning.
  private func place(_ range: Range<Int>, thickness: Int, in whole: PixelRect) -> PixelRect {
    isUpright
      ? PixelRect(
        x: (whole.width - thickness) / 2, y: whole.height - range.upperBound, width: thickness,
        height: range.count)
      : PixelRect(
        x: range.lowerBound, y: (whole.height - thickness) / 2, width: range.count, height: thickness)
  }
}
