import CompositorSources
import DesktopModel
import Loop

/// The number of windows that are open, as far as the compositor tells.
struct OpenWindows {
  /// Returns the number; nil: it is unknown, for example while nothing observes it.
  var count: () -> Int?
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
  }
}
