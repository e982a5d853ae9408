/// What a program plays or records.
public struct SoundStream: Equatable, Sendable {
  public var id: SoundID
  /// The number of the device that it plays to or records from.
  public var device: UInt32
  /// The name of the program; may be empty.
  public var application: String
  /// What the program says that it plays or records; may be empty.
  public var title: String
  /// The name that the program has in the system's list of programs; may be empty.
  public var applicationID: String
  /// Nil: it has none of its own.
  public var volume: SoundVolume?
  /// The last volume that was not silent, for its balance.
  var balance: SoundVolume?
  public var isMuted = false
  /// Whether it waits, and nothing of it is heard or recorded.
  public var isPaused = false
  /// Whether its volume may be changed.
  public var isVolumeWritable = true
  /// Whether it measures only how loud a device is, as a mixer with a moving level does.
  public var isMeter = false

  public init(
    _ id: SoundID, device: UInt32, application: String, title: String = "", applicationID: String = ""
  ) {
    (self.id, self.device) = (id, device)
    self.application = SoundText.line(application)
    self.title = SoundText.line(title)
    self.applicationID = SoundText.line(applicationID)
  }

  /// What people call it.
  public var label: String {
    if !application.isEmpty { return application }
    return title.isEmpty ? "Unknown" : title
  }

  /// Mixers, which record to show a moving level.
  static let mixers: Set<String> = [
    "org.PulseAudio.pavucontrol", "org.gnome.VolumeControl", "org.kde.kmixd", "org.kde.plasma-pa",
  ]

  /// Whether it is one of a mixer.
  public var isMixer: Bool { isMeter || Self.mixers.contains(applicationID) }

  /// Whether people would say that the program plays or records at this moment.
  public var isHeard: Bool { !isPaused && !isMixer }
}
