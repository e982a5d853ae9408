import Application
import ArgumentParser
import Control
import JSON
import ModuleModel

/// `hyaline bar`: controls the bars of the running instance and their modules.
struct BarCommand: ParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "bar", abstract: "Control the bars of the running instance and their modules.",
    subcommands: [
      ShowCommand.self, HideCommand.self, ToggleCommand.self, FocusCommand.self, InspectCommand.self,
      ActivateCommand.self, RefreshCommand.self, SetCommand.self,
    ])

  /// Sends a request to the instance; throws its error message if that fails.
  @MainActor @discardableResult
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

/// The option `--output` of commands that concern one bar or all.
struct OutputOption: ParsableArguments {
  @Option(help: "The output's name, such as DP-1; all if not given.")
  var output: String?
}

extension BarCommand {
  /// `hyaline bar show`.
  struct ShowCommand: ParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Show bars, whatever their mode.")
    @OptionGroup var place: OutputOption
    func run() throws { try onMainThread { _ = try BarCommand.ask("show", [:], output: place.output) } }
  }

  /// `hyaline bar hide`.
  struct HideCommand: ParsableCommand {
    nonisolated static let configuration = CommandConfiguration(commandName: "hide", abstract: "Hide bars.")
    @OptionGroup var place: OutputOption
    func run() throws { try onMainThread { _ = try BarCommand.ask("hide", [:], output: place.output) } }
  }

  /// `hyaline bar toggle`.
  struct ToggleCommand: ParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      commandName: "toggle", abstract: "Show bars that are hidden, and hide those that are shown.")
    @OptionGroup var place: OutputOption
    func run() throws { try onMainThread { _ = try BarCommand.ask("toggle", [:], output: place.output) } }
  }

  /// `hyaline bar focus`.
  struct FocusCommand: ParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      commandName: "focus",
      abstract: "Give keyboard focus to a bar: arrows move, Return clicks, Escape ends the focus."
    )
    @OptionGroup var place: OutputOption
    func run() throws { try onMainThread { _ = try BarCommand.ask("focus", [:], output: place.output) } }
  }

  /// `hyaline bar inspect`.
  struct InspectCommand: ParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      commandName: "inspect", abstract: "Print the modules of the bars.")
    @OptionGroup var place: OutputOption
    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
      try onMainThread {
        let answer = try BarCommand.ask("inspect", [:], output: place.output)
        if json {
          print(JSONValue.object(answer))
        } else {
          for line in BarListing.lines(answer) { print(line) }
        }
      }
    }
  }

  /// `hyaline bar activate`.
  struct ActivateCommand: ParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      commandName: "activate", abstract: "Perform the action of a gesture on a module.")
    @Argument(help: "The name of the module, such as clock, or MODULE/ITEM.")
    var module: String
    @Argument(
      help: """
        click, right, middle, back, forward, double, scroll_up, scroll_down, scroll_left, scroll_right or touch_long.
        """,
      completion: .list(ModuleGesture.allCases.map(\.rawValue)))
    var gesture: String = "click"
    @OptionGroup var place: OutputOption

    func run() throws {
      try onMainThread {
        let slash = module.firstIndex(of: "/")
        let item = slash.map { String(module[module.index(after: $0)...]) }
        try BarCommand.ask(
          "activate",
          [
            "module": .string(String(module[..<(slash ?? module.endIndex)])),
            "item": item.map { .string($0) },
            "gesture": .string(gesture),
          ], output: place.output)
      }
    }
  }

  /// `hyaline bar refresh`.
  struct RefreshCommand: ParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      commandName: "refresh", abstract: "Make a module read its source again at once.")
    @Argument(help: "The name of the module, such as script.load.")
    var module: String
    func run() throws { try onMainThread { _ = try BarCommand.ask("refresh", ["module": .string(module)]) } }
  }

  /// `hyaline bar set`.
  struct SetCommand: ParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      commandName: "set",
      abstract: "Show another text in a module of the kind text, until it is refreshed or restarted.")
    @Argument(help: "The name of the module, such as text.hello.")
    var module: String
    @Argument(help: "The text; empty hides the module.")
    var text: String
    func run() throws {
      try onMainThread {
        _ = try BarCommand.ask("set", ["module": .string(module), "text": .string(text)])
      }
    }
  }
}

/// `hyaline reload`: the running instance reads its settings again.
struct ReloadCommand: ParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "reload", abstract: "Make the running instance read its settings again.")

  func run() throws {
    try onMainThread {
      let response = try ControlClient.send(Request("reload"), to: try .ofEnvironment())
      if case .failure(let problem) = response { throw StartError(problem) }
    }
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
