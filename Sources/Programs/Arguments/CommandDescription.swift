/// A row of the table of commands: one that runs, or one that only has subcommands.
public struct CommandDescription {
  public let name: String
  public let summary: String
  /// Further explanation in the help.
  public let discussion: String
  /// Whether help and completions leave the command out.
  public let isHidden: Bool
  public let subcommands: [CommandDescription]
  /// The name of the subcommand that runs if none is named.
  public let defaultName: String?
  /// Reads the words after the command's name; nil if the command only has subcommands.
  let read: (([String]) throws(CommandLineError.Problem) -> any RunnableCommand)?
  /// Makes the descriptions of the parameters, which few starts of the program need.
  private let describe: () -> [Parameter]

  /// Makes a command that runs.
  public init<Values: RunnableCommand>(
    _ type: Values.Type, _ name: String, _ summary: String, discussion: String = "", isHidden: Bool = false
  ) {
    self.name = name
    self.summary = summary
    self.discussion = discussion
    self.isHidden = isHidden
    subcommands = []
    defaultName = nil
    describe = { Values.rows.map(\.parameter) }
    read = { words throws(CommandLineError.Problem) in
      let rows = Values.rows
      var values = Values()
      for given in try ArgumentReader(parameters: rows.map(\.parameter)).read(words) {
        let row = rows[given.index]
        guard row.set(&values, given.text) else {
          throw .invalidValue(row.parameter, name: given.name, given.text)
        }
      }
      do throws(ValidationError) { try values.validate() } catch { throw .refused(error.description) }
      return values
    }
  }

  /// Makes a command that only has subcommands.
  public init(
    _ name: String, _ summary: String, default defaultName: String? = nil, _ subcommands: [CommandDescription]
  ) {
    self.name = name
    self.summary = summary
    self.subcommands = subcommands
    self.defaultName = defaultName
    discussion = ""
    isHidden = false
    describe = { [] }
    read = nil
  }

  /// The parameters, without `--help` and `--version`.
  public var parameters: [Parameter] { describe() }

  /// The subcommands that help and completions show.
  public var shown: [CommandDescription] { subcommands.filter { !$0.isHidden } }

  /// The subcommand of that name.
  public func subcommand(_ name: String) -> CommandDescription? { subcommands.first { $0.name == name } }

  /// The subcommand that runs if none is named.
  var fallback: CommandDescription? { defaultName.flatMap(subcommand) }
}
