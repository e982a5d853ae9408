public import Geometry

/// The state of a `TextField`: its text, which keys change, its focus and the blinking of its cursor.
public struct LineEditor: Equatable, Sendable {
  /// The result of a key beside a change of the text.
  public enum Outcome: Equatable, Sendable {
    /// The key is none of the field's.
    case ignored
    /// Text or cursor may have changed.
    case changed
    case send
    case cancel
    case copy(String)
    case paste
  }

  public private(set) var line = EditedLine()
  /// Whether the field has the keyboard, which shows its cursor.
  public var isFocused = false
  private var lastChange: Instant

  /// Makes an editor of an empty text whose cursor begins to blink at `now`.
  public init(now: Instant) {
    lastChange = now
  }

  // The cursor blinks as GTK's does: it is on for two thirds of 1.2 s, and stays on after 10 s, so that nothing wakes for
  // a field that nobody looks at.
  static let blink = Duration.milliseconds(1200)
  static let blinkOn = Duration.milliseconds(800)
  static let blinkEnd = Duration.seconds(10)

  /// Whether the cursor is seen.
  public func showsCursor(at now: Instant) -> Bool {
    guard isFocused else { return false }
    let time = now - lastChange
    return time >= Self.blinkEnd || Self.part(of: time) < Self.blinkOn
  }

  /// The moment at which `showsCursor` changes next; nil: it stays.
  public func nextBlink(after now: Instant) -> Instant? {
    let time = now - lastChange
    guard isFocused, time < Self.blinkEnd else { return nil }
    let part = Self.part(of: time)
    let isShown = part < Self.blinkOn
    let change = time + ((isShown ? Self.blinkOn : Self.blink) - part)
    if isShown, change >= Self.blinkEnd { return nil }
    return lastChange + min(change, Self.blinkEnd)
  }

  /// The time since the cursor appeared last.
  private static func part(of time: Duration) -> Duration { time - blink * Int(time / blink) }

  /// Performs an edit at `now`, from which on the cursor is seen for a while.
  public mutating func perform(_ edit: EditedLine.Edit, now: Instant) {
    line.perform(edit)
    lastChange = now
  }

  /// Removes the text and overwrites its memory, see `EditedLine.wipe`.
  public mutating func wipe() { line.wipe() }

  /// Edits the line, or ends editing, by a key that was pressed.
  public mutating func press(_ key: KeyEvent, now: Instant) -> Outcome {
    guard key.isPressed else { return .ignored }
    let isControl = key.modifiers.contains(.control)
    let extends = key.modifiers.contains(.shift)
    switch key.keysym {
    case Keysym.enter, Keysym.keypadEnter: return line.isEmpty ? .changed : .send
    case Keysym.escape: return .cancel
    case Keysym.backspace: return edit(.delete(isControl ? .wordBackward : .backward), now)
    case Keysym.delete, Keysym.keypadDelete:
      if extends { return cut(now) }
      return edit(.delete(isControl ? .wordForward : .forward), now)
    case Keysym.insert, Keysym.keypadInsert: return extends ? .paste : isControl ? copied : .ignored
    case Keysym.left, Keysym.keypadLeft: return move(isControl ? .wordBackward : .backward, extends, now)
    case Keysym.right, Keysym.keypadRight: return move(isControl ? .wordForward : .forward, extends, now)
    case Keysym.home, Keysym.keypadHome: return move(.start, extends, now)
    case Keysym.end, Keysym.keypadEnd: return move(.end, extends, now)
    default: break
    }
    if isControl {
      switch Unicode.Scalar(key.keysym).map(Character.init)?.lowercased() {
      case "a": return edit(.selectAll, now)
      case "c": return copied
      case "x": return cut(now)
      case "v": return .paste
      default: return .ignored
      }
    }
    return key.text.isEmpty ? .ignored : edit(.insert(key.text), now)
  }

  private mutating func edit(_ edit: EditedLine.Edit, _ now: Instant) -> Outcome {
    perform(edit, now: now)
    return .changed
  }

  private mutating func move(_ motion: EditedLine.Motion, _ extends: Bool, _ now: Instant) -> Outcome {
    edit(.move(motion, extending: extends), now)
  }

  private var copied: Outcome { line.selection.isEmpty ? .ignored : .copy(line.selectedText) }

  private mutating func cut(_ now: Instant) -> Outcome {
    let outcome = copied
    if outcome != .ignored { perform(.delete(.forward), now: now) }
    return outcome
  }
}
