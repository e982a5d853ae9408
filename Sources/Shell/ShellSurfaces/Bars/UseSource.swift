/// The origin of a use of a module.
public enum UseSource: Equatable, Sendable {
  /// A command of `hyaline bar`.
  case command
  /// A pointer or a finger.
  case pointer
  /// The keyboard.
  case key
}
