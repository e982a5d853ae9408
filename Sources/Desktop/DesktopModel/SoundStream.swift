import Localization

/// A stream of a program that plays or records.
public struct SoundStream: Equatable, Sendable {
  public var id: SoundID
  /// The index of the device that the stream plays to or records from.
  public var device: UInt32
  /// The name of the program; may be empty.
  public var application: String
  /// The program's name of the stream; may be empty.
  public var title: String
  /// The application ID of the program, by which its desktop entry is found; may be empty.
  public var applicationID: String
  /// The name of the program's icon, by which an icon theme or the program's desktop entry has it; may be empty.
  public var icon: String
  /// The volume; nil if the stream has none of its own.
  public var volume: SoundVolume?
  /// The last volume that was not silent, which keeps the balance between the channels.
  var balance: SoundVolume?
  public var isMuted = false
  /// Whether the stream is corked, so that nothing of it is played or recorded.
  public var isPaused = false
  /// Whether the volume may be changed.
  public var isVolumeWritable = true
  /// Whether the stream only measures the level of a device, as a mixer with a moving level does.
  public var isMeter = false

  public init(
    _ id: SoundID, device: UInt32, application: String, title: String = "", applicationID: String = "",
    icon: String = ""
  ) {
    (self.id, self.device) = (id, device)
    self.application = SoundText.line(application)
    self.title = SoundText.line(title)
    self.applicationID = SoundText.line(applicationID)
    self.icon = SoundText.line(icon)
  }

  /// The name of the stream for the user.
  public var label: String {
    if !application.isEmpty { return application }
    return title.isEmpty ? localized("Unknown") : title
  }

  /// Application IDs of mixers, which record to show a moving level.
  static let mixers: Set<String> = [
    "org.PulseAudio.pavucontrol", "org.gnome.VolumeControl", "org.kde.kmixd", "org.kde.plasma-pa",
  ]

  /// Whether the stream belongs to a mixer.
  public var isMixer: Bool { isMeter || Self.mixers.contains(applicationID) }

  /// Whether the program plays or records at this moment in the eyes of the user.
  public var isHeard: Bool { !isPaused && !isMixer }
}
