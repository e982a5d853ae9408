import Geometry

/// Views below one another, whose widths have still to be decided.
struct ColumnBox: Box {
  let children: [any Box]
  let gap: Int
  let alignment: HorizontalAlignment
  let width: Span

  init(children: [any Box], gap: Int, alignment: HorizontalAlignment) {
    self.children = children
    self.gap = gap
    self.alignment = alignment
    width = children.reduce(Span(0)) { $0.union($1.width) }
  }

  func fitted(_ width: Int) -> any FittedBox {
    let parts = children.map { child in
      FittedColumn.Part(priority: child.priority, box: child.fitted(child.width.taken(of: width)))
    }
    return FittedColumn(
      parts: parts, width: parts.reduce(0) { max($0, $1.box.width) }, gap: gap, alignment: alignment)
  }
}

/// Views below one another at their widths.
struct FittedColumn: FittedBox {
  struct Part {
    var priority: ViewPriority
    var box: any FittedBox
  }

  let parts: [Part]
  let width: Int
  let gap: Int
  let alignment: HorizontalAlignment
  let height: Span

  init(parts: [Part], width: Int, gap: Int, alignment: HorizontalAlignment) {
    self.parts = parts
    self.width = width
    self.gap = gap
    self.alignment = alignment
    height = parts.reduce(Span(gap * max(0, parts.count - 1))) { $0 + $1.box.height }
  }

  var baseline: Int? { parts.first?.box.baseline }

  func place(_ placement: Placement, on canvas: inout Canvas) {
    let frame = placement.frame
    let division = Division(
      parts: parts.map { Division.Part(span: $0.box.height, priority: $0.priority) }, gap: gap)
    var y = frame.y
    for (part, length) in zip(parts, division.lengths(room: frame.height)) {
      guard let length else { continue }
      let x = alignment.start(of: part.box.width, in: frame.width)
      part.box.place(
        Placement(frame: PixelRect(x: frame.x + x, y: y, width: part.box.width, height: length)), on: &canvas)
      y += length + gap
    }
  }
}
