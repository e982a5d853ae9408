public import Views

/// The text of a tooltip. The popup that contains it draws the glass.
public struct TooltipView: View {
  public var text: String

  public init(_ text: String) {
    self.text = text
  }

  /// The corner radius of the glass, in points.
  public static let glassRadius = 8.0
  /// The maximum width, in points; longer lines are wrapped.
  static let mostWidth = 360.0
  /// The maximum number of lines; further lines are left out.
  static let mostLines = 24

  public var body: ViewTree {
    Text(text).lineLimit(Self.mostLines).padding(horizontal: 9, vertical: 6)
      .frame(maxWidth: Self.mostWidth, alignment: .leading)
  }
}
