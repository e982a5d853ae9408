public import Geometry

/// A bar, of every output that it is for.
public struct BarSettings: Equatable, Sendable {
  /// On outputs of which shape it is shown.
  public enum Orientation: String, CaseIterable, Sendable {
    case always, portrait, landscape
  }

  /// When it is shown.
  public enum Mode: String, CaseIterable, Sendable {
    /// Always.
    case docked
    /// While the pointer is at its edge or over it.
    case autoHide = "auto-hide"
    /// When it is told to.
    case hidden
  }

  /// Empty: all.
  public var outputs: [OutputPattern] = []
  /// On which the bar lies: across if the edge is level, with zones from left to right, else from top to bottom.
  public var edge = OutputEdge.top
  /// How thick, in logical pixels.
  public var height = 32
  /// Along the edge, logical pixels; nil: as far as it goes.
  public var length: Int?
  /// To the edges of the output, or to what other panels keep; logical pixels.
  public var marginTop = 0
  public var marginRight = 0
  public var marginBottom = 0
  public var marginLeft = 0
  /// Logical pixels; 0: square.
  public var cornerRadius = 0
  /// Windows keep clear of it.
  public var isExclusive = true
  /// Among the windows.
  public var layer = SurfaceLayer.top
  public var showIn = Orientation.always
  public var mode = Mode.docked
  /// Seconds that the pointer stays at the edge before a hidden bar comes.
  public var revealDelay = 0.1
  /// Seconds from the pointer's leaving to the bar's.
  public var hideDelay = 0.6
  public var material = "systemMaterial"
  /// As Pango writes it, the size in points.
  public var font = "Inter 11"
  public var start: [ModuleName] = []
  public var center: [ModuleName] = [.clock]
  public var end: [ModuleName] = []

  public init() {}

  /// The modules of all zones.
  public var modules: [ModuleName] { start + center + end }

  /// It is for an output of these names and of this shape.
  public func isFor(_ output: OutputNames) -> Bool {
    let (excluding, including) = (outputs.filter(\.isExclusion), outputs.filter { !$0.isExclusion })
    if excluding.contains(where: { $0.matches(output) }) { return false }
    return including.isEmpty || including.contains { $0.matches(output) }
  }

  /// It is shown on an output of this shape; a square is taken for landscape.
  public func isShown(isPortrait: Bool) -> Bool {
    switch showIn {
    case .always: true
    case .portrait: isPortrait
    case .landscape: !isPortrait
    }
  }
}
