extension View {
  /// Sets the priority in the stack around: views of a lower priority shrink and vanish before those of a
  /// higher one; the default is 0.
  public func layoutPriority(_ priority: Double) -> ViewTree {
    ViewTree(PriorityElement(content: element, priority: priority))
  }

  /// Lets the view shrink before the stack around has any view take its short form or cuts one that is not elastic.
  public func elastic() -> ViewTree { ViewTree(ElasticElement(content: element)) }

  /// Gives the view its ideal width, or lets it vanish if there is no room for that.
  public func fixedSize() -> ViewTree { ViewTree(FixedSizeElement(content: element)) }
}

private struct PriorityElement: Element {
  var content: any Element
  var priority: Double

  func box(in context: LayoutContext) -> any Box {
    PriorityBox(content: content.box(in: context), priority: priority)
  }
}

private struct PriorityBox: Wrapper {
  let content: any Box
  let priority: Double
}

private struct ElasticElement: Element {
  var content: any Element

  func box(in context: LayoutContext) -> any Box { ElasticBox(content: content.box(in: context)) }
}

private struct ElasticBox: Wrapper {
  let content: any Box

  var width: Span {
    var span = content.width
    span.firm = span.least
    return span
  }
}

private struct FixedSizeElement: Element {
  var content: any Element

  func box(in context: LayoutContext) -> any Box { FixedSizeBox(content: content.box(in: context)) }
}

private struct FixedSizeBox: Box {
  let content: any Box

  var width: Span { Span(content.width.ideal) }
  var priority: Double { content.priority }

  func fitted(_ width: Int) -> any FittedBox { content.fitted(content.width.ideal) }
}
