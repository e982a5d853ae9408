import BarUI
import Control
import Geometry
import Loop
import ModuleModel
import Modules
import Settings
import ShellModel
import ShellSurfaces
import TextProcessing

/// Answers the requests of `hyaline bar`.
struct BarAnswers {
  let model: Model
  /// All bars.
  let bars: [any ShellBar]
  /// The name of the focused output; nil if it is not known.
  let focusedOutput: String?
  /// The sources of the modules that are shown.
  let sources: [ModuleName: any ModuleSource]
  let uses: ModuleUses

  private var state: State { model.state }

  private static let actions =
    BarPresence.Command.allCases.map(\.rawValue) + ["peek", "focus", "inspect", "activate", "refresh", "set"]

  /// Answers the request `{"command":"bar","action":…}`, which has further members as the action requires.
  func answer(_ request: Request) -> Response {
    switch request.arguments["action"]?.string {
    case "focus": focusBar(request)
    case "peek": peek(request)
    case "inspect": inspect(request)
    case "activate": activate(request)
    case "refresh":
      withModule(request) { _, source in
        (source as? any Refreshes)?.refresh()
        return .success([:])
      }
    case "set":
      withModule(request) { module, source in
        guard let text = request.arguments["text"]?.string else {
          return .failure("bar set: expected a text")
        }
        guard let source = source as? any TakesText else {
          return .failure("\(module) takes no text; modules of the kind text do")
        }
        source.show(text: text)
        return .success([:])
      }
    default: moveBars(request)
    }
  }

  private func focusBar(_ request: Request) -> Response {
    let wanted = request.arguments["output"]?.string
    guard let bar = ranked(on: wanted).first(where: \.canBeShown) else { return missingBar(wanted) }
    bar.focus(fromEnd: false)
    return .success(["output": .string(bar.outputName)])
  }

  /// Shows bars for a time, as `{"action":"peek","seconds":2}` requests it.
  private func peek(_ request: Request) -> Response {
    guard let seconds = request.arguments["seconds"]?.number, (0.1...3600).contains(seconds) else {
      return .failure("bar peek: expected a number of seconds from 0.1 to 3600")
    }
    let wanted = request.arguments["output"]?.string
    let chosen = bars(on: wanted)
    if chosen.isEmpty { return missingBar(wanted) }
    for bar in chosen { bar.peek(for: .seconds(seconds), now: model.loop.now) }
    return .success(["bars": JSONValue(chosen.count)])
  }

  private func inspect(_ request: Request) -> Response {
    let wanted = request.arguments["output"]?.string
    let bars = bars(on: wanted)
    if wanted != nil, bars.isEmpty { return missingBar(wanted) }
    let popups = bars.flatMap { bar in bar.popupReports.map { $0.json(of: bar) } }
    return .success(["bars": .array(bars.compactMap { $0.report?.json }), "popups": .array(popups)])
  }

  /// Performs the action of a module for a gesture, as `{"module":"workspaces","item":"3","gesture":"click"}`
  /// requests it.
  private func activate(_ request: Request) -> Response {
    let word = request.arguments["gesture"]?.string ?? ModuleGesture.click.rawValue
    guard let gesture = ModuleGesture(rawValue: word) else {
      let gestures = ModuleGesture.allCases.map(\.rawValue).joined(separator: ", ")
      return .failure("bar activate: unknown gesture \"\(word)\"; expected one of \(gestures)")
    }
    let item = request.arguments["item"]?.string
    if let group = drawer(named: request.arguments["module"]?.string) {
      guard gesture == .click, item == nil else { return .failure("\(group) responds only to a click") }
      model.take(.drawerToggled(group, on: request.arguments["output"]?.string))
      return .success([:])
    }
    return withModule(request) { module, _ in
      let wanted = request.arguments["output"]?.string
      let having = ranked(on: wanted).filter { bar in
        state.settings.shownModules(of: state.settings.bars[bar.index]).contains(module)
      }
      // An item may have different identifiers on different outputs.
      @MainActor func id(on output: String?) -> String? {
        item.map { state.readings[module]?.on(output).item(named: $0) ?? $0 }
      }
      let bar =
        having.first { state.shown(module, on: $0.outputName)?.item(id(on: $0.outputName)) != nil }
        ?? having.first
      guard let shown = state.shown(module, on: bar?.outputName) else {
        return .failure("\(module) shows nothing yet")
      }
      let id = id(on: bar?.outputName)
      if let id, shown.item(id) == nil {
        let names = shown.items.compactMap(\.id).joined(separator: ", ")
        return .failure("\(module) has no item \"\(id)\"; there are: \(names.isEmpty ? "none" : names)")
      }
      return switch uses.perform(module, id, gesture, on: bar) {
      case .done: .success([:])
      case .nothing: .failure("\(module) does nothing for \(gesture.rawValue)")
      case .hidden: missingBar(bar?.outputName ?? wanted)
      }
    }
  }

