public import ModuleModel
public import Settings
public import Views

/// A module on a bar, or an item of one, identified by its place: a module may be on a bar more than once.
public struct BarItem: Hashable, Sendable {
  /// A zone of a bar.
  public enum Zone: String, CaseIterable, Hashable, Sendable {
    case start, center, end
  }

  public var zone: Zone
  /// The index among the modules of the zone, followed by that among the modules of a group.
  public var place: [Int]
  public var module: ModuleName
  /// Identifies an item within its module; nil for the module itself.
  public var item: String?
}

extension BarSettings {
  /// The modules of a zone, in order.
  public func modules(in zone: BarItem.Zone) -> [ModuleName] {
    switch zone {
    case .start: start
    case .center: center
    case .end: end
    }
  }
}

/// An action of a gesture on a bar.
public enum BarAction: ViewAction {
  /// Performs the action that the module has for the gesture.
  case use(BarItem)
  /// Sets the level of the module to where its slider is tapped or dragged.
  case slide(BarItem)
  /// Opens or closes the drawer of a group.
  case toggleDrawer(ModuleName)
  /// Opens the file of the settings, in which there are mistakes.
  case openSettings
}

extension ModuleGesture {
  /// The gesture of the settings for a tap or a long press; nil for other gestures.
  public init?(_ gesture: Gesture) {
    switch gesture {
    case .tap(.primary): self = .click
    case .tap(.secondary): self = .right
    case .tap(.middle): self = .middle
    case .tap(.back): self = .back
    case .tap(.forward): self = .forward
    case .doubleTap: self = .double
    case .tripleTap: self = .triple
    case .release: self = .release
    case .longPress: self = .touchLong
    case .scroll, .drag, .hover: return nil
    }
  }
}
