import Geometry

extension View {
  /// Shows `short` in place of the view where the stack around has not enough room for its ideal width.
  ///
  /// A stack has as many of its views take their short forms as have to, those of the lowest `layoutPriority` first, before it cuts
  /// any of them that is not `elastic`. A short form that is not narrower than the view is never shown.
  public func shortForm(_ short: some View) -> ViewTree {
    modified { [short = short.element] content, context in
      let full = content.box(in: context.inside(0, axis: context.axis))
      let short = short.box(in: context.inside(1, axis: context.axis))
      return short.width.ideal < full.width.ideal ? ShortFormBox(full: full, short: short) : full
    }
  }
}

/// A view and its narrower short form, one of which is shown.
private struct ShortFormBox: Box {
  let full, short: any Box

  var width: Span {
    Span(
      least: short.width.least, short: short.width.ideal, firm: full.width.firm, ideal: full.width.ideal,
      most: full.width.most)
  }
  var priority: ViewPriority { full.priority }

  func fitted(_ width: Int) -> any FittedBox {
    let shown = width < full.width.firm ? short : full
    return shown.fitted(shown.width.taken(of: width))
  }
}
