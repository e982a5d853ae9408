/// A sound card, whose profile decides which devices it has.
public struct SoundCard: Equatable, Sendable {
  /// The index of the card on the server.
  public var index: UInt32
  /// The name of the card on the server.
  public var name: String
  /// The name of the card for the user.
  public var label: String
  /// The profiles of the card, including unavailable ones.
  public var profiles: [SoundProfile] = []
  /// The name of the profile in use; nil if the server reports none.
  public var activeProfile: String?

  /// Creates a card; nil if its name could not be sent back to the server.
  public init?(_ index: UInt32, name: String, label: String = "") {
    guard SoundText.isName(name) else { return nil }
    (self.index, self.name) = (index, name)
    self.label = SoundText.label(label, orName: name)
  }

  /// The profiles for the user to choose from: those that are available or in use, without the one that turns the card off.
  public var choices: [SoundProfile] {
    profiles.filter { $0.name != SoundProfile.off && ($0.isAvailable || $0.name == activeProfile) }
  }
}

/// A profile of a sound card: a use such as music in one direction or calls in both.
public struct SoundProfile: Equatable, Sendable {
  /// The name of the profile on the server.
  public var name: String
  /// The name of the profile for the user.
  public var label: String
  /// The directions in which the card has devices with this profile.
  public var directions: Set<SoundDirection> = []
  /// Whether the profile can be used now.
  public var isAvailable: Bool

  /// The name of the profile with which a card has no devices, in PulseAudio and PipeWire.
  static let off = "off"

  /// Creates a profile; nil if its name could not be sent back to the server.
  public init?(_ name: String, label: String, isAvailable: Bool = true) {
    guard SoundText.isName(name) else { return nil }
    self.name = name
    self.label = SoundText.label(label, orName: name)
    self.isAvailable = isAvailable
  }
}
