/// The layouts between which a keyboard can be switched.
public struct KeyboardLayouts: Equatable, Sendable {
  /// The name by which the compositor knows the device; empty if it tells of no devices.
  public var device: String
  /// The names of the layouts as the compositor tells them, such as `English (US)`; never empty.
  public let names: [String]
  /// The place in `names` of the one in use.
  public let index: Int

  /// Nil if there is no layout, or none at that place.
  public init?(device: String = "", names: [String], index: Int) {
    guard names.indices.contains(index) else { return nil }
    self.device = device
    self.names = names
    self.index = index
  }

  /// The name of the layout in use.
  public var current: String { names[index] }
}
