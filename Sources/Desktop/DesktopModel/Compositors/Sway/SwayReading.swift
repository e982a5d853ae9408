import TextProcessing

/// The meaning of a message of sway or i3: events for the state, and queries for what it leaves out.
struct SwayReading: Equatable {
  var events: [CompositorEvent] = []
  var queries: Set<SwayQuery> = []

  /// The members of events that are read, of some forty that describe a window.
  static let eventMembers: JSONNames = [
    "change", "container", "current", "id", "name", "urgent", "input", "type", "identifier",
    "xkb_layout_names", "xkb_active_layout_index", "pango_markup",
  ]

  /// Reads an event; `queries` ask for what it does not report completely.
  init(event type: UInt32, _ json: JSONValue) {
    switch type {
    case SwayMessageType.workspaceEvent: readWorkspaceEvent(json)
    case SwayMessageType.windowEvent: readWindowEvent(json)
    case SwayMessageType.modeEvent:
      if let name = json["change"]?.string {
        events = [.modeChanged(Self.mode(name, isMarkup: json["pango_markup"]?.bool == true))]
      }
    case SwayMessageType.inputEvent: readInputEvent(json)
    case SwayMessageType.outputEvent: queries = [.workspaces, .tree]
    default: break
    }
  }

  /// Queries everything in place of an event that cannot be read.
  init(unreadableEvent type: UInt32) {
    let types = [
      SwayMessageType.workspaceEvent, SwayMessageType.windowEvent, SwayMessageType.modeEvent,
      SwayMessageType.inputEvent, SwayMessageType.outputEvent,
    ]
    if types.contains(type) { queries = Set(SwayQuery.allCases) }
  }

  /// Reads the answer to a query; an answer that reports a failure yields no events.
  init(answer query: SwayQuery, _ json: JSONValue) {
    switch query {
    case .workspaces:
      guard let list = json.elements else { return }
      events = [.workspacesListed(list.compactMap { Workspace(sway: $0) })]
    case .tree: events = SwayTree(json).map { [.windowsListed($0.windows, active: $0.active)] } ?? []
    case .bindingState:
      if let name = json["name"]?.string { events = [.modeChanged(Self.mode(name))] }
    case .inputs:
      guard let list = json.elements else { return }
      events = [.layoutsChanged(Self.keyboard(among: list.compactMap(Self.layouts)))]
    }
  }

  // MARK: - Events

  private mutating func readWorkspaceEvent(_ json: JSONValue) {
    switch json["change"]?.string {
    // After a reload of the configuration nothing that was known is certain.
    case "reload": queries = Set(SwayQuery.allCases)
    case "urgent":
      guard let current = json["current"], let id = current["id"]?.integer,
        let isUrgent = current["urgent"]?.bool
      else {
        queries = [.workspaces]
        return
      }
      events = [.workspaceUrgencyChanged(WorkspaceID(rawValue: id), isUrgent: isUrgent)]
    // No event of a window follows the switch to an empty workspace: the tree tells that none has the keyboard.
    case "focus", "move", "empty", "restored": queries = [.workspaces, .tree]
    default: queries = [.workspaces]
    }
  }

  private mutating func readWindowEvent(_ json: JSONValue) {
    guard let container = json["container"], let number = container["id"]?.integer else { return }
    let id = WindowID(rawValue: number)
    switch json["change"]?.string {
    case "title": events = [.windowTitleChanged(id, container["name"]?.string ?? "")]
    case "urgent":
      events = container["urgent"]?.bool.map { [.windowUrgencyChanged(id, isUrgent: $0)] } ?? []
    case "focus": events = [.windowFocused(id)]
    case "mark": break
    // A closed window is removed at once; the tree tells which one follows, and where a new one is.
    case "close":
      events = [.windowClosed(id)]
      queries = [.tree]
    default: queries = [.tree]
    }
  }

  private mutating func readInputEvent(_ json: JSONValue) {
    guard let input = json["input"], input["type"]?.string == "keyboard" else { return }
    if json["change"]?.string == "xkb_layout", let layouts = Self.layouts(input), layouts.isNamed {
      // The keyboard that the user has just switched is the one to show.
      events = [.layoutsChanged(layouts)]
    } else {
      queries = [.inputs]
    }
  }

  // MARK: - Values

  /// The name of a binding mode; nil for the default one, which is called `default`.
  private static func mode(_ name: String, isMarkup: Bool = false) -> BindingMode? {
    name == "default" ? nil : BindingMode(name, isMarkup: isMarkup)
  }

  private static func layouts(_ input: JSONValue) -> KeyboardLayouts? {
    guard input["type"]?.string == "keyboard", let names = input["xkb_layout_names"]?.elements else {
      return nil
    }
    return KeyboardLayouts(
      device: input["identifier"]?.string ?? "", names: names.map(Self.layoutName),
      index: input["xkb_active_layout_index"]?.integer ?? 0)
  }

  /// The name of a layout; empty if it has none, as on virtual keyboards of programs that type.
  private static func layoutName(_ name: JSONValue) -> String {
    name.string.flatMap { $0 == "(null)" ? nil : $0 } ?? ""
  }

  /// The keyboard with the most layouts: lid switches and remote controls count as keyboards too. One whose layout has a name
  /// comes before those without.
  private static func keyboard(among all: [KeyboardLayouts]) -> KeyboardLayouts? {
    let named = all.filter(\.isNamed)
    // The first of several with as many is chosen.
    return (named.isEmpty ? all : named).reduce(nil) { best, next in
      (best?.names.count ?? 0) >= next.names.count ? best : next
    }
  }
}

extension Workspace {
  /// Reads an element of the list of workspaces; nil if it has no name.
  fileprivate init?(sway json: JSONValue) {
    guard let name = json["name"]?.string else { return nil }
    let number = json["num"]?.integer
    // Versions of i3 before 4.19 send no ids.
    let id = json["id"]?.integer ?? Int(truncatingIfNeeded: Self.number(naming: name))
    self.init(
      id: WorkspaceID(rawValue: id), name: name, number: number.flatMap { $0 < 0 ? nil : $0 },
      output: json["output"]?.nonEmptyString, isVisible: json["visible"]?.bool ?? false,
      isFocused: json["focused"]?.bool ?? false, isUrgent: json["urgent"]?.bool ?? false)
  }

  /// A hash of a name (FNV-1a), which serves as an id.
  private static func number(naming name: String) -> UInt64 {
    name.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
