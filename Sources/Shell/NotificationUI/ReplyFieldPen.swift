import Geometry
import Scenes
import VisualEffects

/// Draws the field in which an answer is typed.
struct ReplyFieldPen {
  let view: BannerView
  let field: BannerContent.ReplyField
  let placeholder: String
  let ink: Ink
  /// Without any text, the field begins at its right.
  var isMirrored = false

  /// What is typed is one line, moved so that the cursor is seen; one that is read from the right begins there.
  func draw(in frame: PixelRect, _ measurer: some TextMeasurer, _ nodes: inout [Node]) {
    guard !frame.isEmpty else { return }
    let corners = Corners(min(8 * view.scale, Double(min(frame.width, frame.height)) / 2))
    nodes += view.well(frame, corners, .secondaryFill)
    let inset = view.pixels(8)
    let inner = PixelRect(
      x: frame.x + inset, y: frame.y, width: max(0, frame.width - 2 * inset), height: frame.height)
    let capHeight = measurer.capHeight(font: view.font, scale: view.scale)
    let baseline = frame.y + Int(((Double(frame.height) + capHeight) / 2).rounded())
    var content: [Node] = []
    var text = view.styled(field.text, maxWidth: 0)
    text.maxWidth = nil
    var extent = measurer.measure(text)
    if field.text.isEmpty {
      // Beside the cursor.
      let indent = cursor + view.pixels(1)
      let text = view.styled(placeholder, maxWidth: inner.width - indent)
      let words = measurer.measure(text)
      extent.isRightToLeft = placeholder.isEmpty ? isMirrored : words.isRightToLeft
      let x = extent.isRightToLeft ? inner.maxX - indent - words.size.width : inner.x + indent
      // The tertiary style is not quite legible on the light material's fields.
      append(text, words, x: x, baseline, .vibrant(.secondaryLabel), &content)
    }
    let place = x(of: field.selection.upperBound, extent, text, measurer)
    let shift = shift(extent, place, room: inner.width)
    if !field.selection.isEmpty {
      for region in measurer.regions(of: field.selection, in: text) {
        content.append(
          .fill(
            FillNode(
              frame: region.offset(x: inner.x + shift, y: baseline - extent.baseline), ink: .vibrant(.fill))))
      }
    }
    if !field.text.isEmpty {
      let (part, x) = part(in: -shift..<inner.width - shift, extent, text, measurer)
      append(part, measurer.measure(part), x: inner.x + shift + x, baseline, ink, &content)
    }
    if field.showsCursor, field.selection.isEmpty {
      let height = max(view.pixels(16), Int(1.6 * capHeight))
      let bar = PixelRect(
        x: inner.x + shift + place - (extent.isRightToLeft ? cursor : 0),
        y: frame.y + (frame.height - height) / 2, width: cursor, height: height)
      content.append(.fill(FillNode(frame: bar, ink: view.mark(0.85))))
    }
    nodes.append(.effect(EffectNode(frame: inner, material: nil, content: content)))
  }

  /// The offset in the UTF-8 of the text whose place is nearest to `x`, in a field at `frame`.
  func offset(atX x: Int, in frame: PixelRect, _ measurer: some TextMeasurer) -> Int {
    let inset = view.pixels(8)
    var text = view.styled(field.text, maxWidth: 0)
    text.maxWidth = nil
    let extent = measurer.measure(text)
    let place = self.x(of: field.selection.upperBound, extent, text, measurer)
    let shift = shift(extent, place, room: max(0, frame.width - 2 * inset))
    let wanted = x - frame.x - inset - shift
    let (before, after) = ends(around: wanted, extent, text, measurer)
    let distances = [before, after].map { abs(self.x(of: $0, extent, text, measurer) - wanted) }
    return distances[0] <= distances[1] ? before : after
  }

  /// How wide the cursor is, pixels.
  private var cursor: Int { max(1, view.pixels(1.5)) }

  /// Where the text begins in a field of `room` pixels with the cursor at `place`: the end at which it is read from is
  /// seen, or else the cursor, with as much of what is before it as there is room for.
  private func shift(_ extent: TextExtent, _ place: Int, room: Int) -> Int {
    extent.isRightToLeft ? max(room - extent.size.width, cursor - place) : min(0, room - cursor - place)
  }

  /// Pixels: what is wider is drawn in part; no GL has to have textures that are wider (OpenGL ES 3.0, table 6.28).
  private static let widest = 2048

  /// What of the text lies in these columns of it, if it is too wide to be drawn as a whole, and where that begins.
  private func part(
    in columns: Range<Int>, _ extent: TextExtent, _ text: StyledText, _ measurer: some TextMeasurer
  ) -> (text: StyledText, x: Int) {
    if extent.size.width <= Self.widest { return (text, 0) }
    let left = ends(around: columns.lowerBound, extent, text, measurer)
    let right = ends(around: columns.upperBound, extent, text, measurer)
    let (start, end) = (min(left.before, right.before), max(left.after, right.after))
    var part = text
    part.string = String(decoding: text.string.utf8.dropFirst(start).prefix(end - start), as: UTF8.self)
    return (part, min(x(of: start, extent, text, measurer), x(of: end, extent, text, measurer)))
  }

  /// The two ends of characters between which `x` lies, as offsets in the UTF-8 of the text.
  ///
  /// By halving: each step lays all of the text out.
  private func ends(
    around x: Int, _ extent: TextExtent, _ text: StyledText, _ measurer: some TextMeasurer
  ) -> (before: Int, after: Int) {
    var offsets = [0]
    for character in field.text { offsets.append(offsets[offsets.count - 1] + character.utf8.count) }
    var (low, high) = (0, offsets.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      let isLeft = self.x(of: offsets[middle], extent, text, measurer) <= x
      if isLeft != extent.isRightToLeft { low = middle } else { high = middle }
    }
    return (offsets[low], offsets[high])
  }

  private func append(
    _ text: StyledText, _ extent: TextExtent, x: Int, _ baseline: Int, _ ink: Ink, _ content: inout [Node]
  ) {
    let frame = PixelRect(
      x: x, y: baseline - extent.baseline, width: extent.size.width, height: extent.size.height)
    if !frame.isEmpty { content.append(.text(TextNode(frame: frame, text: text, ink: ink))) }
  }

  /// Where the cursor stands at an offset, for text left to right.
  private func x(
    of offset: Int, _ extent: TextExtent, _ text: StyledText, _ measurer: some TextMeasurer
  ) -> Int {
    if offset <= 0 { return extent.isRightToLeft ? extent.size.width : 0 }
    if offset >= field.text.utf8.count { return extent.isRightToLeft ? 0 : extent.size.width }
    let before = measurer.regions(of: 0..<offset, in: text)
    return extent.isRightToLeft ? before.map(\.x).min() ?? 0 : before.map(\.maxX).max() ?? 0
  }
}
