/// The strengths, 0 … 1, of what makes a sheet of glass stand out from what is behind it.
public struct Relief: Equatable, Hashable, Sendable {
  /// The strength of the line along the edge of the sheet and of the light on it.
  public var rim = 1.0
  /// The strength of the shadow around the sheet.
  public var shadow = 1.0
  /// The strength of the light that follows a pointer or a finger on the fills of the sheet.
  public var pressLight = 1.0

  public init() {}
}
