extension View {
  /// Sets the priority in the stack around: views of a lower priority shrink and vanish before those of a
  /// higher one; the default is 0. A view that has shrunk to its least length vanishes by the priority `vanishing`; nil: by the same.
  public func layoutPriority(_ priority: Double, vanishing: Double? = nil) -> ViewTree {
    modified {
      PriorityBox(content: $0.box(in: $1), priority: ViewPriority(priority, vanishing: vanishing))
    }
  }

  /// Lets the view shrink before the stack around has any view take its short form or cuts one that is not elastic.
  public func elastic() -> ViewTree { modified { ElasticBox(content: $0.box(in: $1)) } }

  /// Gives the view its ideal width, or lets it vanish if there is no room for that.
  public func fixedSize() -> ViewTree { modified { FixedSizeBox(content: $0.box(in: $1)) } }
}

private struct PriorityBox: Wrapper {
  let content: any Box
  let priority: ViewPriority
}

private struct ElasticBox: Wrapper {
  let content: any Box

  var width: Span {
    var span = content.width
    span.firm = span.least
    return span
  }
}

private struct FixedSizeBox: Wrapper {
  let content: any Box

  var width: Span { Span(content.width.ideal) }

  func fitted(_ width: Int) -> any FittedBox { content.fitted(content.width.ideal) }
}
