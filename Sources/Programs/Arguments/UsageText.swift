/// The help of a command, in lines of at most 80 characters.
struct UsageText {
  private let path: CommandPath
  private static let width = 80
  /// The column in which the explanations begin.
  private static let column = 26

  init(_ path: CommandPath) { self.path = path }

  private var command: CommandDescription { path.last }

  var text: String {
    let parameters = command.parameters
    var sections = [Self.wrapped("OVERVIEW: \(command.summary)")]
    if !command.discussion.isEmpty { sections.append(Self.wrapped(command.discussion)) }
    sections.append(usage("USAGE:"))
    let arguments = parameters.filter { $0.form == .argument }
    if !arguments.isEmpty { sections.append(["ARGUMENTS:"] + arguments.flatMap(Self.lines)) }
    let options = parameters.filter { $0.form != .argument } + [.version, .help]
    sections.append(["OPTIONS:"] + options.flatMap(Self.lines))
    if !command.shown.isEmpty {
      sections.append(
        ["SUBCOMMANDS:"]
          + command.shown.flatMap { subcommand in
            Self.row(
              subcommand.name + (subcommand.name == command.defaultName ? " (default)" : ""),
              subcommand.summary)
          })
      let words = ([path.commands[0].name, "help"] + path.commands.dropFirst().map(\.name))
      sections.append(["  See '\(words.joined(separator: " ")) <subcommand>' for detailed help."])
    }
    return sections.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
  }

  /// The lines of the usage after a heading.
  ///
  /// A command with many parameters has a usage of those that are required.
  func usage(_ heading: String) -> [String] {
    let parameters = command.parameters
    var items = command.subcommands.isEmpty ? Self.items(parameters) : ["<subcommand>"]
    if parameters.count > 12 {
      items = ["[<options>]"] + Self.items(parameters.filter(\.isRequired))
    }
    let lead = "\(heading) \(path.words)"
    return Self.filled(items, after: lead, indent: lead.count + 1)
  }

  /// The parameters in their order, with brackets around those that may be left out.
  private static func items(_ parameters: [Parameter]) -> [String] {
    var groups: [[Parameter]] = []
    for parameter in parameters {
      if parameter.excluded != nil, !groups.isEmpty {
        groups[groups.count - 1].append(parameter)
      } else {
        groups.append([parameter])
      }
    }
    return groups.map { group in
      let words = group.map(item).joined(separator: " | ")
      return group.contains(where: \.isRequired) ? words : "[\(words)]"
    }
  }

  private static func item(_ parameter: Parameter) -> String {
    let option = parameter.form == .argument ? parameter.long.map { "[--\($0)] " } ?? "" : ""
    return option + parameter.label() + (parameter.isRepeated ? " ..." : "")
  }

  /// The lines of a parameter: its names and value, and its explanation.
  private static func lines(_ parameter: Parameter) -> [String] {
    let lead =
      switch parameter.form {
      case .argument: item(parameter)
      case .flag: parameter.names.joined(separator: ", ")
      case .option: parameter.names.joined(separator: ", ") + " <\(parameter.value)>"
      }
    let facts = facts(parameter)
    return row(lead, parameter.text + (facts.isEmpty ? "" : " \(facts)"))
  }

  /// A sentence about the values and the default; empty if there is nothing to say.
  private static func facts(_ parameter: Parameter) -> String {
    let value = parameter.default.map { "default is \($0)." }
    guard let last = parameter.choices.last else { return value.map { "The \($0)" } ?? "" }
    let list = "\(parameter.choices.dropLast().joined(separator: ", ")) and \(last)"
    return "The values are \(list)" + (value.map { "; the \($0)" } ?? ".")
  }

  /// A name and its explanation, which begins in the next line if the name is long.
  private static func row(_ name: String, _ text: String) -> [String] {
    let lead = "  " + name
    let words = text.split(separator: " ").map(String.init)
    guard lead.count + 1 < column else { return [lead] + filled(words, after: "", indent: column) }
    return filled(words, after: lead, indent: column)
  }

  private static func wrapped(_ text: String) -> [String] {
    let words = text.split(separator: " ").map(String.init)
    return filled(Array(words.dropFirst()), after: words.first ?? "", indent: 0)
  }

  /// Lines of `items` with a space between two, the first after `lead`, all others after `indent` spaces.
  ///
  /// In the first line `lead` is padded to the indentation.
  private static func filled(_ items: [String], after lead: String, indent: Int) -> [String] {
    var lines = [lead.padded(to: indent - 1)]
    for item in items {
      let isFresh = lines[lines.count - 1].allSatisfy { $0 == " " }
      if !isFresh, lines[lines.count - 1].count + 1 + item.count > width {
        lines.append("".padded(to: indent) + item)
      } else {
        lines[lines.count - 1] += (isFresh && indent == 0 ? "" : " ") + item
      }
    }
    return lines
  }
}

extension String {
  /// The text with spaces after it up to a width.
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, width - count))
  }
}
