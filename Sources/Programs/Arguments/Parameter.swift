/// The description of a flag, an option or an argument of a command, from which help and completions are made.
public nonisolated struct Parameter: Equatable, Sendable {
  /// The way in which a parameter is given.
  public enum Form: Sendable {
    /// A name without a value.
    case flag
    /// A name with a value.
    case option
    /// A value without a name, or with the option `long` in front of it if there is one.
    case argument
  }

  /// The words that a shell offers for a value.
  public enum Completion: Equatable, Sendable {
    case none, files
    case words([String])
    /// The words that the program's own command `complete` prints for a kind of word and the line before the cursor.
    case asked(String)
  }

  public var form: Form
  /// The name that follows two dashes.
  public var long: String?
  /// The name that follows one dash.
  public var short: Character?
  /// The word for the value in help and in the manual; empty for a flag.
  public var value = ""
  /// The explanation, of a sentence or two.
  public var text: String
  public var isRequired = false
  /// The message if the parameter is required and missing; nil for the usual message.
  public var missing: String?
  public var isRepeated = false
  /// The long name of the parameter in the row before, if only one of the two may be given.
  public var excluded: String?
  /// The value of an option or argument that is not given, as on the command line.
  public var `default`: String?
  /// All values that are accepted; empty if there are too many.
  public var choices: [String] = []
  public var completion = Completion.none

  /// The flag that every command has.
  public static let help = Parameter(form: .flag, long: "help", short: "h", text: "Show help information.")
  /// The flag that every command has.
  public static let version = Parameter(form: .flag, long: "version", text: "Show the version.")

  /// The names with their dashes, the short one first.
  public var names: [String] { (short.map { ["-\($0)"] } ?? []) + (long.map { ["--\($0)"] } ?? []) }

  /// The name and the value as messages and the usage write them: the long name if `name` is nil.
  public func label(_ name: String? = nil) -> String {
    switch form {
    case .flag: return name ?? names.last ?? ""
    case .option: return "\(name ?? names.last ?? "") <\(value)>"
    case .argument: return (name.map { "\($0) " } ?? "") + "<\(value)>"
    }
  }
}
