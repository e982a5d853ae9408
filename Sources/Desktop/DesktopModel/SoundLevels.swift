/// A change of the volume or the muting of the default device of a direction.
public struct SoundLevelChange: Equatable, Sendable {
  public var direction: SoundDirection
  /// The name of the device for the user.
  public var label: String
  public var percent: Int
  public var isMuted: Bool
  /// Whether the device was muted or unmuted; otherwise only its volume has changed.
  public var changesMute: Bool
  /// The place where the sound comes out or goes in.
  public var place: SoundPlace
  /// Whether this program has requested the change.
  public var isOurs: Bool
}

/// Tells changes of the level of the default devices apart from changes of the devices.
public struct SoundLevels: Equatable, Sendable {
  private struct Level: Equatable {
    var id: SoundID
    var port: String?
    var percent: Int
    var isMuted: Bool
  }

  private var last: [SoundDirection: Level] = [:]

  public init() {}

  /// Updates the levels for the state of a server, nil if there is none; returns the changes of volume and muting.
  ///
  /// Another default device or port has a level of its own, which counts as no change.
  public mutating func update(_ state: SoundState?) -> [SoundLevelChange] {
    SoundDirection.allCases.compactMap { direction in
      guard let state, let device = state.defaultDevice(direction), let volume = device.volume else {
        last[direction] = nil
        return nil
      }
      let new = Level(
        id: device.id, port: device.activePort, percent: volume.wholePercent, isMuted: device.isMuted)
      let old = last.updateValue(new, forKey: direction)
      guard let old, old.id == new.id, old.port == new.port, old != new else { return nil }
      return SoundLevelChange(
        direction: direction, label: device.label, percent: new.percent, isMuted: new.isMuted,
        changesMute: old.isMuted != new.isMuted, place: device.place,
        isOurs: state.isChangedByUs(device.id))
    }
  }
}
