/// The account of an import: what was carried over, what only nearly, and what was left out.
public struct ImportReport: Equatable, Sendable {
  /// The degree to which an option was carried over.
  public enum Kind: Hashable, Sendable {
    /// The settings have the same.
    case carried
    /// The settings have something similar.
    case approximated
    /// The settings have nothing of the kind.
    case leftOut
    /// The source itself is wrong there, or part of it could not be read.
    case warning
  }

  /// One line of the account.
  public struct Entry: Hashable, Sendable {
    public var kind: Kind
    /// The place in the source; nil if the entry concerns all of it.
    public var place: SourcePlace?
    /// A sentence without a full stop.
    public var text: String

    /// The line as it is printed.
    public var line: String { (place.map { "\($0): " } ?? "") + text }
  }

  public private(set) var entries: [Entry] = []
  /// The same entries, to find repeated ones.
  private var known: Set<Entry> = []

  public init() {}

  /// Adds a line, unless the same one is there.
  public mutating func add(_ kind: Kind, _ text: String, at place: SourcePlace?) {
    add(Entry(kind: kind, place: place, text: text))
  }

  mutating func add(_ entry: Entry) { if known.insert(entry).inserted { entries.append(entry) } }

  /// Counts an option as carried over.
  mutating func carry(_ text: String, at place: SourcePlace?) { add(.carried, text, at: place) }

  /// Adds the lines of another account.
  public mutating func add(_ report: ImportReport) { for entry in report.entries { add(entry) } }

  /// The entries of a kind.
  public func entries(_ kind: Kind) -> [Entry] { entries.filter { $0.kind == kind } }

  /// The account in plain words, ending with what to type next; `path` is the file that was written, nil: it was printed.
  public func summary(of program: String, written path: String?) -> String {
    let groups: [(Kind, String)] = [
      (.warning, "To be looked at in the files of \(program):"),
      (.approximated, "Carried over approximately:"), (.leftOut, "Not carried over:"),
    ]
    var lines: [String] = []
    for (kind, title) in groups where !entries(kind).isEmpty {
      lines += [title] + entries(kind).map { "  " + $0.line } + [""]
    }
    let counts = [
      Self.count(entries(.carried).count, "setting", "carried over"),
      Self.count(entries(.approximated).count, "setting", "approximated"),
      Self.count(entries(.leftOut).count, "setting", "left out"),
    ]
    lines.append("\(program): \(counts.joined(separator: ", ")).")
    guard let path else { return lines.joined(separator: "\n") }
    lines.append(
      "Written to \(path). Look at it with an editor; comments in it name the places that need one.")
    lines.append("Next: hyaline check, then hyaline, or hyaline reload if it runs already.")
    return lines.joined(separator: "\n")
  }

  private static func count(_ number: Int, _ noun: String, _ participle: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s") \(participle)"
  }
}
