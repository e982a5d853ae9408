/// A part of a user interface, as a value: a leaf, a container, or a custom view that is made of others.
///
///     struct BatteryItem: View {
///       var percent: Int
///       var body: ViewTree {
///         HStack(spacing: 6) {
///           Symbol("battery-good-symbolic")
///           Text("\(percent) %")
///         }
///         .help("\(percent) % left")
///         .onTap(.primary, BarAction.togglePopup)
///       }
///     }
///
/// Lengths are points (logical pixels). `layout` turns a view into pixels, once.
public protocol View: Sendable {
  /// The views that this view consists of. Several views belong to the container around; where there is none,
  /// each lies over the one before.
  @ViewBuilder var body: ViewTree { get }
}

/// Views that a builder has put together, with their types erased.
public struct ViewTree: View {
  let elements: [any Element]

  init(_ elements: [any Element]) {
    self.elements = elements
  }

  init(_ element: any Element) {
    elements = [element]
  }

  // Without `return`, the result builder would transform the body.
  public var body: ViewTree { return self }

  /// Whether there are no views.
  public var isEmpty: Bool { elements.isEmpty }

  /// The views as one element.
  var element: any Element { elements.count == 1 ? elements[0] : ZStack(elements) }
}

/// The result builder that puts views together, with conditions and loops.
@resultBuilder
public enum ViewBuilder {
  public static func buildExpression(_ view: some View) -> ViewTree { view.body }
  public static func buildBlock(_ parts: ViewTree...) -> ViewTree {
    ViewTree(parts.flatMap(\.elements))
  }
  public static func buildOptional(_ part: ViewTree?) -> ViewTree { part ?? ViewTree([]) }
  public static func buildEither(first part: ViewTree) -> ViewTree { part }
  public static func buildEither(second part: ViewTree) -> ViewTree { part }
  public static func buildArray(_ parts: [ViewTree]) -> ViewTree { ViewTree(parts.flatMap(\.elements)) }
}

/// A primitive view, which can be laid out; all other views are made of such views.
protocol Element: Sendable {
  /// Performs the first pass of the layout, which finds the widths that the view needs in its environment.
  func box(in context: LayoutContext) -> any Box
}

extension View {
  /// The view as one element.
  var element: any Element { body.element }

  /// Makes a view of this one whose first pass of the layout is performed by a function.
  func modified(
    _ box: @escaping @Sendable (_ content: any Element, _ context: LayoutContext) -> any Box
  ) -> ViewTree {
    ViewTree(ModifiedView(content: element, makeBox: box))
  }
}

private struct ModifiedView: Element {
  let content: any Element
  let makeBox: @Sendable (any Element, LayoutContext) -> any Box

  func box(in context: LayoutContext) -> any Box { makeBox(content, context) }
}
