/// A row of views whose last ones are replaced by another view if there is not enough room for all.
///
/// The views shrink like those of an `HStack` before any of them gives way, as far as `comfort` lets them.
public struct OverflowRow: View, Element {
  private let children: [any Element]
  private let rest: @Sendable (Int) -> ViewTree?
  private let kept: Int?
  private let spacing, comfort: Double
  private let isEven, fills: Bool

  /// `rest` makes, for a place among the views, what stands for the view at that place and all behind it; nil: the views from that
  /// place on cannot be replaced. It is called for the few places that may be wanted. The view at the place `kept` is shown in any
  /// case, in place of the last one that there is room for. Views give way where they would be narrower than `comfort`, unless they
  /// need less. `spacing` and `comfort` are in points. If the row `isEven`, all views are as wide as the widest of them, and if it
  /// `fills`, they share the room that is left as well.
  public init(
    spacing: Double = 0, comfort: Double = 0, isEven: Bool = false, fills: Bool = false, views: [ViewTree],
    kept: Int? = nil, rest: @escaping @Sendable (_ place: Int) -> ViewTree?
  ) {
    (children, self.rest, self.kept) = (views.map(\.element), rest, kept)
    (self.spacing, self.comfort) = (spacing, comfort)
    (self.isEven, self.fills) = (isEven, fills)
  }

  public var body: ViewTree { return ViewTree(self) }

  func box(in context: LayoutContext) -> any Box {
    let places = children.count
    return OverflowBox(
      children: context.boxes(children, axis: .horizontal),
      rest: { [rest] place in rest(place)?.element.box(in: context.inside(places + place, axis: .horizontal))
      },
      kept: kept, gap: context.pixels(spacing), comfort: context.pixels(comfort), isEven: isEven,
      fills: fills, isMirrored: context.environment.isRightToLeft)
  }
}

private struct OverflowBox: Box {
  private let children: [any Box]
  /// Makes what stands for the view at a place and all behind it; nil: nothing does.
  private let rest: (Int) -> (any Box)?
  private let kept: Int?
  private let gap: Int
  private let comfort: Int
  private let isEven: Bool
  private let isMirrored: Bool
  private let all: RowBox
  /// The row with as few views as there can be.
  private let shortest: RowBox
  let width: Span

  init(
    children: [any Box], rest: @escaping (Int) -> (any Box)?, kept: Int?, gap: Int, comfort: Int,
    isEven: Bool, fills: Bool, isMirrored: Bool
  ) {
    self.children = children
    self.rest = rest
    (self.kept, self.gap, self.comfort) = (kept, gap, comfort)
    (self.isEven, self.isMirrored) = (isEven, isMirrored)
    func row(_ boxes: [any Box]) -> RowBox {
      RowBox(children: boxes, gap: gap, alignment: .center, isEven: isEven, isMirrored: isMirrored)
    }
    let all = row(children)
    var shortest = all
    for count in children.indices {
      guard let rest = rest(count) else { continue }
      let short = row(Self.shown(children, kept, count) + [rest])
      if short.width.least < all.width.least { shortest = short }
      break
    }
    (self.all, self.shortest) = (all, shortest)
    width = Span(
      least: shortest.width.least, short: all.width.short, firm: all.width.firm, ideal: all.width.ideal,
      most: isEven && !fills ? all.width.ideal : all.width.most)
  }

  func fitted(_ width: Int) -> any FittedBox {
    let gaps = gap * max(0, children.count - 1)
    if children.reduce(gaps, { $0 + comfortable($1) }) <= width { return all.fitted(width) }
    return (longest(in: width) ?? shortest).fitted(width)
  }

  /// The row with the most views that are no narrower than is comfortable in a width, and what stands for the others; nil: there
  /// is no such row.
  private func longest(in width: Int) -> RowBox? {
    var lengths = [0]
    for child in children { lengths.append(lengths[lengths.count - 1] + comfortable(child) + gap) }
    for count in children.indices.reversed() {
      var length = lengths[count]
      if let kept, kept >= count, count > 0 {
        length += comfortable(children[kept]) - comfortable(children[count - 1])
      }
      if length <= width, let rest = rest(count), length + comfortable(rest) <= width {
        return RowBox(
          children: Self.shown(children, kept, count) + [rest], gap: gap, alignment: .center, isEven: isEven,
          isMirrored: isMirrored)
      }
    }
    return nil
  }

  /// The least width at which a view is shown as long as another one can give way.
  private func comfortable(_ box: any Box) -> Int {
    let width = isEven ? children.reduce(box.width) { $0.union($1.width) } : box.width
    return max(width.least, min(width.ideal, comfort))
  }

  /// The first views, of which the last gives its place to the one that is kept.
  private static func shown(_ children: [any Box], _ kept: Int?, _ count: Int) -> [any Box] {
    var shown = Array(children[..<count])
    if let kept, kept >= count, count > 0 { shown[count - 1] = children[kept] }
    return shown
  }
}
