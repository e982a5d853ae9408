/// The layouts between which a keyboard can be switched.
public struct KeyboardLayouts: Equatable, Sendable {
  /// The compositor's name of the device; empty if it reports no devices.
  public var device: String
  /// The names of the layouts as the compositor reports them, such as `English (US)`; never empty.
  public let names: [String]
  /// The index in `names` of the layout in use.
  public let index: Int

  /// Makes a list of layouts; nil if `index` is outside of `names`.
  public init?(device: String = "", names: [String], index: Int) {
    guard names.indices.contains(index) else { return nil }
    self.device = device
    self.names = names
    self.index = index
  }

  /// The name of the layout in use.
  public var current: String { names[index] }

  /// Whether the layout in use has a name.
  var isNamed: Bool { !current.isEmpty }
}
