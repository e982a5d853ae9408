public import Geometry
public import Scenes

/// A field for one line of text that the user types.
///
/// The field shows the text and its cursor; the program itself changes the text. The line is moved so that the cursor
/// is seen, and a line that is read from right to left begins at the right.
public struct TextField: View {
  let text: String
  let selection: Range<Int>
  let showsCursor: Bool
  let placeholder: String

  /// `selection` holds offsets in the UTF-8 of the text and is empty for a cursor, which is seen if
  /// `showsCursor` is true; the program may let it blink. `placeholder` is shown while the text is empty.
  public init(_ text: String, selection: Range<Int>, showsCursor: Bool, placeholder: String = "") {
    self.text = text
    self.selection = selection
    self.showsCursor = showsCursor
    self.placeholder = placeholder
  }

  public var body: ViewTree { return ViewTree(self) }
}

extension TextField: Element {
  func box(in context: LayoutContext) -> any Box {
    let line = TextLine(self, context)
    let height = context.controlHeight(of: line.extent)
    return FlexibleBox(
      width: .flexible, height: Span(least: height, ideal: height, most: Span.unbounded)
    ) { frame, canvas in
      canvas.result.textFields.append(LaidOutTextField(id: context.id, frame: frame, line))
      canvas.encloseAccessible(draw: {
        TextFieldPen(field: self, line: line, context: context).draw(in: frame, on: &$0)
      }) {
        _ in AccessibilityNode(role: .textField, label: placeholder, value: text, frame: frame)
      }
    }
  }
}

/// A field as it was laid out, which finds the place in the text for a click.
public struct LaidOutTextField: Equatable, Sendable {
  /// The identity of the field, or of the view around it that takes input.
  public let id: ViewID
  /// The frame of the field, in physical pixels of the surface.
  public private(set) var frame: PixelRect
  private let text: StyledText
  private let extent: TextExtent
  private let caret: Int
  private let cursor, inset: Int

  init(id: ViewID, frame: PixelRect, _ line: TextLine) {
    self.id = id
    self.frame = frame
    (text, extent, caret) = (line.text, line.extent, line.caret)
    (cursor, inset) = (line.cursor, line.inset)
  }

  /// The offset in the UTF-8 of the text whose place is nearest to `x` on the surface, by the measurer that the field
  /// was laid out with.
  public func offset(atX x: Int, measurer: some TextMeasurer) -> Int {
    TextLine(text: text, extent: extent, caret: caret, cursor: cursor, inset: inset, measurer: measurer)
      .offset(atX: x, in: frame)
  }
}

/// The line of text in a field, with the places of cursor and selection in it.
struct TextLine {
  let text: StyledText
  let extent: TextExtent
  /// The end of the selection that moves, as an offset in the UTF-8 of the text.
  let caret: Int
  /// The width of the cursor, in pixels.
  let cursor: Int
  /// The distance from an edge of the field to the text, in pixels.
  let inset: Int
  let measurer: any TextMeasurer

  init(text: StyledText, extent: TextExtent, caret: Int, cursor: Int, inset: Int, measurer: any TextMeasurer)
  {
    (self.text, self.extent, self.caret) = (text, extent, caret)
    (self.cursor, self.inset, self.measurer) = (cursor, inset, measurer)
  }

  init(_ field: TextField, _ context: LayoutContext) {
    let text = context.line(field.text)
    var extent = context.measurer.measure(text)
    if field.text.isEmpty {
      extent.isRightToLeft =
        field.placeholder.isEmpty
        ? context.environment.isRightToLeft
        : context.measurer.measure(context.line(field.placeholder)).isRightToLeft
    }
    self.init(
      text: text, extent: extent, caret: field.selection.upperBound, cursor: max(1, context.pixels(1.5)),
      inset: context.pixels(8), measurer: context.measurer)
  }

  /// The part of a field at `frame` in which text is seen.
  func inner(of frame: PixelRect) -> PixelRect {
    PixelRect(
      x: frame.x + inset, y: frame.y, width: max(0, frame.width - 2 * inset), height: frame.height)
  }

  /// The distance from the left edge of the line to a cursor at an offset.
  func x(of offset: Int) -> Int {
    let isRightToLeft = extent.isRightToLeft
    if offset <= 0 { return isRightToLeft ? extent.size.width : 0 }
    if offset >= text.string.utf8.count { return isRightToLeft ? 0 : extent.size.width }
    let before = measurer.regions(of: 0..<offset, in: text)
    return isRightToLeft ? before.map(\.x).min() ?? 0 : before.map(\.maxX).max() ?? 0
  }

  /// The distance in pixels from the left edge of a field that is `room` pixels wide to the line. The
  /// beginning of the line is seen, or else the cursor with as much of the text before it as fits.
  func shift(room: Int) -> Int {
    let place = x(of: caret)
    return extent.isRightToLeft
      ? max(room - extent.size.width, cursor - place) : min(0, room - cursor - place)
  }

  /// The offset whose place is nearest to `x`, in a field at `frame`.
  func offset(atX x: Int, in frame: PixelRect) -> Int {
    let inner = inner(of: frame)
    let wanted = x - inner.x - shift(room: inner.width)
    let (before, after) = ends(around: wanted)
    return abs(self.x(of: before) - wanted) <= abs(self.x(of: after) - wanted) ? before : after
  }

  /// The width in pixels above which a line is drawn in part; GL need not support wider textures (OpenGL ES
  /// 3.0, table 6.28).
  private static let widest = 2048

  /// The part of the line that lies in these columns of pixels, if the line is too wide to be drawn as a
  /// whole, and the column at which the part begins.
  func part(in columns: Range<Int>) -> (text: StyledText, x: Int) {
    if extent.size.width <= Self.widest { return (text, 0) }
    let left = ends(around: columns.lowerBound)
    let right = ends(around: columns.upperBound)
    let (start, end) = (min(left.before, right.before), max(left.after, right.after))
    var part = text
    part.string = String(decoding: text.string.utf8.dropFirst(start).prefix(end - start), as: UTF8.self)
    return (part, min(x(of: start), x(of: end)))
  }

  /// The two ends of characters between which `x` lies. They are found by halving, since each step lays all of the text
  /// out.
  private func ends(around x: Int) -> (before: Int, after: Int) {
    var offsets = [0]
    for character in text.string { offsets.append(offsets[offsets.count - 1] + character.utf8.count) }
    var (low, high) = (0, offsets.count - 1)
    if high == 0 { return (0, 0) }
    while high - low > 1 {
      let middle = (low + high) / 2
      let isLeft = self.x(of: offsets[middle]) <= x
      if isLeft != extent.isRightToLeft { low = middle } else { high = middle }
    }
    return (offsets[low], offsets[high])
  }
}
