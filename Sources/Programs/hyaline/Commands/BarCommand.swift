import Application
import Arguments
import Control
import ModuleModel
import TextProcessing

/// `hyaline bar`: controls the bars of the running instance and their modules.
enum BarCommand {
  /// Sends a request to the instance; throws its error message if that fails.
  @discardableResult
  static func ask(_ action: String, _ more: [String: JSONValue?], output: String? = nil) throws -> [String:
    JSONValue]
  {
    var arguments = more.compactMapValues { $0 }
    arguments["action"] = .string(action)
    arguments["output"] = output.map { .string($0) }
    switch try ControlClient.send(Request("bar", arguments), to: try .ofEnvironment()) {
    case .failure(let problem): throw StartError(problem)
    case .success(let values): return values
    }
  }
}

extension BarCommand {
  /// `hyaline bar show`.
  struct Show: RunnableCommand {
    var output: String?
    static var rows: [Row<Self>] { [.output(\.output)] }
    func run() throws { try BarCommand.ask("show", [:], output: output) }
  }

  /// `hyaline bar hide`.
  struct Hide: RunnableCommand {
    var output: String?
    static var rows: [Row<Self>] { [.output(\.output)] }
    func run() throws { try BarCommand.ask("hide", [:], output: output) }
  }

  /// `hyaline bar toggle`.
  struct Toggle: RunnableCommand {
    var output: String?
    static var rows: [Row<Self>] { [.output(\.output)] }
    func run() throws { try BarCommand.ask("toggle", [:], output: output) }
  }

  /// `hyaline bar peek`.
  struct Peek: RunnableCommand {
    var seconds = 2.0
    var output: String?

    static var rows: [Row<Self>] {
      [
        .argument(
          "seconds", \.seconds, .number, "The time for which the bars are shown, from 0.1 to 3600 seconds."),
        .output(\.output),
      ]
    }

    func run() throws { try BarCommand.ask("peek", ["seconds": .number(seconds)], output: output) }
  }

  /// `hyaline bar focus`.
  struct Focus: RunnableCommand {
    var output: String?
    static var rows: [Row<Self>] { [.output(\.output)] }
    func run() throws { try BarCommand.ask("focus", [:], output: output) }
  }

  /// `hyaline bar inspect`.
  struct Inspect: RunnableCommand {
    var output: String?
    var json = false
    static var rows: [Row<Self>] { [.output(\.output), .json(\.json)] }

    func run() throws {
      let answer = try BarCommand.ask("inspect", [:], output: output)
      if json {
        print(JSONValue.object(answer))
      } else {
        for line in BarListing.lines(answer) { print(line) }
      }
    }
  }

  /// `hyaline bar activate`.
  struct Activate: RunnableCommand {
    var module = ""
    var gesture = "click"
    var output: String?

    static var rows: [Row<Self>] {
      [
        .argument(
          needed: "module", \.module, .text.asking("modules"),
          "The name of the module, such as clock, or MODULE/ITEM."),
        .argument(
          "gesture", \.gesture, .text(such: ModuleGesture.allCases.map(\.rawValue)),
          """
          The gesture: click, right, middle, back, forward, double, triple, release, scroll_up, scroll_down, scroll_left, scroll_right, touch_long, enter, leave or update.
          """),
        .output(\.output),
      ]
    }

    func run() throws {
      let slash = module.firstIndex(of: "/")
      let item = slash.map { String(module[module.index(after: $0)...]) }
      try BarCommand.ask(
        "activate",
        [
          "module": .string(String(module[..<(slash ?? module.endIndex)])),
          "item": item.map { .string($0) },
          "gesture": .string(gesture),
        ], output: output)
    }
  }

  /// `hyaline bar refresh`.
  struct Refresh: RunnableCommand {
    var module = ""

    static var rows: [Row<Self>] {
      [
        .argument(
          needed: "module", \.module, .text.asking("modules"), "The name of the module, such as script.load.")
      ]
    }

    func run() throws { try BarCommand.ask("refresh", ["module": .string(module)]) }
  }

  /// `hyaline bar set`.
  struct SetText: RunnableCommand {
    var module = ""
    var text = ""

    static var rows: [Row<Self>] {
      [
        .argument(
          needed: "module", \.module, .text.asking("texts"), "The name of the module, such as text.hello."),
        .argument(needed: "text", \.text, .text, "The text; empty hides the module."),
      ]
    }

    func run() throws {
      try BarCommand.ask("set", ["module": .string(module), "text": .string(text)])
    }
  }
}

/// `hyaline reload`: the running instance reads its settings again.
struct ReloadCommand: RunnableCommand {
  func run() throws {
    let response = try ControlClient.send(Request("reload"), to: try .ofEnvironment())
    if case .failure(let problem) = response { throw StartError(problem) }
  }
}

/// Prints the contents of bars as lines of text.
enum BarListing {
  static func lines(_ answer: [String: JSONValue]) -> [String] {
    guard case .array(let bars)? = answer["bars"] else { return [] }
    return bars.flatMap { bar -> [String] in
      ["\(bar["output"]?.string ?? "")  \(place(bar["frame"]))"] + parts(bar["modules"], indent: "  ")
    }
  }

  private static func parts(_ value: JSONValue?, indent: String) -> [String] {
    guard case .array(let modules)? = value else { return [] }
    return modules.flatMap { module -> [String] in
      var line =
        "\(indent)\(module["zone"]?.string ?? "")  \(module["name"]?.string ?? "")  \(place(module["frame"]))"
      if let failure = module["failure"]?.string { line += "  failed: \(failure)" }
      if let text = module["text"]?.string, !text.isEmpty { line += "  \"\(text)\"" }
      if let icon = module["icon"]?.string { line += "  [\(icon)]" }
      if case .array(let states)? = module["states"], !states.isEmpty {
        line += "  " + states.compactMap(\.string).joined(separator: " ")
      }
      return [line] + parts(module["items"], indent: indent + "  ")
    }
  }

  private static func place(_ frame: JSONValue?) -> String {
    func number(_ name: String) -> String { "\(JSONValue.number(frame?[name]?.number ?? 0))" }
    return "\(number("x")),\(number("y")) \(number("width"))×\(number("height"))"
  }
}
