import Geometry

/// Views in rows of a fixed number, with each column as wide as its widest view and each row as high as its
/// highest.
public struct Grid: View, Element {
  private let children: [any Element]
  private let columns: Int
  private let spacing: (columns: Double, rows: Double)
  private let alignment: Alignment

  /// Spacings are in points. Traps if there are no columns.
  public init(
    columns: Int, columnSpacing: Double = 0, rowSpacing: Double = 0, alignment: Alignment = .center,
    @ViewBuilder content: () -> ViewTree
  ) {
    precondition(columns > 0, "\(columns) columns")
    (children, self.columns) = (content().elements, columns)
    spacing = (columnSpacing, rowSpacing)
    self.alignment = alignment
  }

  public var body: ViewTree { return ViewTree(self) }

  func box(in context: LayoutContext) -> any Box {
    let boxes = context.boxes(children, axis: nil)
    let rows = stride(from: 0, to: boxes.count, by: columns).map {
      Array(boxes[$0..<min($0 + columns, boxes.count)])
    }
    return GridBox(
      rows: rows, columns: columns, gaps: (context.pixels(spacing.columns), context.pixels(spacing.rows)),
      alignment: context.unmirrored(alignment), isMirrored: context.environment.isRightToLeft)
  }
}

private struct GridBox: Box {
  let rows: [[any Box]]
  let columns: Int
  let gaps: (columns: Int, rows: Int)
  let alignment: Alignment
  let isMirrored: Bool

  private var spans: [Span] {
    (0..<columns).map { column in
      rows.reduce(Span(0)) { column < $1.count ? $0.union($1[column].width) : $0 }
    }
  }

  var width: Span { spans.reduce(Span(gaps.columns * (columns - 1)), +) }

  func fitted(_ width: Int) -> any FittedBox {
    let division = Division(
      parts: spans.map { Division.Part(span: $0, priority: ViewPriority()) }, gap: gaps.columns)
    let widths = division.lengths(room: width).compactMap(\.self)
    return FittedGrid(
      rows: rows.map { zip($0, widths).map { $0.fitted($0.width.taken(of: $1)) } }, widths: widths, grid: self
    )
  }
}

private struct FittedGrid: FittedBox {
  let rows: [[any FittedBox]]
  let widths: [Int]
  let grid: GridBox

  private var gaps: (columns: Int, rows: Int) { grid.gaps }

  var width: Int { widths.reduce(gaps.columns * max(0, widths.count - 1), +) }
  var height: Span { heights.reduce(Span(gaps.rows * max(0, rows.count - 1)), +) }

  private var heights: [Span] {
    rows.map { row in
      row.reduce(Span(0)) {
        let ideal = grid.alignment.vertical == .center ? $1.centredHeight : $1.height.ideal
        return $0.union(Span(least: $1.height.least, ideal: ideal, most: $1.height.most))
      }
    }
  }

  func place(_ placement: Placement, on canvas: inout Canvas) {
    let frame = placement.frame
    let division = Division(
      parts: heights.map { Division.Part(span: $0, priority: ViewPriority()) }, gap: gaps.rows)
    var y = frame.y
    for (row, height) in zip(rows, division.lengths(room: frame.height)) {
      guard let height else { continue }
      var x = frame.x
      for (cell, width) in zip(row, widths) {
        let slot = PixelRect(x: x, y: y, width: width, height: height)
          .mirrored(in: frame, if: grid.isMirrored)
        cell.place(grid.alignment, in: slot, on: &canvas)
        x += width + gaps.columns
      }
      y += height + gaps.rows
    }
  }
}