  /// Returns the group with a name if it has a drawer and is on a bar; nil otherwise.
  private func drawer(named name: String?) -> ModuleName? {
    guard let module = name.flatMap({ ModuleName($0) }), module.kind == .group,
      state.settings.bars.contains(where: { state.settings.groups(of: $0).contains(module) }),
      let group = state.settings.module(module).source.base as? GroupSettings, group.isDrawer
    else { return nil }
    return module
  }

  private func withModule(
    _ request: Request, _ body: (ModuleName, any ModuleSource) -> Response
  ) -> Response {
    guard let name = request.arguments["module"]?.string else { return .failure("bar: expected a module") }
    guard let module = ModuleName(name), let source = sources[module] else {
      let names = sources.keys.map(\.description).sorted()
      let nearest = nearestName(to: name, among: names).map { "; did you mean \"\($0)\"?" } ?? ""
      return .failure("no module \"\(name)\" is shown\(nearest)")
    }
    return body(module, source)
  }

  /// Shows or hides the bars of an output, as `{"command":"bar","action":"show","output":"DP-1"}` requests it, or all
  /// bars if there is no `output`.
  private func moveBars(_ request: Request) -> Response {
    guard let word = request.arguments["action"]?.string, let action = BarPresence.Command(rawValue: word)
    else {
      return .failure("bar: expected one of \(Self.actions.joined(separator: ", "))")
    }
    let wanted = request.arguments["output"]?.string
    let chosen = bars(on: wanted)
    if chosen.isEmpty { return missingBar(wanted) }
    for bar in chosen { bar.obey(action, now: model.loop.now) }
    return .success(["bars": JSONValue(chosen.count)])
  }

  /// Returns the failure of a request for a bar that does not exist or is not shown; `wanted` is the requested
  /// output.
  func missingBar(_ wanted: String?) -> Response {
    let known = bars.map { MissingBar.Bar(output: $0.outputName, visibility: $0.visibility) }
    return .failure("\(MissingBar(wanted: wanted, bars: known))")
  }

  /// Returns the bars of an output, or of all outputs if nil.
  func bars(on output: String?) -> [any ShellBar] {
    bars.filter { output == nil || $0.outputName == output }
  }

  /// Returns the bars of an output, or of all outputs if nil. The bars of the focused output come first, and shown
  /// bars come before hidden ones.
  private func ranked(on output: String?) -> [any ShellBar] {
    func rank(_ bar: any ShellBar) -> (Int, Int) {
      (bar.outputName == focusedOutput ? 0 : 1, bar.visibility == .shown ? 0 : 1)
    }
    return bars(on: output).enumerated().sorted {
      let (first, second) = (rank($0.element), rank($1.element))
      return first == second ? $0.offset < $1.offset : first < second
    }.map(\.element)
  }
}

extension PopupReport {
  @MainActor fileprivate func json(of bar: any ShellBar) -> JSONValue {
    let opener = name == "tooltip" ? nil : bar.popupOpener
    return .object([
      "output": .string(bar.outputName), "name": .string(name), "frame": frame.json,
      "module": opener.map { .string("\($0.module)") } ?? .null,
      "item": opener?.item.map { .string($0) } ?? .null,
      "items": .array(
        items.map { item in
          .object([
            "label": .string(item.label), "frame": item.frame.json,
            "states": .array(item.states.map { .string($0) }),
          ])
        }),
    ])
  }
}

extension BarReport {
  fileprivate var json: JSONValue {
    .object([
      "output": .string(output), "frame": frame.json, "modules": .array(modules.map(\.json)),
      "focused": focused.map { .string("\($0.module)" + ($0.item.map { "/\($0)" } ?? "")) } ?? .null,
    ])
  }
}

extension BarReport.Module {
  fileprivate var json: JSONValue {
    let actions = ModuleGesture.allCases.filter { shown?.actions[$0] != nil || isOpen != nil && $0 == .click }
    let states = shown?.states ?? (isOpen == true ? ["open"] : [])
    return .object([
      "name": .string(name), "zone": .string(zone.rawValue), "frame": frame.json,
      "text": .string(shown?.text ?? ""), "icon": (shown?.icon).map { .string("\($0)") } ?? .null,
      "tooltip": .string(shown?.tooltip ?? ""), "states": .array(states.map { .string($0) }),
      "failure": shown?.failure.map { .string($0) } ?? .null,
      "refusal": shown?.refusal.map { .string($0) } ?? .null,
      "actions": .array(actions.map { .string($0.rawValue) }), "items": .array(items.map(\.json)),
    ])
  }
}

extension LogicalRect {
  fileprivate var json: JSONValue {
    .object(["x": .number(x), "y": .number(y), "width": .number(width), "height": .number(height)])
  }
}
