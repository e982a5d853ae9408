/// A part of what people see, as a value: a leaf, a container, or a view of one's own that puts others together.
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
  /// Several views in a body belong to the container around it; where there is none, each lies over the one before.
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

  // `return` keeps the builder out.
  public var body: ViewTree { return self }

  /// The views as one element.
  var element: any Element { elements.count == 1 ? elements[0] : ZStackElement(children: elements) }
}

/// Puts views together, with conditions and loops.
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

/// One of the views that all others are made of: it knows how to be laid out.
protocol Element: Sendable {
  /// The first pass of the layout: what the view needs in width, in its environment.
  func box(in context: LayoutContext) -> any Box
}

extension View {
  /// The view as one element.
  var element: any Element { body.element }
}
