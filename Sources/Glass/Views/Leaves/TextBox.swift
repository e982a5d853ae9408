import Geometry
import Scenes

/// A text whose width has still to be decided.
struct TextBox: Box {
  let pen: TextPen
  let text: StyledText
  let extent: TextExtent
  /// The time for which a text that scrolls has been shown; nil: it does not scroll.
  let scrollTime: Duration?
  let width: Span

  /// Keeps the text unchanged if there is room, so that its cached pixels can be used.
  func fitted(_ width: Int) -> any FittedBox {
    if width >= extent.size.width {
      return FittedText(pen: pen, text: text, extent: extent, width: self.width.taken(of: width))
    }
    var cut = text
    cut.maxWidth = max(0, width)
    let cutExtent = pen.measurer.measure(cut)
    let still = FittedText(
      pen: pen, text: cut, extent: cutExtent,
      width: pen.alignment == nil && scrollTime == nil ? cutExtent.size.width : width)
    guard let scrollTime, width > 0 else { return still }
    let length = Double(extent.size.width) / text.scale
    return FittedMarquee(
      still: still, text: text, extent: extent, marquee: Marquee(time: scrollTime, length: length),
      scale: text.scale)
  }
}

/// The parts of a text that one ink draws.
struct TextLayer {
  let ink: Ink
  /// Offsets in the UTF-8 of the string, in order and without overlaps; nil: all of the text.
  var parts: [Range<Int>]?

  /// The text with all other parts hidden, so that every part keeps its place.
  func text(_ text: StyledText) -> StyledText {
    guard let parts else { return text }
    var layer = text
    layer.runs = []
    let length = text.string.utf8.count
    let edges = Set(
      [0, length] + (parts + text.runs.map(\.range)).flatMap { [$0.lowerBound, $0.upperBound] }
    ).filter { (0...length).contains($0) }.sorted()
    for (start, end) in zip(edges, edges.dropFirst()) {
      var style = text.runs.first { $0.range.contains(start) }?.style ?? StyledText.Style()
      style.isHidden = !parts.contains { $0.contains(start) }
      if style != StyledText.Style() { layer.runs.append(StyledText.Run(range: start..<end, style: style)) }
    }
    return layer
  }
}

/// Draws a text whose size is known.
struct TextPen {
  let measurer: any TextMeasurer
  /// The inks of the text, one at least.
  let layers: [TextLayer]
  /// The alignment of the text in a view that takes all the width; nil: the view takes no more than the text
  /// needs.
  let alignment: Text.Alignment?
  let isMirrored: Bool
  /// The height of the letters whose middle is centred, in pixels; it is negative if that lies below the baseline.
  let letterHeight: Double
  let links: [Text.Link]
  let id: ViewID

  /// Draws a text with its links; `x` and `y` are its top left corner.
  func draw(_ text: StyledText, _ extent: TextExtent, x: Int, y: Int, on canvas: inout Canvas) {
    let frame = PixelRect(x: x, y: y, width: extent.size.width, height: extent.size.height)
    if frame.isEmpty { return }
    for layer in layers { canvas.add(.text(TextNode(frame: frame, text: layer.text(text), ink: layer.ink))) }
    canvas.addAccessible(AccessibilityNode(role: .text, label: text.string, frame: frame))
    if links.isEmpty { return }
    let places = measurer.regions(of: links.map(\.range), in: text)
    for (index, (link, parts)) in zip(links, places).enumerated() {
      for part in parts {
        canvas.addRegion(
          id: id.inside(index), shape: Shape(frame: part.offset(x: x, y: y), corners: .square),
          InputTraits(actions: [.tap(.primary): link.action], cursor: .pointer))
      }
    }
  }

  /// The distance from the left edge of a width to the text.
  func start(_ extent: TextExtent, in width: Int) -> Int {
    let alignment: HorizontalAlignment =
      switch self.alignment {
      case .natural: extent.isRightToLeft ? .trailing : .leading
      case .leading, nil: isMirrored ? .trailing : .leading
      case .center: .center
      case .trailing: isMirrored ? .leading : .trailing
      }
    return alignment.start(of: extent.size.width, in: width)
  }
}

/// A text whose width is decided.
struct FittedText: FittedBox {
  let pen: TextPen
  let text: StyledText
  let extent: TextExtent
  let width: Int

  var height: Span {
    guard text.maxLines > 1 else { return Span(extent.size.height) }
    let line = limited(to: 1).extent.size.height
    return Span(least: line, ideal: extent.size.height, most: 0)
  }
  var baseline: Int? { extent.baseline }
  var centresItself: Bool { true }
  var centredHeight: Int {
    guard text.maxLines == 1 else { return height.ideal }
    return Capitals.height(
      centring: pen.letterHeight, baseline: extent.baseline, lineHeight: extent.size.height)
  }

  func place(_ placement: Placement, on canvas: inout Canvas) {
    let frame = placement.frame
    let shown = shortened(to: frame.height)
    let x = frame.x + pen.start(shown.extent, in: frame.width)
    pen.draw(shown.text, shown.extent, x: x, y: top(of: shown.extent, in: placement), on: &canvas)
  }

  /// The top of the text's pixels.
  func top(of extent: TextExtent, in placement: Placement) -> Int {
    let frame = placement.frame
    guard placement.isCentred else { return frame.y }
    return frame.y
      + (text.maxLines == 1
        ? Capitals.baseline(centring: pen.letterHeight, in: frame.height) - extent.baseline
        : (frame.height - extent.size.height) / 2)
  }

  /// The text with as many lines as there is room for, one at least.
  private func shortened(to height: Int) -> (text: StyledText, extent: TextExtent) {
    var shown = (text: text, extent: extent)
    if text.maxLines == 1 || extent.size.height <= height { return shown }
    var (fitting, tooMany) = (1, text.maxLines)
    shown = limited(to: 1)
    while tooMany - fitting > 1 {
      let middle = limited(to: (fitting + tooMany) / 2)
      if middle.extent.size.height <= height {
        (fitting, shown) = (middle.text.maxLines, middle)
      } else {
        tooMany = middle.text.maxLines
      }
    }
    return shown
  }

  /// The text with at most so many lines; its width is limited too, since with `maxLines` 1 alone a text of
  /// several lines would become one long line.
  private func limited(to lines: Int) -> (text: StyledText, extent: TextExtent) {
    var text = text
    text.maxLines = lines
    text.maxWidth = min(text.maxWidth ?? .max, max(width, extent.size.width))
    return (text, pen.measurer.measure(text))
  }
}
