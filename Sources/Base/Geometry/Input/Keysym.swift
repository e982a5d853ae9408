/// The symbols of keys that type no letter, by the numbers of X11's `keysymdef.h`.
public enum Keysym {
  public static let space: UInt32 = 0x20
  public static let plus: UInt32 = 0x2b
  public static let minus: UInt32 = 0x2d
  public static let backspace: UInt32 = 0xff08
  public static let tab: UInt32 = 0xff09
  public static let enter: UInt32 = 0xff0d
  public static let escape: UInt32 = 0xff1b
  public static let home: UInt32 = 0xff50
  public static let left: UInt32 = 0xff51
  public static let up: UInt32 = 0xff52
  public static let right: UInt32 = 0xff53
  public static let down: UInt32 = 0xff54
  public static let pageUp: UInt32 = 0xff55
  public static let pageDown: UInt32 = 0xff56
  public static let end: UInt32 = 0xff57
  public static let insert: UInt32 = 0xff63
  public static let menu: UInt32 = 0xff67
  public static let f10: UInt32 = 0xffc7
  public static let keypadEnter: UInt32 = 0xff8d
  public static let keypadHome: UInt32 = 0xff95
  public static let keypadLeft: UInt32 = 0xff96
  public static let keypadRight: UInt32 = 0xff98
  public static let keypadEnd: UInt32 = 0xff9c
  public static let keypadInsert: UInt32 = 0xff9e
  public static let keypadDelete: UInt32 = 0xff9f
  public static let keypadAdd: UInt32 = 0xffab
  public static let keypadSubtract: UInt32 = 0xffad
  public static let delete: UInt32 = 0xffff
  /// The symbol of Tab while Shift is held.
  public static let backTab: UInt32 = 0xfe20

  /// Whether a key only modifies others, as Shift and Num Lock do.
  public static func isModifier(_ keysym: UInt32) -> Bool {
    // These are the keys of the macro IsModifierKey of Xlib.
    switch keysym {
    case 0xffe1...0xffee, 0xfe01...0xfe13, 0xff7e, 0xff7f: true
    default: false
    }
  }
}
