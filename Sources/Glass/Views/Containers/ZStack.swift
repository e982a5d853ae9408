import Geometry

/// Views over one another, the first lowest.
public struct ZStack: View, Element {
  private let children: [any Element]
  private let alignment: Alignment

  public init(alignment: Alignment = .center, @ViewBuilder content: () -> ViewTree) {
    self.init(content().elements, alignment: alignment)
  }

  init(_ children: [any Element], alignment: Alignment = .center) {
    (self.children, self.alignment) = (children, alignment)
  }

  public var body: ViewTree { return ViewTree(self) }

  func box(in context: LayoutContext) -> any Box {
    ZStackBox(children: context.boxes(children, axis: nil), alignment: context.unmirrored(alignment))
  }
}

private struct ZStackBox: Box {
  let children: [any Box]
  let alignment: Alignment

  var width: Span { children.reduce(Span(0)) { $0.union($1.width) } }

  func fitted(_ width: Int) -> any FittedBox {
    FittedZStack(children: children.map { $0.fitted($0.width.taken(of: width)) }, alignment: alignment)
  }
}

private struct FittedZStack: FittedBox {
  let children: [any FittedBox]
  let alignment: Alignment

  var width: Int { children.reduce(0) { max($0, $1.width) } }
  var height: Span {
    var span = children.reduce(Span(0)) { $0.union($1.height) }
    if alignment.vertical == .center {
      span.ideal = children.reduce(span.ideal) { max($0, $1.centredHeight) }
      span.most = max(span.most, span.ideal)
    }
    return span
  }
  var baseline: Int? { alignment.vertical == .top ? children.compactMap(\.baseline).first : nil }

  func place(_ placement: Placement, on canvas: inout Canvas) {
    for child in children { child.place(alignment, in: placement.frame, on: &canvas) }
  }
}
