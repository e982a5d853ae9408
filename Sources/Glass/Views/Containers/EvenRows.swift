import Geometry

/// Views of one width in rows, such as buttons: a row has as many as fit without being shortened.
///
/// All rows have about the same number of views, so that four stand as two and two, if that takes no more
/// rows. Edges are rounded, not widths, so that the last view of each row ends at the edge.
public struct EvenRows: View, Element {
  private let children: [any Element]
  private let columns: Int
  private let spacing: Double

  /// `columns` views at most stand in a row; `spacing`, in points, lies between neighbours in both directions. Traps if
  /// there are no columns.
  public init(columns: Int, spacing: Double = 0, @ViewBuilder content: () -> ViewTree) {
    precondition(columns > 0, "\(columns) columns")
    (children, self.columns, self.spacing) = (content().elements, columns, spacing)
  }

  public var body: ViewTree { return ViewTree(self) }

  func box(in context: LayoutContext) -> any Box {
    EvenRowsBox(
      children: context.boxes(children, axis: .horizontal), columns: columns, gap: context.pixels(spacing),
      isMirrored: context.environment.isRightToLeft)
  }
}

private struct EvenRowsBox: Box {
  let children: [any Box]
  let columns: Int
  let gap: Int
  let isMirrored: Bool

  var width: Span {
    let widest = children.reduce(Span(0)) { $0.union($1.width) }
    return Span(least: widest.least, ideal: widest.ideal, most: Span.unbounded)
  }

  func fitted(_ width: Int) -> any FittedBox {
    var rest = children[...]
    let rows = rowCounts(width).map { count -> FittedColumn.Part in
      let row = RowBox(
        children: Array(rest.prefix(count)), gap: gap, alignment: .center, isEven: true,
        isMirrored: isMirrored)
      rest = rest.dropFirst(count)
      return FittedColumn.Part(priority: ViewPriority(), box: row.fitted(width))
    }
    return FittedColumn(
      parts: rows, width: children.isEmpty ? 0 : width, gap: gap, alignment: .leading)
  }

  /// The number of views in each row.
  private func rowCounts(_ width: Int) -> [Int] {
    func counts(most: Int) -> [Int] {
      var counts: [Int] = []
      var rest = children[...]
      while !rest.isEmpty {
        counts.append(rowCount(rest, most: most, width))
        rest = rest.dropFirst(counts[counts.count - 1])
      }
      return counts
    }
    let full = counts(most: columns)
    if full.count < 2 || children.count <= columns { return full }
    let even = counts(most: (children.count + full.count - 1) / full.count)
    return even.count > full.count ? full : even
  }

  /// The number of views of `rest` that fit in one row without being shortened, at least one.
  private func rowCount(_ rest: ArraySlice<any Box>, most: Int, _ width: Int) -> Int {
    for count in stride(from: min(most, rest.count), to: 1, by: -1) {
      let room = (width - (count - 1) * gap) / count
      if rest.prefix(count).allSatisfy({ $0.width.ideal <= room }) { return count }
    }
    return 1
  }
}
