import Geometry
import TextProcessing

/// The windows in sway's tree of containers.
struct SwayTree: Equatable {
  /// The windows, those of the scratchpad included, in the order of the tree.
  private(set) var windows: [Window] = []
  /// The window that had the keyboard last in each workspace; workspaces without one are left out.
  private(set) var active: [WorkspaceID: WindowID] = [:]
  /// The frame of the output that is read.
  private var origin = LogicalRect(x: 0, y: 0, width: 0, height: 0)

  /// Reads a tree; nil if the value is none.
  init?(_ json: JSONValue) {
    guard json["type"]?.string == "root", let outputs = json["nodes"]?.elements else { return nil }
    for output in outputs {
      origin = LogicalRect(sway: output) ?? LogicalRect(x: 0, y: 0, width: 0, height: 0)
      readOutput(output)
    }
  }

  /// Reads the workspaces of an output. In i3 containers for docks and content lie between.
  private mutating func readOutput(_ output: JSONValue) {
    for node in output["nodes"]?.elements ?? [] {
      if node["type"]?.string == "workspace" {
        readWorkspace(node)
      } else if node["type"]?.string == "con" {
        readOutput(node)
      }
    }
  }

  private mutating func readWorkspace(_ node: JSONValue) {
    guard let number = node["id"]?.integer else { return }
    let isScratchpad = node["name"]?.string == "__i3_scratch"
    let id = isScratchpad ? nil : WorkspaceID(rawValue: number)
    readChildren(of: node, in: id, isScratchpad: isScratchpad)
    if let id, let window = Self.lastFocused(in: node) { active[id] = window }
  }

  private mutating func readChildren(of node: JSONValue, in workspace: WorkspaceID?, isScratchpad: Bool) {
    for child in Self.children(of: node) {
      if var window = Window(sway: child, workspace: workspace, isInScratchpad: isScratchpad) {
        window.frame?.x -= origin.x
        window.frame?.y -= origin.y
        windows.append(window)
      } else {
        readChildren(of: child, in: workspace, isScratchpad: isScratchpad)
      }
    }
  }

  private static func children(of node: JSONValue) -> [JSONValue] {
    (node["nodes"]?.elements ?? []) + (node["floating_nodes"]?.elements ?? [])
  }

  /// The window that is reached by following the focus order from a container.
  private static func lastFocused(in node: JSONValue) -> WindowID? {
    let children = children(of: node)
    for number in node["focus"]?.elements ?? [] {
      guard let number = number.integer, let child = children.first(where: { $0["id"]?.integer == number })
      else { continue }
      if Window.isWindow(child) { return WindowID(rawValue: number) }
      if let found = lastFocused(in: child) { return found }
    }
    return nil
  }
}

extension Window {
  /// Whether a container is a window: it has no children, and has a process in sway or an X11 window in i3.
  fileprivate static func isWindow(_ node: JSONValue) -> Bool {
    guard node["nodes"]?.elements?.isEmpty != false else { return false }
    return node["pid"]?.number != nil || node["window"]?.number != nil
  }

  fileprivate init?(sway node: JSONValue, workspace: WorkspaceID?, isInScratchpad: Bool) {
    guard Self.isWindow(node), let id = node["id"]?.integer else { return nil }
    self.init(
      id: WindowID(rawValue: id), title: node["name"]?.string ?? "",
      appID: node["app_id"]?.nonEmptyString ?? node["window_properties"]?["class"]?.string ?? "",
      workspace: workspace,
      isFocused: node["focused"]?.bool ?? false, isFullscreen: node["fullscreen_mode"]?.integer ?? 0 > 0,
      isUrgent: node["urgent"]?.bool ?? false, isInScratchpad: isInScratchpad)
    (frame, isFloating) = (LogicalRect(sway: node), node["type"]?.string == "floating_con")
  }
}

extension LogicalRect {
  /// The place of a container among all outputs; nil if it has none.
  fileprivate init?(sway node: JSONValue) {
    guard let rect = node["rect"], let x = rect["x"]?.number, let y = rect["y"]?.number,
      let width = rect["width"]?.number, let height = rect["height"]?.number
    else { return nil }
    self.init(x: x, y: y, width: width, height: height)
  }
}
