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
  /// The window of a program with one of these names; of several, the one with the keyboard or else the first. The last part of the
  /// name of a desktop entry, such as `Maps` of `org.gnome.Maps`, counts as its name, too.
  func window(ofProgram names: [String]) -> Window? {
    func forms(_ name: String) -> Set<String> {
      let name = name.lowercased()
      return Set([name, name.split(separator: ".").last.map(String.init) ?? name].filter { !$0.isEmpty })
    }
    let wanted = Set(names.flatMap(forms))
    let found = windows.filter { !wanted.isDisjoint(with: forms($0.appID)) }
    return found.first(where: \.isFocused) ?? found.first
  }
}
