/// The current values that a source provides for its module.
public struct ModuleReading: Equatable, Sendable {
  /// The fields by name, which depend on the kind of module. A time in the format `%H:%M` has the
  /// name `time:%H:%M`.
  public var fields: [String: FieldValue]
  /// The icon that is shown if the settings name none.
  public var icon: ModuleIcon?
  /// The names of the states that the source sets, in addition to those with conditions.
  public var states: [String]
  /// The items of the module, such as workspaces, in order.
  public var items: [ItemReading]
  /// Items that stand for the last ones where there is not enough room: the first stands for all of them, the second is shown behind
  /// one item, and so on; empty: nothing stands for items that there is no room for.
  public var rests: [ItemReading] = []
  /// The identifier of the item that is shown beside such an item in any case; nil for none.
  public var keptItem: String?
  /// The items that slide out from behind the first one when the module is unfolded, and back when it is folded, in order. They
  /// are among `items` while it is unfolded.
  public var foldable: [ItemReading] = []
  /// Whether the module is unfolded.
  public var isUnfolded = false
  /// The icons that the module shows after its next use; they are read ahead, so that nothing is missing then.
  public var nextIcons: [ModuleIcon] = []
  /// Readings that replace this one on bars of outputs, by the names of the outputs.
  public var byOutput: [String: ModuleReading] = [:]
  /// The part of its range at which a slider in the module stands, 0 … 1; nil: that of the kind's level.
  public var sliderPart: Double?
  /// The reason why there is nothing to show, in a line in English for the log that names the module; nil if nothing failed.
  public var failure: String?
  /// The reason of `failure` in a sentence in the user's language for the tooltip; nil: the tooltip shows the line of the log.
  public var failureWords: String?
  /// The reason why there is nothing to show, such as a service that does not run; nil if there is none.
  public var absence: String?

  public init(
    _ fields: [String: FieldValue] = [:], icon: ModuleIcon? = nil, states: [String] = [],
    items: [ItemReading] = [],
    failure: String? = nil
  ) {
    self.fields = fields
    self.icon = icon
    self.states = states
    self.items = items
    self.failure = failure
  }

  /// The reading for a bar on an output; nil for no particular output.
  public func on(_ output: String?) -> ModuleReading { output.flatMap { byOutput[$0] } ?? self }

  /// The identifier of the item that a person means: the one of that identifier, or else the only one whose field `name` is
  /// that; nil: there is none.
  public func item(named name: String) -> String? {
    if items.contains(where: { $0.id == name }) { return name }
    let named = items.filter { $0.fields["name"] == .text(name) }
    return named.count == 1 ? named[0].id : nil
  }

  /// The names of icons that may be those of programs, on all outputs: of coloured ones, and with their identifiers those of
  /// items.
  public var programIcons: Set<[String]> {
    ([self] + byOutput.values).reduce(into: []) { icons, reading in
      // A symbolic icon is one for a state of a module, such as a volume.
      if let icon = reading.icon?.description, !icon.hasSuffix("-symbolic") { icons.insert([icon]) }
      for item in reading.items + reading.foldable {
        if let icon = item.icon { icons.insert([item.id, icon.description]) }
      }
    }
  }

  /// Makes a reading of one text.
  public static func text(_ text: String) -> ModuleReading { ModuleReading(["text": .text(text)]) }

  /// Makes a reading in the state `absent`, which gives what is missing and an icon for that; nil: a dash stands for it.
  public static func absent(_ reason: String, icon: ModuleIcon? = nil) -> ModuleReading {
    var reading = ModuleReading(icon: icon, states: [absentState])
    reading.absence = reason
    return reading
  }

  /// The name of the state in which a module is while what it shows is missing.
  public static let absentState = "absent"

  /// Makes a reading that gives only a reason why there is none: `reason` is the line of the log, `words` the tooltip.
  public static func failure(_ reason: String, words: String? = nil) -> ModuleReading {
    var reading = ModuleReading(failure: reason)
    reading.failureWords = words
    return reading
  }
}

/// The reading of an item, a part of a module that is shown and used separately, such as a workspace.
public struct ItemReading: Equatable, Sendable {
  /// Identifies the item within the module, for as long as the item exists.
  public var id: String
  public var fields: [String: FieldValue]
  /// Values that replace those of `fields` where the bar has not enough room for all modules; empty for none.
  public var shortFields: [String: FieldValue] = [:]
  /// The icon that is shown if the settings name none.
  public var icon: ModuleIcon?
  /// A small icon over a corner of the icon; nil for none.
  public var overlay: ModuleIcon?
  /// The names of the states that the source sets for the item.
  public var states: [String]
  /// The built-in actions that the item supports; nil for all of its kind.
  public var actions: [String]?
  /// The look that the source gives the module; the states of the settings come after it.
  public var look = ModuleLook()
  /// A line stands between it and the next item.
  public var hasSeparator = false

  public init(
    id: String, _ fields: [String: FieldValue], icon: ModuleIcon? = nil, states: [String] = [],
    actions: [String]? = nil
  ) {
    self.id = id
    self.fields = fields
    self.icon = icon
    self.states = states
    self.actions = actions
  }
}
