import Settings

/// The groups whose drawers are open: on all outputs after a click or a command, and on one output under the pointer.
struct OpenDrawers: Equatable, Sendable {
  private var everywhere: Set<ModuleName> = []
  /// The groups under pointers, by the names of outputs.
  private var hovered: [String: Set<ModuleName>] = [:]

  /// Returns the groups whose drawers are open on an output; nil for no particular output.
  func open(on output: String?) -> Set<ModuleName> {
    everywhere.union(output.flatMap { hovered[$0] } ?? [])
  }

  /// Opens the drawer of a group on all outputs.
  mutating func open(_ group: ModuleName) { everywhere.insert(group) }

  /// Closes the drawer of a group if it is open on an output, or on any output for nil; otherwise opens it on all
  /// outputs.
  mutating func toggle(_ group: ModuleName, on output: String?) {
    let outputs = output.map { [$0] } ?? Array(hovered.keys)
    let isHovered = outputs.contains { hovered[$0]?.contains(group) == true }
    if everywhere.contains(group) || isHovered {
      everywhere.remove(group)
      for output in outputs { hovered[output]?.remove(group) }
    } else {
      everywhere.insert(group)
    }
  }

  /// Opens the drawer of a group under the pointer, or closes it when the pointer leaves, even if a click has opened
  /// it meanwhile; returns whether the drawer was opened or closed.
  mutating func hover(_ group: ModuleName, isOpen: Bool, on output: String) -> Bool {
    let wasOpen = open(on: output).contains(group)
    if isOpen {
      if !wasOpen { hovered[output, default: []].insert(group) }
    } else {
      everywhere.remove(group)
      hovered[output]?.remove(group)
      if hovered[output]?.isEmpty == true { hovered[output] = nil }
    }
    return wasOpen != isOpen
  }
}
