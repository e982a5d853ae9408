/// A key that is pressed, held or released while a surface has the keyboard.
public struct KeyEvent: Equatable, Sendable {
  /// The key symbol, by the numbers of X11's `keysymdef.h`.
  ///
  /// While control, alt or logo is held it is the symbol in the first of the user's layouts that has a
  /// Latin letter on this key, so that shortcuts work in any script; at the end of a compose sequence it
  /// is the composed symbol.
  public var keysym: UInt32
  /// The text that the key types, composed; empty within a compose sequence, for a release, for control
  /// characters, and while control, alt or logo is held.
  public var text: String
  public var modifiers: KeyModifiers
  public var isPressed: Bool
  /// Whether the event repeats a press because the key is held down.
  public var isRepeat: Bool
  /// The compositor's serial of the event; a repetition has the serial of its press.
  public var serial: UInt32

  public init(
    keysym: UInt32, text: String = "", modifiers: KeyModifiers = [], isPressed: Bool = true,
    isRepeat: Bool = false, serial: UInt32 = 0
  ) {
    self.keysym = keysym
    self.text = text
    self.modifiers = modifiers
    self.isPressed = isPressed
    self.isRepeat = isRepeat
    self.serial = serial
  }
}

/// Modifier keys that are in effect.
public struct KeyModifiers: OptionSet, Hashable, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  public static let shift = KeyModifiers(rawValue: 1)
  public static let control = KeyModifiers(rawValue: 2)
  public static let alt = KeyModifiers(rawValue: 4)
  public static let logo = KeyModifiers(rawValue: 8)
}
