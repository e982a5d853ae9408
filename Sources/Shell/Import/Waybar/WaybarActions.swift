import ModuleModel
import Settings

/// The actions of clicks and scrolling in Waybar's configuration.
enum WaybarActions {
  /// The gestures by the names of Waybar's options.
  static let gestures: [String: ModuleGesture] = [
    "on-click": .click, "on-click-middle": .middle, "on-click-right": .right, "on-click-backward": .back,
    "on-click-forward": .forward, "on-double-click": .double, "on-scroll-up": .scrollUp,
    "on-scroll-down": .scrollDown, "on-scroll-left": .scrollLeft, "on-scroll-right": .scrollRight,
    "on-triple-click": .triple, "on-click-release": .release, "on-update": .update,
  ]

  private static let order = gestures.sorted { $0.key < $1.key }

  /// The actions of items of taskbars and workspaces that the module itself performs.
  private static let itemActions = [
    "activate": "activate", "minimize": "minimise", "minimize-raise": "toggle", "close": "close",
  ]

  /// Converts the actions of a module.
  static func convert(_ module: inout ModuleConversion) {
    for (key, gesture) in order {
      guard let text = module.string(key) else { continue }
      // There is nothing that a command for new texts could replace.
      if gesture == .update, text.trimmedSpace.isEmpty { continue }
      if let action = builtInAction(text, key, &module) {
        // An alternate format would take the click of an action that is not set.
        let isSet =
          module.kind.summary.gestures[gesture] != action || module.source["format-alt"] != nil
        if let action, isSet {
          module.set(["on", gesture.rawValue], .string(action), from: key)
        }
        continue
      }
      module.set(["on", gesture.rawValue], module.command(text, from: key), from: key)
    }
    for count in ["triple", "double"] {
      for key in ["on-\(count)-click-middle", "on-\(count)-click-right"] where module.take(key) != nil {
        module.leaveOut(key, "there are \(count) clicks with the left button")
      }
    }
    for key in ["on-click-middle-release", "on-click-right-release"] where module.take(key) != nil {
      module.leaveOut(key, "there are releases of the left button")
    }
    module.ignore("smooth-scrolling-threshold", "exec-on-event")
    alternate(&module)
    menu(&module)
  }

  /// The built-in action that a text stands for; nil: the text is a command, and nil within: the action is none of ours.
  private static func builtInAction(
    _ text: String, _ key: String, _ module: inout ModuleConversion
  ) -> String?? {
    if module.kind == .bell { return bellAction(text, key, &module).map { .some($0) } }
    guard module.kind == .taskbar || module.kind == .workspaces else { return nil }
    if text == "fullscreen" || text == "maximize" {
      module.approximate(key, "the menu of an item has it, by a click with the right button")
      return .some(nil)
    }
    guard let action = itemActions[text], module.kind.summary.actionNames.contains(action) else { return nil }
    return action
  }

  /// The action of the module `bell` in place of a command of swaync; nil: the command is another one.
  private static func bellAction(
    _ text: String, _ key: String, _ module: inout ModuleConversion
  ) -> String? {
    guard let own = DaemonCommand.counterpart(ofOnlyCallIn: text), let action = own.bellAction else {
      return nil
    }
    if let difference = own.difference { module.approximate(key, difference) }
    return action
  }

  /// Converts `format-alt` and the button that shows it.
  private static func alternate(_ module: inout ModuleConversion) {
    let member = module.take("format-alt-click")
    guard let text = module.string("format-alt") else { return }
    let format = module.converted(text, from: "format-alt")
    guard !format.isEmpty else { return }
    module.set("format_alt", .string(format), from: "format-alt")
    let button = member?.value.string ?? "click-left"
    let gesture = gestures["on-" + button] ?? .click
    if gesture == .click {
      guard module.value("on", "click") != nil else { return }
      let free = [ModuleGesture.middle, .right].first { module.value("on", $0.rawValue) == nil }
      module.approximate("format-alt", "the click has a command, so another button shows it")
      if let free {
        module.set(["on", free.rawValue], .string(ActionSummary.toggleFormat), from: "format-alt")
      }
    } else {
      module.set(["on", gesture.rawValue], .string(ActionSummary.toggleFormat), from: "format-alt-click")
      if module.value("on", "click") == nil {
        let standard = module.kind == .script ? nil : module.kind.summary.gestures[.click]
        module.set(["on", "click"], .string(standard ?? ActionSummary.none), from: "format-alt-click")
      }
    }
  }

  /// Converts the actions of a menu, which Waybar describes in a file of GTK; the entries are in the order of the actions if the
  /// file was not read.
  private static func menu(_ module: inout ModuleConversion) {
    let button = module.take("menu")
    let file = module.take("menu-file")
    guard let actions = module.take("menu-actions") else { return }
    let commands = actions.value.members.compactMap { member in
      member.value.string.map { (id: member.name, command: $0) }
    }
    let entries =
      module.menuEntries.isEmpty
      ? commands.map { MenuFile.Entry(id: $0.id, label: $0.id) } : module.menuEntries
    let values = entries.compactMap { entry -> SettingsValue? in
      guard let id = entry.id else { return .table([("separator", true)]) }
      guard let command = commands.first(where: { $0.id == id })?.command else { return nil }
      return .table([
        ("label", .string(entry.label)), ("run", .shell(module.shellText(command, from: "menu-actions"))),
      ])
    }
    guard !values.isEmpty else { return }
    module.set("menu", .array(values), from: "menu-actions")
    if let button, button.value.string != "on-click-right" {
      module.approximate("menu", "the right button opens the menu, and the left one if it does nothing else")
    }
    if file != nil, module.menuEntries.isEmpty {
      module.approximate("menu-file", "the file cannot be read, so the entries have the names of the actions")
    }
  }
}

/// The entries of a menu in a file of GTK.
struct MenuFile {
  /// An entry, or a line between entries.
  struct Entry: Equatable, Sendable {
    /// The identifier; nil: the entry is a line.
    var id: String?
    var label: String
  }

  /// Reads the entries; those that are no menu items and no separators are passed over.
  static func entries(_ text: String) -> [Entry] {
    var entries: [Entry] = []
    var rest = text[...]
    while let open = rest.firstIndex(of: "<"), entries.count < 256 {
      rest = rest[open...].dropFirst()
      let tag = rest.prefix { $0 != ">" }
      guard tag.hasPrefix("object ") else {
        if tag.hasPrefix("property "), tag.has("name=\"label\"") || tag.has("name='label'"),
          entries.last?.label == ""
        {
          entries[entries.count - 1].label = WaybarFormat.withoutMarkup(
            String(rest.dropFirst(tag.count + 1).prefix { $0 != "<" }))
        }
        continue
      }
      if tag.has("GtkSeparatorMenuItem") {
        entries.append(Entry(id: nil, label: "line"))
      } else if tag.has("MenuItem"), let id = attribute("id", tag) {
        entries.append(Entry(id: id, label: ""))
      }
    }
    return entries.map { $0.label.isEmpty ? Entry(id: $0.id, label: $0.id ?? "") : $0 }
  }

  private static func attribute(_ name: String, _ tag: Substring) -> String? {
    for quote in ["\"", "'"] {
      var rest = tag
      while !rest.isEmpty, !rest.hasPrefix(" \(name)=\(quote)") { rest.removeFirst() }
      if !rest.isEmpty { return String(rest.dropFirst(name.count + 3).prefix { String($0) != quote }) }
    }
    return nil
  }
}
