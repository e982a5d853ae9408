/// Views below one another.
///
/// Texts of several lines become shorter if there is not enough room, first those of the lowest `layoutPriority`; if
/// even one line of each is too much, the last views of the lowest priority vanish.
public struct VStack: View, Element {
  private let children: [any Element]
  private let spacing: Double
  private let alignment: HorizontalAlignment

  /// `spacing` is in points.
  public init(
    spacing: Double = 0, alignment: HorizontalAlignment = .center, @ViewBuilder content: () -> ViewTree
  ) {
    (children, self.spacing, self.alignment) = (content().elements, spacing, alignment)
  }

  public var body: ViewTree { return ViewTree(self) }

  func box(in context: LayoutContext) -> any Box {
    ColumnBox(
      children: context.boxes(children, axis: .vertical), gap: context.pixels(spacing),
      alignment: context.unmirrored(alignment))
  }
}
