public import ModuleModel

/// A look that a bar has while the windows of its output are as its conditions say.
public struct BarState: Equatable, Sendable {
  public var name: String
  /// Conditions on `fields`, all of which must hold.
  public var conditions: [FieldCondition] = []
  public var material: String?
  public var glass: BarSettings.Glass?
  public var ink: ModuleInk?
  /// Radii in logical pixels and in points; see `BarSettings`.
  public var cornerRadius: Int?
  public var islandRadius: Double?
  /// Distances to the edges of the output or to other panels, in logical pixels.
  public var marginTop, marginRight, marginBottom, marginLeft: Int?

  public init(_ name: String) { self.name = name }

  /// The facts about the windows of an output that conditions can be on.
  public static let fields = [
    FieldSummary("windows", .integer, example: "2", "how many windows the visible workspace has"),
    FieldSummary("app_id", .text, example: "foot", "the name of the program of the window in front"),
    FieldSummary("title", .text, example: "notes.txt", "the title of the window in front"),
    FieldSummary("maximized", .bool, example: "true", "whether the window in front is maximised"),
    FieldSummary("fullscreen", .bool, example: "true", "whether the window in front is in fullscreen"),
  ]
}

extension BarSettings {
  /// The bar while the windows of its output are as these values of `BarState.fields` say; of the states that hold, the last
  /// takes precedence.
  public func shown(with fields: [String: FieldValue]) -> BarSettings {
    var bar = self
    for state in states where state.conditions.allSatisfy({ $0.holds(in: fields) }) {
      bar.material = state.material ?? bar.material
      bar.glass = state.glass ?? bar.glass
      bar.ink = state.ink ?? bar.ink
      bar.cornerRadius = state.cornerRadius ?? bar.cornerRadius
      bar.islandRadius = state.islandRadius ?? bar.islandRadius
      bar.marginTop = state.marginTop ?? bar.marginTop
      bar.marginRight = state.marginRight ?? bar.marginRight
      bar.marginBottom = state.marginBottom ?? bar.marginBottom
      bar.marginLeft = state.marginLeft ?? bar.marginLeft
    }
    return bar
  }
}
