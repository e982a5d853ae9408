/// The configuration of dunst, as dunst(5) describes it.
struct DunstFile: Equatable {
  /// A section: `[global]`, `[urgency_low]`, or a rule with a name of the user's choice.
  struct Section: Equatable {
    var name: String
    var options: [SourceOption]
    /// The place of the section's first line.
    var place: SourcePlace

    /// The options that are in force: the last one of each key, if it has a value; only formats may be empty.
    var inForce: [SourceOption] { options.inForce.filter(Self.hasValue) }

    /// The option that is in force; nil: there is none.
    func option(_ key: String) -> SourceOption? {
      options.last { $0.key == key }.flatMap { Self.hasValue($0) ? $0 : nil }
    }

    /// The value of an option as a number; nil: it is not set, or is none.
    func number(_ key: String) -> Int? { option(key).flatMap { DunstValue.number($0.value) } }

    func numbers(_ key: String) -> [Int]? { option(key).flatMap { DunstValue.numbers($0.value) } }

    func boolean(_ key: String) -> Bool? { option(key).flatMap { DunstValue.boolean($0.value) } }

    private static func hasValue(_ option: SourceOption) -> Bool {
      !option.value.isEmpty || option.key == "format"
    }
  }

  /// A line that dunst ignores, with the reason.
  struct Problem: Equatable {
    var place: SourcePlace
    var words: String
  }

  /// The sections in the order of their first lines; each name occurs once.
  var sections: [Section] = []
  var problems: [Problem] = []

  /// The section of that name.
  func section(_ name: String) -> Section? { sections.first { $0.name == name } }
}
