/// A sound card. Its profile decides which devices it has.
public struct SoundCard: Equatable, Sendable {
  /// The number by which the server knows the card.
  public var index: UInt32
  /// The name by which the server knows the card.
  public var name: String
  /// The words that people read.
  public var label: String
  /// What the card can be used for; unavailable profiles included.
  public var profiles: [SoundProfile] = []
  /// The name of the profile in use; nil: the server tells none.
  public var activeProfile: String?

  /// Nil: the name could not be sent back.
  public init?(_ index: UInt32, name: String, label: String = "") {
    guard SoundText.isName(name) else { return nil }
    (self.index, self.name) = (index, name)
    self.label = SoundText.label(label, orName: name)
  }

  /// The profiles among which people may choose: those that are available or in use, without the one that turns the card off.
  public var choices: [SoundProfile] {
    profiles.filter { $0.name != SoundProfile.off && ($0.isAvailable || $0.name == activeProfile) }
  }
}

/// A use of a sound card, such as music in one direction or calls in both.
public struct SoundProfile: Equatable, Sendable {
  /// The name by which the server knows the profile.
  public var name: String
  /// The words that people read.
  public var label: String
  /// The directions in which the card has devices while it is used in this way.
  public var directions: Set<SoundDirection> = []
  /// Whether the card can be used in this way now.
  public var isAvailable: Bool

  /// The name of the profile with which a card has no devices, in PulseAudio and PipeWire.
  static let off = "off"

  /// Nil: the name could not be sent back.
  public init?(_ name: String, label: String, isAvailable: Bool = true) {
    guard SoundText.isName(name) else { return nil }
    self.name = name
    self.label = SoundText.label(label, orName: name)
    self.isAvailable = isAvailable
  }
}
