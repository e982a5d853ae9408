import Geometry
import Scenes

/// The direction in which a view slides into sight.
public enum RevealAxis: Equatable, Sendable {
  /// The view slides horizontally, out of the side where lines of text begin.
  case level
  /// The view slides down, out of what is above it.
  case upright
}

extension View {
  /// Shows the last part of the view along an axis and takes only the room of that part, as if the view slid out of what is
  /// before it; `share` is the part of its ideal length, 0 … 1. If it `isReversed`, the first part is shown, as if the view
  /// slid out of what is behind it.
  public func revealed(_ share: Double, along axis: RevealAxis, isReversed: Bool = false) -> ViewTree {
    modified { content, context in
      RevealBox(
        content: content.box(in: context), share: min(max(share, 0), 1), axis: axis,
        isMirrored: isReversed != (axis == .level && context.environment.isRightToLeft))
    }
  }
}

private struct RevealBox: Wrapper {
  let content: any Box
  let share: Double
  let axis: RevealAxis
  let isMirrored: Bool

  private var shown: Int { Int((Double(content.width.ideal) * share).rounded()) }

  var width: Span { axis == .level ? Span(shown) : content.width }

  func fitted(_ width: Int) -> any FittedBox {
    let inner = content.fitted(axis == .level ? content.width.ideal : content.width.taken(of: width))
    return FittedReveal(content: inner, width: axis == .level ? min(width, shown) : inner.width, box: self)
  }
}

private struct FittedReveal: FittedBox {
  let content: any FittedBox
  let width: Int
  let box: RevealBox

  private var axis: RevealAxis { box.axis }

  var height: Span {
    if axis == .level { return content.height }
    return Span(Int((Double(content.height.ideal) * box.share).rounded()))
  }
  var baseline: Int? { axis == .level ? content.baseline : nil }
  var centresItself: Bool { axis == .level && content.centresItself }
  var centredHeight: Int { axis == .level ? content.centredHeight : height.ideal }

  func place(_ placement: Placement, on canvas: inout Canvas) {
    let frame = placement.frame
    if frame.isEmpty { return }
    var whole = frame
    switch axis {
    case .level:
      whole.width = content.width
      if !box.isMirrored { whole.x = frame.maxX - whole.width }
    case .upright:
      whole.height = content.height.ideal
      if !box.isMirrored { whole.y = frame.maxY - whole.height }
    }
    canvas.enclose(
      clip: frame, draw: { content.place(placement.with(whole), on: &$0) },
      as: { .effect(EffectNode(frame: frame, material: nil, content: $0)) })
  }
}
