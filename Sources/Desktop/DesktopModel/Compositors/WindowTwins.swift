/// The windows of one source as another source knows them, such as a compositor's own socket beside a protocol of windows that
/// tells less.
///
/// Numbers of different sources are unrelated: windows are the same where program and title are.
public struct WindowTwins {
  private let others: CompositorState
  private let isSame: Bool

  /// `others` is the state of the other source; `isSame`: it is the same source, so that the numbers are the same.
  public init(_ others: CompositorState, isSame: Bool) {
    (self.others, self.isSame) = (others, isSame)
  }

  /// Returns the window of the other source that is the same; nil if there is none, or several that cannot be distinguished.
  public func twin(of window: Window) -> Window? { twin(of: window, besides: []) }

  /// Returns the window of the other source that is the same and not among those in `taken`; nil if there is none, or several.
  func twin(of window: Window, besides taken: Set<WindowID>) -> Window? {
    let twins = twins(of: window).filter { !taken.contains($0.id) }
    guard twins.count > 1, window.isFocused else { return twins.count == 1 ? twins[0] : nil }
    let focused = twins.filter(\.isFocused)
    return focused.count == 1 ? focused[0] : nil
  }

  /// Returns the state, completed by the other source: windows that are urgent there are urgent, and windows in its
  /// scratchpad, where they are put in place of being minimised, are minimised. A window with the keyboard is shown in
  /// any case.
  ///
  /// If several windows have the same program and title, all of them are urgent if one is.
  public func completing(_ state: CompositorState) -> CompositorState {
    if isSame { return state }
    var state = state
    for window in state.windows {
      let twins = twins(of: window)
      var completed = window
      if !window.isFocused, twins.contains(where: \.isUrgent) { completed.isUrgent = true }
      if !window.isFocused, !twins.isEmpty, twins.allSatisfy(\.isInScratchpad) {
        completed.isMinimised = true
      }
      if completed != window { state.update(.windowChanged(completed)) }
    }
    return state
  }

  /// The command for the other source that does better what a command asks for; nil: there is none. `state` is that of the
  /// source of the windows; `isIgnored`: that source does nothing for the command.
  public func substitute(
    for command: CompositorCommand, isIgnored: Bool, in state: CompositorState
  ) -> CompositorCommand? {
    if isSame { return nil }
    switch command {
    case .setMinimised(let id, let isMinimised) where isIgnored:
      return state.window(id).flatMap(twin).map { .setMinimised($0.id, isMinimised) }
    // A window in the scratchpad is moved out of it: focusing it in sway would only show it.
    case .focusWindow(let id):
      guard let twin = state.window(id).flatMap(twin), twin.isInScratchpad else { return nil }
      return .setMinimised(twin.id, false)
    default: return nil
    }
  }

  /// The windows of the other source that have the same program and title.
  func twins(of window: Window) -> [Window] {
    others.windows.filter {
      isSame ? $0.id == window.id : $0.appID == window.appID && $0.title == window.title
    }
  }
}
