/// Views beside one another, the first at the leading side.
///
/// Views take their short forms if there is not enough room; then those of the lowest `layoutPriority` shrink first,
/// the longest of them before the others; if even their least widths are too much, the last of them vanish.
public struct HStack: View, Element {
  /// A way to divide the width.
  public enum Distribution: Sendable {
    /// Each view has the width it needs, and flexible views share the rest.
    case natural
    /// All views have the same width; edges are rounded, so that the last view ends with the stack.
    case even
  }

  private let children: [any Element]
  private let spacing: Double
  private let alignment: VerticalAlignment
  private let distribution: Distribution

  /// `spacing` is in points.
  public init(
    spacing: Double = 0, alignment: VerticalAlignment = .center, distribution: Distribution = .natural,
    @ViewBuilder content: () -> ViewTree
  ) {
    (children, self.spacing) = (content().elements, spacing)
    (self.alignment, self.distribution) = (alignment, distribution)
  }

  public var body: ViewTree { return ViewTree(self) }

  func box(in context: LayoutContext) -> any Box {
    RowBox(
      children: context.boxes(children, axis: .horizontal), gap: context.pixels(spacing),
      alignment: alignment, isEven: distribution == .even, isMirrored: context.environment.isRightToLeft)
  }
}
