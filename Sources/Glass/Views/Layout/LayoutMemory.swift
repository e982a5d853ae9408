import Geometry
import VisualEffects

/// The `equatable` views of a layout, kept for the next layout of the same tree, which then neither makes, measures
/// nor places those anew that did not change.
///
/// The memory makes no difference to the result: a kept view is used only for an equal view at the same place in
/// equal surroundings. It holds as many views as the last layout had. All layouts with it have to use the same
/// measurer.
public final class LayoutMemory {
  /// The kept views, in the order in which the last layout reached them.
  private var kept: [KeptView] = []
  /// The number of views that this layout has reached.
  private var reached = 0
  /// Two contexts with equal surroundings, such as all views of a bar have, whose comparison takes long.
  private var equal: (LayoutContext, LayoutContext)?

  public init() {}

  /// Begins a layout.
  func begin() { reached = 0 }

  /// Ends a layout: what it did not reach is forgotten.
  func end() {
    kept.removeLast(kept.count - reached)
    equal = nil
  }

  /// Whether a view becomes the same box in both contexts.
  private func isSame(_ former: LayoutContext, _ context: LayoutContext) -> Bool {
    guard former.hasPlace(of: context) else { return false }
    if let equal, equal.0.shares(former), equal.1.shares(context) { return true }
    guard former.hasSurroundings(of: context) else { return false }
    equal = (former, context)
    return true
  }

  /// The box of a view that the layout has reached.
  func box<Content: View & Equatable>(of view: Content, in context: LayoutContext) -> any Box {
    defer { reached += 1 }
    if reached < kept.count {
      let former = kept[reached]
      if let same = former as? KeptViewOf<Content>, same.view == view, isSame(same.context, context) {
        same.context = context
        return same.box
      }
    }
    // The views inside a kept view are kept with it.
    var inner = context
    inner.memory = nil
    let new = KeptViewOf(view, context, KeptBox(view.element.box(in: inner)))
    if reached < kept.count { kept[reached] = new } else { kept.append(new) }
    return new.box
  }
}

/// A view with its box, for surroundings that may come again.
private class KeptView {
  /// The surroundings for which the box was found last.
  final var context: LayoutContext
  final let box: KeptBox

  init(_ context: LayoutContext, _ box: KeptBox) {
    self.context = context
    self.box = box
  }
}

private final class KeptViewOf<Content: View & Equatable>: KeptView {
  let view: Content

  init(_ view: Content, _ context: LayoutContext, _ box: KeptBox) {
    self.view = view
    super.init(context, box)
  }
}

/// A box that keeps what it became at its last width.
private final class KeptBox: Box {
  private let content: any Box
  let width: Span
  let priority: ViewPriority
  private var last: (room: Int, box: KeptFittedBox)?

  init(_ content: any Box) {
    self.content = content
    width = content.width
    priority = content.priority
  }

  func fitted(_ width: Int) -> any FittedBox {
    if let last, last.room == width { return last.box }
    let box = KeptFittedBox(content.fitted(width))
    last = (width, box)
    return box
  }
}

/// A fitted box that keeps what it drew at its last place.
private final class KeptFittedBox: FittedBox {
  private let content: any FittedBox
  let width: Int
  let height: Span
  let baseline: Int?
  let centresItself: Bool
  let centredHeight: Int
  private var last: (placement: Placement, drawn: Canvas)?

  init(_ content: any FittedBox) {
    self.content = content
    width = content.width
    height = content.height
    baseline = content.baseline
    centresItself = content.centresItself
    centredHeight = content.centredHeight
  }

  func place(_ placement: Placement, on canvas: inout Canvas) {
    if let last, last.placement == placement, last.drawn.hasSurroundings(of: canvas) {
      return canvas.add(last.drawn)
    }
    var drawn = canvas.blank
    content.place(placement, on: &drawn)
    last = (placement, drawn)
    canvas.add(drawn)
  }
}

extension View where Self: Equatable {
  /// Makes a layout with a `LayoutMemory` build and measure this view anew only if it is not equal to the one that
  /// was at its place in the last layout. The view may show nothing but its value and its environment.
  public func equatable() -> ViewTree { ViewTree(EquatableElement(content: self)) }
}

private struct EquatableElement<Content: View & Equatable>: Element {
  var content: Content

  func box(in context: LayoutContext) -> any Box {
    context.memory?.box(of: content, in: context) ?? content.element.box(in: context)
  }
}
