/// What a rule looks for in a text: a glob for the whole of it, or a regular expression for any part.
///
/// Whether a text matches depends on nothing else. The time that it takes is bounded, whatever the pattern and the text.
public struct TextPattern: Equatable, Hashable, Sendable, CustomStringConvertible {
  /// As written: `Signal*`, or `/^re: /i`.
  public let description: String
  private let form: Form

  private enum Form: Sendable {
    case glob(Glob)
    case expression(RegularExpression)
  }

  /// Why a pattern is none, in words.
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
    guard scalars.count <= Self.longest else { throw Mistake(words: "at most \(Self.longest) characters") }
    guard !scalars.contains("\0") else { throw Mistake(words: "a NUL character") }
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

  /// Whether the pattern is found in `text`.
  public func matches(_ text: String) -> Bool {
    switch form {
    case .glob(let glob): glob.matches(text)
    case .expression(let expression): expression.search(text) == .found
    }
  }

  /// What the groups of an expression find in `text`, nine of them, empty where they find nothing; none for a glob. Nil: the
  /// pattern is not found.
  func groups(in text: String) -> [String]? {
    switch form {
    case .glob(let glob): glob.matches(text) ? [] : nil
    case .expression(let expression): expression.groups(in: text)
    }
  }

  public static func == (a: Self, b: Self) -> Bool { a.description == b.description }
  public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}
