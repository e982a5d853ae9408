public import ShellModel

/// The options of the command `hyaline run`.
public struct RunOptions: Equatable {
  public var parts: ShellParts
  /// Whether the name on the bus is taken over from another program that allows it.
  public var replaces: Bool

  public init(parts: ShellParts = .all, replaces: Bool = false) {
    self.parts = parts
    self.replaces = replaces
  }
}
