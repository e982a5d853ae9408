/// A pattern that a rule looks for in a text: a glob for the whole of it, or a regular
/// expression for any part.
///
/// The result depends on nothing else, and the time of a match is bounded for every pattern and text.
public struct TextPattern: Equatable, Hashable, Sendable, CustomStringConvertible {
  /// The pattern as it was written: `Signal*`, or `/^re: /i`.
  public let description: String
  private let form: Form

  private enum Form: Sendable {
    case glob(Glob)
    case expression(RegularExpression)
  }

  /// Why a text is no valid pattern, in words.
  public struct Mistake: Error, Equatable, Sendable {
    public var words: String

    public init(words: String) { self.words = words }
  }

  /// The longest pattern, in Unicode scalars.
  static let longest = 1024

  /// Reads `/…/` and `/…/i` as a regular expression, everything else as a glob with `*`, `?` and `[a-z]`.
  public init(_ description: String) throws(Mistake) {
    self.description = description
    let scalars = description.unicodeScalars
    try Self.check(description)
    if scalars.first == "/", let end = scalars.lastIndex(of: "/"), end > scalars.startIndex,
      scalars[scalars.index(after: end)...].allSatisfy({ $0 == "i" })
    {
      let isCaseless = scalars.index(after: end) < scalars.endIndex
      let text = String(scalars[scalars.index(after: scalars.startIndex)..<end])
      form = .expression(try RegularExpression(text, isCaseless: isCaseless))
    } else {
      form = .glob(try Glob(description))
    }
  }

  /// Reads a glob, also one that begins with a slash.
  public init(glob: String) throws(Mistake) {
    try Self.check(glob)
    description = glob
    form = .glob(try Glob(glob))
  }

  private static func check(_ text: String) throws(Mistake) {
    guard text.unicodeScalars.count <= longest else { throw Mistake(words: "at most \(longest) characters") }
    guard !text.unicodeScalars.contains("\0") else { throw Mistake(words: "a NUL character") }
  }

  /// Whether the pattern is found in `text`.
  public func matches(_ text: String) -> Bool {
    switch form {
    case .glob(let glob): glob.matches(text)
    case .expression(let expression): expression.search(text) == .found
    }
  }

  /// The texts that the nine groups of an expression match in `text`, empty for a group without a match; no
  /// texts for a glob; nil if the pattern is not found.
  func groups(in text: String) -> [String]? {
    switch form {
    case .glob(let glob): glob.matches(text) ? [] : nil
    case .expression(let expression): expression.groups(in: text)
    }
  }

  public static func == (a: Self, b: Self) -> Bool { a.description == b.description }
  public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}
