import Geometry

/// A column of views whose last ones are replaced by another view if there is not enough room for all.
///
/// All views take their short forms before any of them gives way.
public struct OverflowColumn: View, Element {
  private let children, short: [any Element]
  private let rest: @Sendable (Int) -> ViewTree?
  private let kept: Int?
  private let spacing: Double

  /// `short` are the short forms of the views; a form that is not lower than its view may be the view itself. `rest` makes, for a
  /// place among the views, what stands for the view at that place and all behind it; nil: the views from that place on cannot be
  /// replaced. The view at the place `kept` is shown beside that in any case, in place of the last one that there is room for.
  /// `spacing` is in points. Traps unless each view has a short form.
  public init(
    spacing: Double = 0, views: [ViewTree], short: [ViewTree], kept: Int? = nil,
    rest: @escaping @Sendable (_ place: Int) -> ViewTree?
  ) {
    precondition(short.count == views.count, "\(short.count) short forms of \(views.count) views")
    (children, self.short) = (views.map(\.element), short.map(\.element))
    (self.rest, self.kept, self.spacing) = (rest, kept, spacing)
  }

  public var body: ViewTree { return ViewTree(self) }

  func box(in context: LayoutContext) -> any Box {
    let count = children.count
    return OverflowColumnBox(
      children: context.boxes(children, axis: .vertical),
      short: short.enumerated().map { $1.box(in: context.inside(count + $0, axis: .vertical)) },
      rest: { [rest] place in
        rest(place)?.element.box(in: context.inside(2 * count + place, axis: .vertical))
      },
      kept: kept, gap: context.pixels(spacing))
  }
}

private struct OverflowColumnBox: Box {
  let children, short: [any Box]
  /// Makes what stands for the view at a place and all behind it; nil: nothing does.
  let rest: (Int) -> (any Box)?
  let kept: Int?
  let gap: Int

  var width: Span { (children + short).reduce(Span(0)) { $0.union($1.width) } }

  func fitted(_ width: Int) -> any FittedBox {
    func part(_ box: any Box) -> FittedColumn.Part {
      FittedColumn.Part(priority: box.priority, box: box.fitted(box.width.taken(of: width)))
    }
    return FittedOverflowColumn(
      children: children.map(part), short: short.map(part), rest: { rest($0).map(part) }, kept: kept, gap: gap
    )
  }
}

/// The views at their widths.
private struct FittedOverflowColumn: FittedBox {
  private let short: [FittedColumn.Part]
  private let rest: (Int) -> FittedColumn.Part?
  private let kept: Int?
  private let gap: Int
  private let all, allShort: FittedColumn
  /// The column with as few views as there can be.
  private let fewest: FittedColumn
  let width: Int
  let height: Span

  init(
    children: [FittedColumn.Part], short: [FittedColumn.Part],
    rest: @escaping (Int) -> FittedColumn.Part?, kept: Int?, gap: Int
  ) {
    (self.short, self.rest, self.kept, self.gap) = (short, rest, kept, gap)
    all = Self.column(children, gap)
    allShort = Self.column(short, gap)
    var fewest = allShort
    for count in short.indices {
      guard let rest = rest(count) else { continue }
      let column = Self.column(Self.shown(short, kept, count) + [rest], gap)
      if column.height.ideal < allShort.height.ideal { fewest = column }
      break
    }
    self.fewest = fewest
    width = max(all.width, allShort.width, fewest.width)
    height = Span(
      least: fewest.height.ideal, short: allShort.height.ideal, ideal: all.height.ideal, most: all.height.most
    )
  }

  func place(_ placement: Placement, on canvas: inout Canvas) {
    var frame = placement.frame
    let column = column(in: frame.height)
    frame.height = column.height.taken(of: frame.height)
    column.place(placement.with(frame), on: &canvas)
  }

  private func column(in room: Int) -> FittedColumn {
    if all.height.ideal <= room { return all }
    if allShort.height.ideal <= room { return allShort }
    return longest(in: room) ?? fewest
  }

  /// The column with the most views in a height, and what stands for the others; nil: there is no such column.
  private func longest(in room: Int) -> FittedColumn? {
    var lengths = [0]
    for part in short { lengths.append(lengths[lengths.count - 1] + part.box.height.ideal + gap) }
    for count in short.indices.reversed() where lengths[count] < room {
      guard let rest = rest(count) else { continue }
      let column = Self.column(Self.shown(short, kept, count) + [rest], gap)
      if column.height.ideal <= room { return column }
    }
    return nil
  }

  /// The first views, of which the last gives its place to the one that is kept.
  private static func shown(_ parts: [FittedColumn.Part], _ kept: Int?, _ count: Int) -> [FittedColumn.Part] {
    var shown = Array(parts[..<count])
    if let kept, kept >= count, count > 0 { shown[count - 1] = parts[kept] }
    return shown
  }

  private static func column(_ parts: [FittedColumn.Part], _ gap: Int) -> FittedColumn {
    FittedColumn(
      parts: parts, width: parts.reduce(0) { max($0, $1.box.width) }, gap: gap, alignment: .center)
  }
}
