/// Views beside one another, of which another view stands for the last ones where there is not enough room for all.
///
/// The views shrink like those of an `HStack` before any of them gives way, as far as `comfort` lets them.
public struct OverflowRow: View {
  private let row: OverflowElement

  /// `rests` has, for each place among the views, what stands for the view at that place and all behind it; nil: it cannot be
  /// the first that is left out. The view at the place `kept` is shown in any case, in place of the last one that there is
  /// room for. Views give way where they would be narrower than `comfort`, unless they need less. `spacing` and `comfort`
  /// are in points.
  public init(
    spacing: Double = 0, comfort: Double = 0, views: [ViewTree], rests: [ViewTree?], kept: Int? = nil
  ) {
    precondition(views.count == rests.count, "\(views.count) views, \(rests.count) rests")
    row = OverflowElement(
      children: views.map(\.element), rests: rests.map { $0?.element }, kept: kept, spacing: spacing,
      comfort: comfort)
  }

  public var body: ViewTree { return ViewTree(row) }
}

private struct OverflowElement: Element {
  var children: [any Element]
  var rests: [(any Element)?]
  var kept: Int?
  var spacing: Double
  var comfort: Double

  func box(in context: LayoutContext) -> any Box {
    let places = children.count
    return OverflowBox(
      children: context.boxes(children, axis: .horizontal),
      rests: rests.enumerated().map { place, rest in
        rest?.box(in: context.inside(places + place, axis: .horizontal))
      }, kept: kept, gap: context.pixels(spacing), comfort: context.pixels(comfort),
      isMirrored: context.environment.isRightToLeft)
  }
}

private struct OverflowBox: Box {
  let children: [any Box]
  let rests: [(any Box)?]
  let kept: Int?
  let gap: Int
  let comfort: Int
  let isMirrored: Bool

  var width: Span {
    let all = row(children).width
    let least = rests.indices.compactMap { shortened(to: $0)?.width.least }.min() ?? all.least
    return Span(least: min(least, all.least), short: all.short, ideal: all.ideal, most: all.most)
  }

  func fitted(_ width: Int) -> any FittedBox {
    let all = row(children)
    if fits(all, width) { return all.fitted(width) }
    let shorter = rests.indices.reversed().lazy.compactMap { shortened(to: $0) }
    let fitting = shorter.first { fits($0, width) }
    return (fitting ?? shorter.min { $0.width.least < $1.width.least } ?? all).fitted(width)
  }

  /// Whether no view of a row has to be narrower than is comfortable.
  private func fits(_ row: RowBox, _ width: Int) -> Bool {
    let lengths = row.children.map { max($0.width.least, min($0.width.ideal, comfort)) }
    return lengths.reduce(gap * max(0, lengths.count - 1), +) <= width
  }

  /// The row of so many views, with what stands for the others; nil: nothing does.
  private func shortened(to count: Int) -> RowBox? {
    guard let rest = rests[count] else { return nil }
    var shown = Array(children[..<count])
    if let kept, kept >= count, count > 0 { shown[count - 1] = children[kept] }
    return row(shown + [rest])
  }

  private func row(_ boxes: [any Box]) -> RowBox {
    RowBox(children: boxes, gap: gap, alignment: .center, isEven: false, isMirrored: isMirrored)
  }
}
