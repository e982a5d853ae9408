/// What a source has found out for its module.
public struct ModuleReading: Equatable, Sendable {
  /// By name; which there are depends on the kind of module. A moment in the format `%H:%M` has the name `time:%H:%M`.
  public var fields: [String: FieldValue]
  /// The name of a symbolic icon, which is shown where the settings name none.
  public var icon: String?
  /// The names of the states that the source says the module is in, beside those that conditions find.
  public var states: [String]
  /// What the module is made of, such as workspaces, in order.
  public var items: [ItemReading]
  /// What is told in place of all this on bars of the outputs of these names.
  public var byOutput: [String: ModuleReading] = [:]
  /// Why there is nothing to show, in a clear line that names the module; nil: nothing failed.
  public var failure: String?

  public init(
    _ fields: [String: FieldValue] = [:], icon: String? = nil, states: [String] = [],
    items: [ItemReading] = [],
    failure: String? = nil
  ) {
    self.fields = fields
    self.icon = icon
    self.states = states
    self.items = items
    self.failure = failure
  }

  /// The reading for a bar on an output; nil: one of no output in particular.
  public func on(_ output: String?) -> ModuleReading { output.flatMap { byOutput[$0] } ?? self }

  /// A reading of one text.
  public static func text(_ text: String) -> ModuleReading { ModuleReading(["text": .text(text)]) }

  /// The reason why there is no reading.
  public static func failure(_ reason: String) -> ModuleReading { ModuleReading(failure: reason) }
}

/// A part of a module that is shown and used by itself, such as a workspace.
public struct ItemReading: Equatable, Sendable {
  /// Tells it from the other items of the module, for as long as it exists.
  public var id: String
  public var fields: [String: FieldValue]
  /// The name of an icon, which is shown where the settings name none.
  public var icon: String?
  /// The names of the states that the source says the item is in.
  public var states: [String]
  /// The built-in actions that the item can do; nil: all of its kind.
  public var actions: [String]?

  public init(
    id: String, _ fields: [String: FieldValue], icon: String? = nil, states: [String] = [],
    actions: [String]? = nil
  ) {
    self.id = id
    self.fields = fields
    self.icon = icon
    self.states = states
    self.actions = actions
  }
}
