public import DesktopModel

/// The devices whose levels were shown last, by which a level of another device is told.
public struct LevelDevices: Equatable, Sendable {
  private var last: [LevelKind: String] = [:]
  /// The name of the device to be shown with the level that was given last; nil: the device is the one as before, or its
  /// name means nothing to the user.
  public private(set) var name: String?

  public init() {}

  /// Sets the level that is shown from now on. `isNew` is false if a banner of a level was already on the screen, which
  /// keeps the name of its device.
  public mutating func show(_ level: Level, isNew: Bool) {
    let former = last.updateValue(level.device, forKey: level.kind)
    if former == level.device, !isNew, name == level.device { return }
    name = nil
    // The names of lights are those of the kernel's drivers.
    guard [.volume, .microphone].contains(level.kind), !level.device.isEmpty else { return }
    if let former, former != level.device { name = level.device }
  }
}
