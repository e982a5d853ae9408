/// The configuration of dunst, as dunst(5) describes it.
struct DunstFile: Equatable {
  /// A section: `[global]`, `[urgency_low]`, or a rule with a name of the user's choice.
  struct Section: Equatable {
    var name: String
    var options: [SourceOption]
    /// The place of the section's first line.
    var place: SourcePlace

    /// The option that is in force: the last one with this key; nil also if its value is empty, which only formats may be.
    func option(_ key: String) -> SourceOption? {
      guard let option = options.last(where: { $0.key == key }), !option.value.isEmpty || key == "format"
      else { return nil }
      return option
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
