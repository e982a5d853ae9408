/// A style sheet of GTK, as Waybar and swaync have it: its rules in order, and its named colours.
public struct StyleSheet: Sendable {
  /// One property with its value.
  public struct Declaration: Equatable, Sendable {
    public var property: String
    /// The text of the value, without comments and without `!important`.
    public var value: String
    /// Whether `!important` was behind the value.
    public var isImportant: Bool
    public var place: SourcePlace
    /// The number of the declaration in the order of the style sheet.
    public var order: Int
  }

  /// Declarations and the widgets that they are for.
  public struct Rule: Equatable, Sendable {
    public var selectors: [StyleSelector]
    /// The text of the selectors, for messages.
    public var selectorText: String
    public var declarations: [Declaration]
    public var place: SourcePlace
  }

  public internal(set) var rules: [Rule] = []
  /// The expressions of named colours; of several with a name the last counts.
  var colourExpressions: [String: String] = [:]
  private var colours = StyleColours([:])

  /// The numbers of the rules for widgets of one identifier or in such, and those of the others, which may be for any widget.
  private var byIdentifier: [String: [Int]] = [:]
  private var general: [Int] = []

  public init() {}

  /// Sorts the rules by the widgets that they may be for, so that a widget is compared with few of them.
  private mutating func index() {
    for (number, rule) in rules.enumerated() {
      let identifiers = Set(rule.selectors.map { $0.compounds.last { !$0.ids.isEmpty }?.ids.first })
      if identifiers.contains(nil) { general.append(number) }
      for case let identifier? in identifiers { byIdentifier[identifier, default: []].append(number) }
    }
  }

  /// Reads a text and all style sheets that it imports, whose paths are relative to the file.
  ///
  /// The report gets a line for each import that does not exist or cannot be read, and for each declaration that is not understood.
  public static func read(
    _ text: [UInt8], file: String, files: SourceFiles, report: inout ImportReport
  ) throws(ImportError) -> StyleSheet {
    var reader = StyleSheetReader(files: files)
    try reader.read(text, file: file)
    report.add(reader.report)
    var sheet = reader.sheet
    sheet.colours = StyleColours(sheet.colourExpressions)
    sheet.index()
    return sheet
  }

  /// The colour of an expression, encoded sRGB and opacity; nil: it is none, or it names an unknown colour.
  public func colour(_ expression: String) -> SIMD4<Double>? { colours.colour(expression) }

  /// The declarations that hold for the last widget of a path from the window, by property; those for several properties at once,
  /// such as `padding`, are taken apart.
  func declarations(for path: [StyleNode]) -> [String: Declaration] {
    var result: [String: Declaration] = [:]
    var ranks: [String: Rank] = [:]
    for number in general + Set(path.compactMap(\.id)).flatMap({ byIdentifier[$0] ?? [] }) {
      let rule = rules[number]
      guard let specificity = rule.selectors.filter({ $0.matches(path) }).map(\.specificity).max() else {
        continue
      }
      for declaration in rule.declarations {
        let rank = Rank(
          isImportant: declaration.isImportant, specificity: specificity, order: declaration.order)
        for longhand in declaration.longhands where ranks[longhand.property].map({ $0 <= rank }) ?? true {
          ranks[longhand.property] = rank
          result[longhand.property] = longhand
        }
      }
    }
    return result
  }

  /// The precedence of a declaration.
  private struct Rank: Comparable {
    var isImportant: Bool
    var specificity: StyleSelector.Specificity
    var order: Int

    static func < (a: Self, b: Self) -> Bool {
      if a.isImportant != b.isImportant { return b.isImportant }
      return a.specificity != b.specificity ? a.specificity < b.specificity : a.order < b.order
    }
  }
}
