import Localization

/// Settings of the machine whose level a short banner shows.
public enum LevelKind: String, CaseIterable, Sendable {
  /// The volume and the muting of the default output.
  case volume
  /// The muting of the microphone.
  case microphone
  /// The brightness of the screen.
  case brightness
  /// The brightness of the keyboard's backlight.
  case keyboardLight = "keyboard_light"
  /// The state of Caps Lock.
  case capsLock = "caps_lock"
  case powerProfile = "power_profile"
}

/// A level of the machine that a short banner shows.
public struct Level: Equatable, Sendable {
  public enum Value: Equatable, Sendable {
    /// A share of a range in percent, which may exceed 100.
    case part(percent: Int, isMuted: Bool)
    /// One of several states, as text for the user.
    case words(String)
  }

  public var kind: LevelKind
  /// Identifies the device. A different device does not count as a change of the level.
  public var device: String
  /// The name of a built-in symbol.
  public var symbol: String
  public var value: Value
  /// The parts of the range, 0 … 1, at which a device with few steps can be set, without both ends; empty for other devices.
  public var stops: [Double]

  public init(
    _ kind: LevelKind, of device: String = "", symbol: String, _ value: Value, stops: [Double] = []
  ) {
    (self.kind, self.device, self.symbol, self.value) = (kind, device, symbol, value)
    self.stops = stops
  }

  /// The filled fraction of the track, 0 … 1; nil if the level is shown without a track.
  public var part: Double? {
    guard case .part(let percent, _) = value else { return nil }
    return min(max(Double(percent) / 100, 0), 1)
  }

  /// Whether the device is muted, whatever the level is.
  public var isMuted: Bool {
    guard case .part(_, let isMuted) = value else { return false }
    return isMuted
  }

  /// The text for the user.
  public var words: String {
    switch value {
    case .part(_, isMuted: true): localized("Muted")
    case .part(let percent, _): localized("\(percent)%")
    case .words(let words): words
    }
  }

  /// Whether `other` may be the outcome of the same change after rounding by the device.
  public func isLike(_ other: Level) -> Bool {
    guard kind == other.kind, device == other.device else { return false }
    switch (value, other.value) {
    case (.part(let one, let isMuted), .part(let another, let otherIsMuted)):
      return isMuted == otherIsMuted && abs(one - another) <= Self.rounding
    default: return value == other.value
    }
  }

  /// The difference in percent by which devices may round a requested level.
  private static let rounding = 2
}

/// A report of a source of levels.
public enum LevelReport: Equatable, Sendable {
  /// The level was changed by a key or by another program.
  case changed(Level)
  /// The level was changed by this program, or by too little for a banner; a banner that is open is updated.
  case adjusted(Level)
  /// A key has requested a change. The level is the one before the change, and may already be at its limit.
  case asked(Level)
  /// The level is known to have this value. If another value was reported before for the device, another program has
  /// changed it.
  case told(Level)
  /// The level is no longer available.
  case lost(LevelKind)
}
