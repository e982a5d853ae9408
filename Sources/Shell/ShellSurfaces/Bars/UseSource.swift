/// The origin of a use of a module.
public enum UseSource: Equatable, Sendable {
  case command, hand, key
}
