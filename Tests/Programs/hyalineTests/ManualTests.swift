import Arguments
import HeadlessSession
import TestSupport
import Testing

@testable import hyaline

/// Tests that hyaline(1) says what the table of commands does.
struct ManualTests {
  private static let manual: [String] = {
    let root = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    return (readText("\(root)/doc/hyaline.1") ?? "").split(separator: "\n").map(String.init)
  }()

  /// The lines of the manual from a heading to the next one of the same kind.
  private static func section(_ kind: String, _ name: String) -> [String] {
    let rest = manual.drop { $0 != ".\(kind) \(name)" }.dropFirst()
    return Array(rest.prefix { !$0.hasPrefix(".\(kind) ") && !$0.hasPrefix(".Sh ") })
  }

  @Test func `the synopsis has every command and every parameter in the order of the table`() {
    let expected = CommandTable.program.shown.flatMap { Synopsis.lines($0, of: CommandTable.program) }
    #expect(Self.section("Sh", "SYNOPSIS") == expected)
  }

  @Test(arguments: [["bar"], ["notifications"], ["settings"], []])
  func `every command is described, with each of its options`(path: [String]) throws {
    let parent = try path.reduce(CommandTable.program) { try #require($0.subcommand($1)) }
    let lines = Self.section("Ss", path == ["notifications"] ? "Notifications" : "Commands")
    // Options that several commands share are described above the list or in the synopsis.
    let all = lines + Self.section("Sh", "SYNOPSIS")
    for command in parent.shown {
      let start = lines.firstIndex { line in
        let words = line.split(separator: " ")
        return words.starts(with: [".It", "Cm"]) && words.contains { $0 == command.name }
      }
      let first = try #require(start, "\(command.name)")
      let item = lines[first...].enumerated().prefix { $0.offset == 0 || !$0.element.hasPrefix(".It Cm ") }
        .map(\.element)
      for parameter in command.parameters where parameter.form != .argument {
        let name = parameter.short.map { "Fl \($0)" } ?? "Fl -\(parameter.long ?? "")"
        let isShared = Synopsis.shared(by: parent).contains(parameter)
        #expect((isShared ? all : item).contains { Self.mentions($0, name) }, "\(command.name): \(name)")
      }
    }
  }

  /// Whether a line of the manual has the words of `name` in a row, or its last word after a bar.
  private static func mentions(_ line: String, _ name: String) -> Bool {
    let text = " \(line.drop { $0 == "." }) "
    return text.contains(" \(name) ") || text.contains(" | \(name.dropFirst(3)) ")
  }
}

/// The synopsis of a command as the manual has it, in mdoc.
enum Synopsis {
  static func lines(_ command: CommandDescription, of program: CommandDescription) -> [String] {
    let name = command.name == program.defaultName ? ".Op Cm \(command.name)" : ".Cm \(command.name)"
    let parameters = command.subcommands.isEmpty ? command.parameters : shared(by: command)
    return [".Nm", name] + (command.subcommands.isEmpty ? [] : [".Ar command"]) + items(parameters)
  }

  /// The options that more than half of the subcommands have.
  static func shared(by parent: CommandDescription) -> [Parameter] {
    var shared: [Parameter] = []
    for parameter in parent.shown.flatMap(\.parameters) where !shared.contains(parameter) {
      let count = parent.shown.count { $0.parameters.contains(parameter) }
      if parameter.form != .argument, count * 2 > parent.shown.count { shared.append(parameter) }
    }
    return shared
  }

  private static func items(_ parameters: [Parameter]) -> [String] {
    var lines: [String] = []
    var previous: Parameter?
    for parameter in parameters {
      if parameter.excluded != nil, let previous {
        // The macro of a flag applies to the words after a bar too.
        let item = previous.form == .flag ? String(item(parameter).dropFirst(3)) : item(parameter)
        lines[lines.count - 1] += " | \(item)"
      } else {
        lines.append((parameter.isRequired ? "." : ".Op ") + item(parameter))
      }
      previous = parameter
    }
    return lines
  }

  private static func item(_ parameter: Parameter) -> String {
    let name = parameter.short.map { "Fl \($0)" } ?? "Fl -\(parameter.long ?? "")"
    let repetition = parameter.isRepeated ? " ..." : ""
    switch parameter.form {
    case .flag: return name
    case .option: return "\(name) Ar \(parameter.value)\(repetition)"
    case .argument: return (parameter.long == nil ? "" : "Oo \(name) Oc ") + "Ar \(parameter.value)"
    }
  }
}
