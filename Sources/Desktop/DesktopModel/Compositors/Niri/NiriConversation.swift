import Geometry
import TextProcessing

/// The protocol of niri's event stream, without its socket: it turns lines of JSON into events.
public struct NiriConversation {
  /// Why the connection must be closed.
  public enum Failure: Error, Equatable, Sendable {
    /// niri refuses the stream; the text is its reason.
    case refused(String)
  }

  /// The request that starts the stream, sent once.
  public static let request = Array("\"EventStream\"\n".utf8)

  private enum Part {
    case workspaces
    case windows
  }

  /// The most bytes of a line, more than any list of windows has.
  private static let limit = 16 << 20

  private var lines = LineBuffer(limit: limit)
  private var missing: Set<Part> = [.workspaces, .windows]
  private var faults = MessageFaults()

  public init() {}

  /// Returns what was wrong with messages since the last call, each kind of fault once.
  public mutating func takeFaults() -> [String] { faults.take() }

  /// Decodes bytes that were read from the socket, and returns their events. A line that cannot be read is left out.
  public mutating func receive(_ bytes: some Collection<UInt8>) throws(Failure) -> [CompositorEvent] {
    var events: [CompositorEvent] = []
    for line in lines.append(bytes) {
      guard let json = read(line) else { continue }
      if let reason = json["Err"]?.string { throw .refused(reason) }
      events += read(json)
    }
    if lines.takeOmission() { faults.note("an event is longer than \(Self.limit) bytes") }
    return events
  }

  /// The JSON value of a line; nil if the line is none.
  private mutating func read(_ line: [UInt8]) -> JSONValue? {
    do throws(JSONError) { return try JSONValue(tolerating: line) } catch {
      faults.note("an event cannot be read", error)
      return nil
    }
  }

  /// Reads an event, which is an object of one member with the name of the event.
  private mutating func read(_ json: JSONValue) -> [CompositorEvent] {
    if let list = json["WorkspacesChanged"]?["workspaces"]?.elements {
      let workspaces = list.compactMap(Workspace.init(niri:))
      return [.workspacesListed(workspaces.sorted(by: Self.order))] + arrived(.workspaces)
    }
    if let list = json["WindowsChanged"]?["windows"]?.elements {
      return [.windowsListed(list.compactMap(Window.init(niri:)), active: nil)] + arrived(.windows)
    }
    return readWorkspaceEvent(json) ?? readWindowEvent(json) ?? readKeyboardEvent(json) ?? []
  }

  private func readWorkspaceEvent(_ json: JSONValue) -> [CompositorEvent]? {
    if let event = json["WorkspaceActivated"], let id = event["id"]?.integer {
      return [
        .workspaceActivated(WorkspaceID(rawValue: id), isFocused: event["focused"]?.bool ?? false)
      ]
    }
    if let event = json["WorkspaceUrgencyChanged"], let id = event["id"]?.integer {
      return [
        .workspaceUrgencyChanged(WorkspaceID(rawValue: id), isUrgent: event["urgent"]?.bool ?? false)
      ]
    }
    if let event = json["WorkspaceActiveWindowChanged"], let id = event["workspace_id"]?.integer {
      let window = event["active_window_id"]?.integer.map { WindowID(rawValue: $0) }
      return [.activeWindowChanged(WorkspaceID(rawValue: id), window)]
    }
    return nil
  }

  private func readWindowEvent(_ json: JSONValue) -> [CompositorEvent]? {
    if let window = json["WindowOpenedOrChanged"]?["window"] {
      return Window(niri: window).map { [.windowChanged($0)] }
    }
    if let changes = json["WindowLayoutsChanged"]?["changes"]?.elements {
      return changes.compactMap { change in
        guard let parts = change.elements, parts.count == 2, let id = parts[0].integer else { return nil }
        return .windowMoved(WindowID(rawValue: id), LogicalRect(niri: parts[1]))
      }
    }
    if let id = json["WindowClosed"]?["id"]?.integer { return [.windowClosed(WindowID(rawValue: id))] }
    if let event = json["WindowFocusChanged"] {
      return [.windowFocused(event["id"]?.integer.map { WindowID(rawValue: $0) })]
    }
    if let event = json["WindowUrgencyChanged"], let id = event["id"]?.integer {
      return [.windowUrgencyChanged(WindowID(rawValue: id), isUrgent: event["urgent"]?.bool ?? false)]
    }
    return nil
  }

  private func readKeyboardEvent(_ json: JSONValue) -> [CompositorEvent]? {
    if let layouts = json["KeyboardLayoutsChanged"]?["keyboard_layouts"] {
      let names = (layouts["names"]?.elements ?? []).map { $0.string ?? "" }
      return [.layoutsChanged(KeyboardLayouts(names: names, index: layouts["current_idx"]?.integer ?? 0))]
    }
    return json["KeyboardLayoutSwitched"]?["idx"]?.integer.map { [.layoutSwitched(index: $0)] }
  }

  private mutating func arrived(_ part: Part) -> [CompositorEvent] {
    guard missing.remove(part) != nil, missing.isEmpty else { return [] }
    return [.statusChanged(.connected)]
  }

  /// Sorts workspaces by output and index: niri sends them in no order, counted from the top of each output.
  private static func order(_ first: Workspace, _ second: Workspace) -> Bool {
    let outputs = (first.output ?? "", second.output ?? "")
    return outputs.0 == outputs.1 ? first.number ?? 0 < second.number ?? 0 : outputs.0 < outputs.1
  }
}

extension Workspace {
  fileprivate init?(niri json: JSONValue) {
    guard let id = json["id"]?.integer else { return nil }
    let number = json["idx"]?.integer
    self.init(
      id: WorkspaceID(rawValue: id), name: json["name"]?.nonEmptyString ?? number.map { "\($0)" } ?? "",
      number: number, output: json["output"]?.nonEmptyString, isVisible: json["is_active"]?.bool ?? false,
      isFocused: json["is_focused"]?.bool ?? false, isUrgent: json["is_urgent"]?.bool ?? false,
      activeWindow: json["active_window_id"]?.integer.map { WindowID(rawValue: $0) })
  }
}

extension Window {
  fileprivate init?(niri json: JSONValue) {
    guard let id = json["id"]?.integer else { return nil }
    self.init(
      id: WindowID(rawValue: id), title: json["title"]?.string ?? "", appID: json["app_id"]?.string ?? "",
      workspace: json["workspace_id"]?.integer.map { WorkspaceID(rawValue: $0) },
      isFocused: json["is_focused"]?.bool ?? false, isUrgent: json["is_urgent"]?.bool ?? false)
    (frame, isFloating) = (LogicalRect(niri: json["layout"]), json["is_floating"]?.bool ?? false)
  }
}

extension LogicalRect {
  /// The frame of a window on its output, which niri reports of floating windows alone; nil for others.
  fileprivate init?(niri layout: JSONValue?) {
    guard let layout, let place = layout["tile_pos_in_workspace_view"]?.elements?.compactMap(\.number),
      place.count == 2, let size = layout["tile_size"]?.elements?.compactMap(\.number), size.count == 2
    else { return nil }
    self.init(x: place[0], y: place[1], width: size[0], height: size[1])
  }
}
