import Geometry

/// Views beside one another, whose widths have still to be decided.
struct RowBox: Box {
  let children: [any Box]
  let gap: Int
  let alignment: VerticalAlignment
  let isEven: Bool
  let isMirrored: Bool
  let width: Span

  init(children: [any Box], gap: Int, alignment: VerticalAlignment, isEven: Bool, isMirrored: Bool) {
    self.children = children
    self.gap = gap
    self.alignment = alignment
    self.isEven = isEven
    self.isMirrored = isMirrored
    let gaps = Span(gap * max(0, children.count - 1))
    if isEven {
      let widest = children.reduce(Span(0)) { $0.union($1.width) }
      let count = children.count
      width =
        gaps
        + Span(
          least: widest.least * count, short: widest.short * count, firm: widest.firm * count,
          ideal: widest.ideal * count, most: Span.unbounded)
    } else {
      width = children.reduce(gaps) { $0 + $1.width }
    }
  }

  func fitted(_ width: Int) -> any FittedBox {
    let parts = isEven ? evenParts(width) : FittedRow.parts(children.filling(width, gap: gap), gap: gap)
    let end = parts.last.map { $0.x + $0.room } ?? 0
    return FittedRow(
      parts: parts, width: isEven ? width : min(end, width), alignment: alignment, isMirrored: isMirrored)
  }

  private func evenParts(_ width: Int) -> [FittedRow.Part] {
    let total = width + gap
    return children.enumerated().map { index, child in
      let x = total * index / children.count
      let room = max(0, total * (index + 1) / children.count - gap - x)
      return FittedRow.Part(x: x, room: room, box: child.fitted(child.width.taken(of: room)))
    }
  }
}

extension [any Box] {
  /// The boxes that fit beside one another in `width`, each fitted to its share.
  ///
  /// A text may leave a part of its width, because letters have widths of their own; that part goes to the flexible
  /// boxes.
  func filling(_ width: Int, gap: Int) -> [any FittedBox] {
    if count == 1, self[0].width.least <= width { return [self[0].fitted(self[0].width.taken(of: width))] }
    let division = Division(parts: map { Division.Part(span: $0.width, priority: $0.priority) }, gap: gap)
    var lengths = division.lengths(room: width)
    var boxes = [(any FittedBox)?](repeating: nil, count: count)
    var spare = 0
    for (index, box) in enumerated() where !box.width.isFlexible {
      guard let length = lengths[index] else { continue }
      let fitted = box.fitted(length)
      boxes[index] = fitted
      spare += length - fitted.width
    }
    let flexible = indices.filter { self[$0].width.isFlexible && lengths[$0] != nil }
    division.grow(flexible, &lengths, spare: spare)
    for index in flexible { boxes[index] = lengths[index].map { self[index].fitted($0) } }
    return boxes.compactMap(\.self)
  }
}

/// Views beside one another at their widths.
struct FittedRow: FittedBox {
  struct Part {
    /// The distance from the left edge of the row, before mirroring.
    var x: Int
    /// The width that the view may take; it may be narrower.
    var room: Int
    var box: any FittedBox
  }

  let parts: [Part]
  let width: Int
  let alignment: VerticalAlignment
  let isMirrored: Bool
  let height: Span
  let baseline: Int?

  init(parts: [Part], width: Int, alignment: VerticalAlignment, isMirrored: Bool) {
    self.parts = parts
    self.width = width
    self.alignment = alignment
    self.isMirrored = isMirrored
    let boxes = parts.map(\.box)
    let line = boxes.compactMap(\.baseline).max()
    baseline = line
    var span = boxes.reduce(Span(0)) { $0.union($1.height) }
    switch alignment {
    case .center: span.ideal = boxes.reduce(0) { max($0, $1.centredHeight) }
    case .firstTextBaseline:
      span.ideal = boxes.reduce(0) { max($0, $1.drop(below: line) + $1.height.ideal) }
    case .top, .bottom: break
    }
    height = Span(least: span.least, ideal: span.ideal, most: max(span.most, span.ideal))
  }

  /// Puts boxes beside one another.
  static func parts(_ boxes: [any FittedBox], from start: Int = 0, gap: Int) -> [Part] {
    var x = start
    return boxes.map { box in
      defer { x += box.width + gap }
      return Part(x: x, room: box.width, box: box)
    }
  }

  var centresItself: Bool { alignment == .center }

  func place(_ placement: Placement, on canvas: inout Canvas) {
    let frame = placement.frame
    for part in parts {
      let slot = PixelRect(x: frame.x + part.x, y: frame.y, width: part.room, height: frame.height)
        .mirrored(in: frame, if: isMirrored)
      if alignment == .firstTextBaseline {
        let drop = part.box.drop(below: baseline)
        let length = part.box.height.taken(of: frame.height - drop)
        let x = slot.x + (slot.width - part.box.width) / 2
        part.box.place(
          Placement(frame: PixelRect(x: x, y: slot.y + drop, width: part.box.width, height: length)),
          on: &canvas)
      } else {
        part.box.place(Alignment(.center, alignment), in: slot, on: &canvas)
      }
    }
  }
}

extension FittedBox {
  /// The distance from the top of a row to the top of the box, so that its first line of text stands on the row's.
  fileprivate func drop(below line: Int?) -> Int {
    guard let line, let baseline else { return 0 }
    return line - baseline
  }
}
