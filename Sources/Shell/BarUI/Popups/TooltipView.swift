public import Views

/// The text of a tooltip. The popup that contains it draws the glass.
public struct TooltipView: View {
  public var text: HelpText

  public init(_ text: HelpText) {
    self.text = text
  }

  /// The corner radius of the glass, in points.
  public static let glassRadius = 8.0
  /// The maximum width, in points; longer lines are wrapped.
  static let mostWidth = 360.0
  /// The maximum number of lines; further lines are left out.
  static let mostLines = 24

  public var body: ViewTree {
    Text(text.string, runs: text.runs).inks(text.inks).lineLimit(Self.mostLines)
      .padding(horizontal: 9, vertical: 6)
      .frame(maxWidth: Self.mostWidth, alignment: .leading)
  }
}
