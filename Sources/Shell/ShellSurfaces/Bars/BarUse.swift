import ShellModel

/// The use of one bar: by pointers and fingers on the bar or its strip, by keys, by a popup that a module has opened, or
/// by handlers that wait for the bar.
struct BarUse {
  private var isInUse = false
  /// Whether the bar is shown for keys, a popup or handlers, whatever its mode is.
  private var isSummoned = false
  private var handlers: [() -> Void] = []

  /// Whether handlers wait for the bar.
  var isAwaited: Bool { !handlers.isEmpty }

  /// Adds a handler to call once the bar is shown and has stopped sliding.
  mutating func whenShown(_ handler: @escaping () -> Void) { handlers.append(handler) }

  /// Returns the handlers that wait, which do not any more.
  mutating func takeHandlers() -> [() -> Void] {
    defer { handlers = [] }
    return handlers
  }

  /// Records who uses the bar; returns the changes for the presence of the bar.
  mutating func follow(arePointersThere: Bool, isKeyboardNeeded: Bool) -> [BarPresence.Event] {
    let former = (isInUse, isSummoned)
    isSummoned = isKeyboardNeeded || isAwaited
    isInUse = arePointersThere || isSummoned
    var events: [BarPresence.Event] = []
    if isSummoned != former.1 { events.append(.summoned(isSummoned)) }
    if isInUse != former.0 { events.append(isInUse ? .pointerCame : .pointerLeft) }
    return events
  }
}
