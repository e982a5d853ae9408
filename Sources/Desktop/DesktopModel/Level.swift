/// What of the machine is set to a level that a short banner shows.
public enum LevelKind: String, CaseIterable, Sendable {
  /// How loud what is played is, and whether it is muted.
  case volume
  /// Whether the microphone is muted.
  case microphone
  /// How bright the screen is.
  case brightness
  /// How bright the light of the keyboard is.
  case keyboardLight = "keyboard_light"
  /// Whether letters are capitals.
  case capsLock = "caps_lock"
  case powerProfile = "power_profile"
}

/// A level of the machine, as a short banner shows it.
public struct Level: Equatable, Sendable {
  public enum Value: Equatable, Sendable {
    /// A part of a range, in percent, which may be more than 100.
    case part(percent: Int, isMuted: Bool)
    /// One of several states, in words.
    case words(String)
  }

  public var kind: LevelKind
  /// Identifies the device that is set: the level of another device is no change of the first.
  public var device: String
  /// The name of a symbol that is built in.
  public var symbol: String
  public var value: Value

  public init(_ kind: LevelKind, of device: String = "", symbol: String, _ value: Value) {
    (self.kind, self.device, self.symbol, self.value) = (kind, device, symbol, value)
  }

  /// The filled part of a track, 0 … 1; nil: the level is shown without a track.
  public var part: Double? {
    guard case .part(let percent, _) = value else { return nil }
    return min(max(Double(percent) / 100, 0), 1)
  }

  /// Whether nothing is heard or recorded, whatever the level is.
  public var isMuted: Bool {
    guard case .part(_, let isMuted) = value else { return false }
    return isMuted
  }

  /// The words that are shown.
  public var words: String {
    switch value {
    case .part(_, isMuted: true): "Muted"
    case .part(let percent, _): "\(percent)%"
    case .words(let words): words
    }
  }

  /// Whether `other` may be the outcome of the same change, which a device has rounded.
  public func isLike(_ other: Level) -> Bool {
    guard kind == other.kind, device == other.device else { return false }
    switch (value, other.value) {
    case (.part(let one, let isMuted), .part(let another, let otherIsMuted)):
      return isMuted == otherIsMuted && abs(one - another) <= Self.rounding
    default: return value == other.value
    }
  }

  /// Devices may round a requested level by up to this many percent.
  private static let rounding = 2
}

/// What a source tells of a level.
public enum LevelReport: Equatable, Sendable {
  /// The level has changed by a key or by another program.
  case changed(Level)
  /// The level has changed by our own doing, or by little that nobody wants a banner for; what is shown follows.
  case adjusted(Level)
  /// A person has asked for a change by a key; the level is this one so far, and may be at its limit.
  case asked(Level)
  /// The level is this one; it has changed by others if it was told before that it was another one.
  case told(Level)
  /// There is no such level any more.
  case lost(LevelKind)
}
