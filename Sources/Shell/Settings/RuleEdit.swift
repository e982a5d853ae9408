/// A change of one rule of notifications in a settings file.
public struct RuleEdit: Equatable, Sendable {
  /// The change of the text; rules are named by their numbers from 0.
  public enum Step: Equatable, Sendable {
    case append([Entry])
    case set(Int, String, String)
    case unset(Int, String)
    case remove(Int)
  }

  /// A key of a rule and the text of its value.
  public struct Entry: Equatable, Sendable {
    public var key: String
    public var literal: String

    public init(_ key: String, _ literal: String) { (self.key, self.literal) = (key, literal) }
  }

  public var step: Step
  /// All rules after the change.
  public var rules: [NotificationRule]

  init(_ step: Step, _ rules: [NotificationRule]) { (self.step, self.rules) = (step, rules) }
}
