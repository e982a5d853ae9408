public import ModuleModel
public import Settings
public import Views

/// A module on a bar, or an item of one, by its place: the same module may be there more than once.
public struct BarItem: Hashable, Sendable {
  /// The parts of a bar.
  public enum Zone: String, CaseIterable, Hashable, Sendable {
    case start, center, end
  }

  public var zone: Zone
  /// The places among the modules of the zone, and then among those of a group.
  public var place: [Int]
  public var module: ModuleName
  /// Tells an item from the others of its module; nil: the module itself.
  public var item: String?

  public init(zone: Zone, place: [Int], module: ModuleName, item: String? = nil) {
    self.zone = zone
    self.place = place
    self.module = module
    self.item = item
  }
}

/// What is to be done when people do something with a bar.
public enum BarAction: ViewAction {
  /// What the module does for the gesture.
  case use(BarItem)
  /// Opens or closes the drawer of a group.
  case toggleDrawer(ModuleName)
}

extension ModuleGesture {
  /// The gesture of the settings that a tap, a long press or steps of scrolling are; nil: none is.
  public init?(_ gesture: Gesture) {
    switch gesture {
    case .tap(.primary): self = .click
    case .tap(.secondary): self = .right
    case .tap(.middle): self = .middle
    case .doubleTap: self = .double
    case .longPress: self = .touchLong
    case .scroll, .drag, .hover: return nil
    }
  }
}
