import BarSurfaces
import BarUI
import Control
import Geometry
import JSON
import LiveGlass
import Loop
import ModuleModel
import Modules
import Settings
import ShellModel

/// Answers the requests of `hyaline bar`.
struct BarAnswers {
  let app: App

  private static let actions =
    BarPresence.Command.allCases.map(\.rawValue) + ["focus", "inspect", "activate", "refresh", "set"]

  /// Answers the request `{"command":"bar","action":…}`, which has further members as the action requires.
  func answer(_ request: Request) -> Response {
    switch request.arguments["action"]?.string {
    case "focus": focusBar(request)
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
    guard let bar = app.bars(on: wanted).first(where: \.canBeShown) else { return missingBar(wanted) }
    bar.focus()
    return .success(["output": .string(bar.output.name)])
  }

  private func inspect(_ request: Request) -> Response {
    let wanted = request.arguments["output"]?.string
    let reports = app.bars.filter { wanted == nil || $0.output.name == wanted }.compactMap(\.report)
    let popups = app.bars.filter { wanted == nil || $0.output.name == wanted }.flatMap { bar in
      bar.popupReports.map { $0.json(of: bar) }
    }
    return .success(["bars": .array(reports.map(\.json)), "popups": .array(popups)])
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
      guard gesture == .click, item == nil else { return .failure("\(group) does nothing but for a click") }
      app.take(.drawerToggled(group, on: request.arguments["output"]?.string))
      return .success([:])
    }
    return withModule(request) { module, _ in
      let wanted = request.arguments["output"]?.string
      let having = app.bars(on: wanted).filter { bar in
        app.state.settings.shownModules(of: app.state.settings.bars[bar.index]).contains(module)
      }
      // An item may have different identifiers on different outputs.
      @MainActor func id(on output: String?) -> String? {
        item.map { app.state.readings[module]?.on(output).item(named: $0) ?? $0 }
      }
      let bar =
        having.first { bar in
          app.state.shown(module, on: bar.output.name)?.item(id(on: bar.output.name)) != nil
        } ?? having.first
      guard let shown = app.state.shown(module, on: bar?.output.name) else {
        return .failure("\(module) shows nothing yet")
      }
      let id = id(on: bar?.output.name)
      if let id, shown.item(id) == nil {
        let names = shown.items.compactMap(\.id).joined(separator: ", ")
        return .failure("\(module) has no item \"\(id)\"; there are: \(names.isEmpty ? "none" : names)")
      }
      return switch ModuleUses(app: app).perform(module, id, gesture, on: bar) {
      case .done: .success([:])
      case .nothing: .failure("\(module) does nothing for \(gesture.rawValue)")
      case .hidden: missingBar(bar?.output.name ?? wanted)
      }
    }
  }

  /// Returns the group with a name if it has a drawer and is on a bar; nil otherwise.
  private func drawer(named name: String?) -> ModuleName? {
    guard let module = name.flatMap({ ModuleName($0) }), module.kind == .group,
      app.state.settings.bars.contains(where: { $0.modules.contains(module) }),
      let group = app.state.settings.module(module).source.base as? GroupSettings, group.isDrawer
    else { return nil }
    return module
  }

  private func withModule(
    _ request: Request, _ body: (ModuleName, any ModuleSource) -> Response
  ) -> Response {
    let names = app.sources.keys.map(\.description).sorted()
    guard let name = request.arguments["module"]?.string else { return .failure("bar: expected a module") }
    guard let module = ModuleName(name), let source = app.sources[module] else {
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
    let chosen = app.bars.filter { wanted == nil || $0.output.name == wanted }
    if chosen.isEmpty { return missingBar(wanted) }
    for bar in chosen { bar.obey(action, now: app.loop.now) }
    return .success(["bars": JSONValue(chosen.count)])
  }

  /// Returns the failure of a request for a bar that does not exist or is not shown; `wanted` is the requested
  /// output.
  func missingBar(_ wanted: String?) -> Response {
    let known = app.bars.map { bar in
      MissingBar.Bar(
        output: bar.output.name,
        visibility: bar.surface.map { $0.isShown ? .shown : .opening } ?? .hidden)
    }
    return .failure("\(MissingBar(wanted: wanted, bars: known))")
  }
}

extension PopupReport {
  @MainActor fileprivate func json(of bar: LiveBar) -> JSONValue {
    let opener = name == "tooltip" ? nil : bar.popupOpener
    return .object([
      "output": .string(bar.output.name), "name": .string(name), "frame": frame.json,
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
      "text": .string(shown?.text ?? ""), "icon": shown?.icon.map { .string($0) } ?? .null,
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
