/// A style sheet of GTK, as Waybar and swaync have it: its rules in order, and its named colours.
public struct StyleSheet: Sendable {
  /// One property with its value.
  public struct Declaration: Equatable, Sendable {
    public var property: String
    /// The text of the value, without comments and without `!important`.
    public var value: String
    /// Whether `!important` was behind the value.
    var isImportant: Bool
    public var place: SourcePlace
    /// The number of the declaration in the order of the style sheet.
    public var order: Int
  }

  /// Declarations and the widgets that they are for.
  public struct Rule: Equatable, Sendable {
    public var selectors: [StyleSelector]
    /// The text of the selectors, for messages.
    var selectorText: String
    public var declarations: [Declaration]
    public var place: SourcePlace
  }

  public internal(set) var rules: [Rule] = []
  /// The expressions of named colours; of several with a name the last counts.
  var colourExpressions: [String: String] = [:]
  /// The places of these expressions.
  var colourPlaces: [String: SourcePlace] = [:]
  private var colours = StyleColours([:])

  private var cascade = StyleCascade([])
  /// The selectors that name an identifier, with the places of their rules.
  private var byIdentifier: [String: [(selector: StyleSelector, place: SourcePlace)]] = [:]

  /// Sorts the selectors by what they are for, so that a widget is compared with few of them.
  private mutating func index() {
    cascade = StyleCascade(rules)
    for rule in rules {
      for selector in rule.selectors {
        for identifier in Set(selector.compounds.flatMap(\.ids)) {
          byIdentifier[identifier, default: []].append((selector, rule.place))
        }
      }
    }
  }

  /// The selectors that name an identifier in any of their compounds, in order, with the places of their rules.
  func selectors(naming identifier: String) -> [(selector: StyleSelector, place: SourcePlace)] {
    byIdentifier[identifier] ?? []
  }

  /// Reads a text and all style sheets that it imports, whose paths are relative to the file.
  ///
  /// The report gets a line for each import that does not exist or cannot be read, for each declaration that is not understood,
  /// and for each undefined name in the definition of a colour.
  public static func read(
    _ text: [UInt8], file: String, files: SourceFiles, report: inout ImportReport
  ) throws(ImportError) -> StyleSheet {
    var reader = StyleSheetReader(files: files)
    try reader.read(text, file: file)
    report.add(reader.report)
    var sheet = reader.sheet
    sheet.colours = StyleColours(sheet.colourExpressions)
    sheet.reportUndefinedColours(&report)
    sheet.index()
    return sheet
  }

  /// Reads the style sheet at a path, or the file `style.css` beside a configuration; nil: there is no such file.
  static func read(
    _ path: String?, beside configuration: String, files: SourceFiles, report: inout ImportReport
  ) throws(ImportError) -> StyleSheet? {
    let file = path ?? SourceFiles.folder(of: configuration) + "style.css"
    guard let text = try files.text(file) else {
      if let path { throw ImportError(.missing(path)) }
      return nil
    }
    return try read(text, file: file, files: files, report: &report)
  }

  private func reportUndefinedColours(_ report: inout ImportReport) {
    for (name, place) in colourPlaces.sorted(by: { ($0.value.line, $0.key) < ($1.value.line, $1.key) }) {
      for other in StyleColours.names(in: colourExpressions[name] ?? "")
      where !defines(colour: other) && colour("@" + other) == nil {
        report.add(.warning, "the colour @\(other) is not defined", at: place)
      }
    }
  }

  /// The style sheet with the values of variables in place of their names.
  func resolving(_ variables: StyleVariables) -> StyleSheet {
    var sheet = StyleSheet()
    (sheet.rules, sheet.colourExpressions, sheet.colours) = (rules, colourExpressions, colours)
    for rule in sheet.rules.indices {
      for index in sheet.rules[rule].declarations.indices {
        let value = sheet.rules[rule].declarations[index].value
        sheet.rules[rule].declarations[index].value = variables.resolved(value)
      }
    }
    sheet.index()
    return sheet
  }

  /// The named colours that declarations use, the most frequent first, with the colours that they stand for. A name for another name
  /// counts as that.
  var usedColours: [(name: String, colour: SIMD4<Double>)] {
    var counts: [String: Int] = [:]
    for declaration in rules.flatMap(\.declarations) {
      for name in StyleColours.names(in: declaration.value) where defines(colour: name) {
        counts[original(of: name), default: 0] += 1
      }
    }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.compactMap { entry in
      colour("@" + entry.key).map { (name: entry.key, colour: $0) }
    }
  }

  /// The name that a named colour stands for, or its own.
  private func original(of name: String) -> String {
    var original = name
    for _ in 0..<16 {
      guard let next = colourExpressions[original]?.droppingPrefix("@"), defines(colour: next) else { break }
      original = next
    }
    return original
  }

  /// The colour of an expression, encoded sRGB and opacity; nil: it is none, or it names an unknown colour.
  public func colour(_ expression: String) -> SIMD4<Double>? { colours.colour(expression) }

  /// Whether the style sheet defines a colour of that name, rightly or not.
  func defines(colour name: String) -> Bool { colourExpressions[name] != nil }

  /// The declarations that hold for the last widget of a path from the window, by property; those for several properties at once,
  /// such as `padding`, are taken apart.
  func declarations(for path: [StyleNode]) -> [String: Declaration] { cascade.declarations(for: path) }
}
