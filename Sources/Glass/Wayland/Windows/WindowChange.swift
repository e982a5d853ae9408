/// One window, as the compositor describes it.
public struct WindowEntry {
  /// A number counted in the order in which windows came; unique while the list lasts.
  public let id: Int
  public internal(set) var title = ""
  public internal(set) var appID = ""
  /// The outputs that the window is on.
  public internal(set) var outputs: [WlOutput] = []
  public internal(set) var isMaximised = false
  public internal(set) var isMinimised = false
  public internal(set) var isActivated = false
  public internal(set) var isFullscreen = false
}

/// A change of one window.
public enum WindowChange {
  /// The window is new, or its state has changed.
  case changed(WindowEntry)
  case closed(id: Int)
}
