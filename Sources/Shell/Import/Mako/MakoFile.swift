/// The configuration of mako, as mako(5) describes it.
struct MakoFile: Equatable {
  /// A condition of a section.
  struct Criterion: Equatable {
    /// The field, without the `~` behind the name of an expression.
    var field: String
    var value: String
    /// Whether the value is a POSIX extended regular expression.
    var isExpression = false
    var place: SourcePlace
  }

  /// A section: options for the notifications that satisfy all of its criteria.
  struct Section: Equatable {
    /// The conditions; empty for the options before the first section.
    var criteria: [Criterion]
    var options: [SourceOption]
    /// The criteria as they are written; empty for the options before the first section.
    var words = ""
    /// The place of the section's line.
    var place: SourcePlace

    /// The options that are in force: the last one of each key.
    var inForce: [SourceOption] { options.inForce }

    /// The option that is in force: the last one with this key.
    func option(_ key: String) -> SourceOption? { options.last { $0.key == key } }
  }

  /// The options before the first section, those of included files among them.
  var general: Section
  /// The sections in the order in which mako applies them.
  var sections: [Section] = []
  /// The files that were read, the named one first.
  var files: [String] = []
}
