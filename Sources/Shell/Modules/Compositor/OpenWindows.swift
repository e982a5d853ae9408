import CompositorSources
import DesktopModel
import Loop

/// The windows that are open, as far as the compositor tells.
struct OpenWindows {
  /// Returns the number; nil: it is unknown, for example while nothing observes it.
  var count: () -> Int?
  /// Shows the window of a program with one of these names, and returns whether there is one. The names are those of desktop entries
  /// and of programs themselves, by which windows are found while something observes them.
  var show: (_ names: [String]) -> Bool = { _ in false }
  /// Calls the handler when the number may have changed, until the observation is cancelled or released.
  var observe: (_ handler: @escaping () -> Void) -> Observation?

  /// A number of windows that is never known.
  static let unknown = OpenWindows(count: { nil }, observe: { _ in nil })
}

extension OpenWindows {
  /// The windows of a compositor.
  init(_ compositor: Compositor) {
    count = {
      guard let state = compositor.state(of: .windows), state.status == .connected else { return nil }
      return state.windows.count
    }
    observe = { compositor.observe([.windows], $0) }
    show = { names in
      guard let window = compositor.state(of: .windows)?.window(ofProgram: names) else { return false }
      compositor.perform(.focusWindow(window.id), by: .windows)
      return true
    }
  }
}

nonisolated extension CompositorState {
  /// The window of a program with one of these names; of several, the one with the keyboard or else the first. If no window has such
  /// a name, the last part of the name of a desktop entry, such as `Maps` of `org.gnome.Maps`, counts as a name without dots.
  func window(ofProgram names: [String]) -> Window? {
    let names = Set(names.filter { !$0.isEmpty }.map { $0.lowercased() })
    func first(where isMeant: (String) -> Bool) -> Window? {
      let found = windows.filter { isMeant($0.appID.lowercased()) }
      return found.first(where: \.isFocused) ?? found.first
    }
    return first { names.contains($0) }
      ?? first { id in names.contains { Self.isLast($0, of: id) || Self.isLast(id, of: $0) } }
  }

  /// Whether a name without dots is the last part of a name with two dots or more.
  private static func isLast(_ part: String, of name: String) -> Bool {
    let parts = name.split(separator: ".")
    return parts.count > 2 && parts[parts.count - 1] == part
  }
}
