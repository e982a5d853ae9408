/// Views below one another.
///
/// Texts of several lines become shorter if there is not enough room, first those of the lowest `layoutPriority`; if
/// even one line of each is too much, the last views of the lowest priority vanish.
public struct VStack: View {
  private let column: ColumnElement

  /// `spacing` is in points.
  public init(
    spacing: Double = 0, alignment: HorizontalAlignment = .center, @ViewBuilder content: () -> ViewTree
  ) {
    column = ColumnElement(children: content().elements, spacing: spacing, alignment: alignment)
  }

  public var body: ViewTree { return ViewTree(column) }
}

struct ColumnElement: Element {
  var children: [any Element]
  var spacing: Double
  var alignment: HorizontalAlignment

  func box(in context: LayoutContext) -> any Box {
    ColumnBox(
      children: context.boxes(children, axis: .vertical), gap: context.pixels(spacing),
      alignment: alignment, isMirrored: context.environment.isRightToLeft)
  }
}
