/// A key that is pressed, held or released while a surface has the keyboard.
public struct KeyEvent: Equatable, Sendable {
  /// What it means, by the numbers of X11's `keysymdef.h`.
  ///
  /// With control, alt or logo the meaning in the first of the user's layouts that has a Latin letter there, so that
  /// shortcuts are found in any script; at the end of a compose sequence that of the sequence.
  public var keysym: UInt32
  /// What it types, composed: nothing within a sequence, for a release, for control characters, and with control, alt
  /// or logo.
  public var text: String
  public var modifiers: KeyModifiers
  public var isPressed: Bool
  /// It is held down, and pressed again by that.
  public var isRepeat: Bool
  /// By which the compositor knows the event; of a repetition, that of the press.
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

/// Keys that change what others mean, as far as they are in effect.
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
