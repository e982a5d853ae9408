public import Views

/// What a tooltip says. Its glass is that of the popup around it.
public struct TooltipView: View {
  public var text: String

  public init(_ text: String) {
    self.text = text
  }

  /// The radius of the glass, in points.
  public static let glassRadius = 8.0
  /// Longer lines are wrapped, in points.
  static let mostWidth = 360.0
  /// Further lines are left out.
  static let mostLines = 24

  public var body: ViewTree {
    Text(text).lineLimit(Self.mostLines).padding(horizontal: 9, vertical: 6)
      .frame(maxWidth: Self.mostWidth, alignment: .leading)
  }
}
