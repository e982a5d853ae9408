/// What a rule looks for in a text: a glob for the whole of it, or a regular expression for any part.
///
/// Matching takes time in proportion to the text, whatever the pattern and the text are.
public struct TextPattern: Equatable, Hashable, Sendable, CustomStringConvertible {
  /// As written: `Signal*`, or `/^re: /i`.
  public let description: String
  let program: PatternProgram

  /// Why a pattern is none, in words.
  public struct Mistake: Error, Equatable, Sendable {
    public var words: String
  }

  /// Reads `/…/` and `/…/i` as a regular expression, everything else as a glob with `*`, `?` and `[a-z]`.
  public init(_ description: String) throws(Mistake) {
    self.description = description
    let scalars = Array(description.unicodeScalars)
    guard scalars.count <= 1024 else { throw Mistake(words: "at most 1024 characters") }
    if scalars.first == "/", let end = scalars.lastIndex(of: "/"), end > 0,
      scalars[(end + 1)...].allSatisfy({ $0 == "i" })
    {
      let isFolding = end + 1 < scalars.count
      var parser = RegexParser(Array(scalars[1..<end]), isFolding: isFolding)
      program = try parser.program()
    } else {
      program = try PatternProgram(glob: scalars)
    }
  }

  /// Whether the pattern is found in `text`.
  public func matches(_ text: String) -> Bool { program.matches(text) }

  public static func == (a: Self, b: Self) -> Bool { a.description == b.description }
  public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}

/// A set of characters.
struct ScalarSet: Sendable {
  var ranges: [ClosedRange<UInt32>] = []
  var isNegated = false

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    ranges.contains { $0.contains(scalar.value) } != isNegated
  }

  static let digits = ScalarSet(ranges: [0x30...0x39])
  static let word = ScalarSet(ranges: [
    0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A, 0xC0...0x24F, 0x370...0x10FFFF,
  ])
  static let space = ScalarSet(ranges: [0x09...0x0D, 0x20...0x20, 0x85...0x85, 0xA0...0xA0, 0x2028...0x2029])

  func negated() -> ScalarSet { ScalarSet(ranges: ranges, isNegated: !isNegated) }
}

/// A pattern as steps of a machine that is in many places at once (Thompson's construction), so that it never goes back.
struct PatternProgram: Sendable {
  enum Step: Sendable {
    case scalar(Unicode.Scalar)
    case any
    case set(ScalarSet)
    /// Both, relative to the step.
    case split(Int, Int)
    case jump(Int)
    case start
    case end
    case wordEdge(Bool)
    case found
  }

  /// So many that 8 KiB of text take some milliseconds.
  static let longest = 2000

  var steps: [Step]
  var isFolding = false
  /// A glob is matched from the first character to the last.
  var isAnchored = false

  func matches(_ text: String) -> Bool {
    var count = 0
    return matches(text, counting: &count)
  }

  /// Adds to `count` how often a place was looked at, which is what a match takes.
  func matches(_ text: String, counting count: inout Int) -> Bool {
    let scalars = text.unicodeScalars.map { isFolding ? $0.folded : $0 }
    var current = Places(steps.count)
    var next = Places(steps.count)
    for index in 0...scalars.count {
      if index == 0 || !isAnchored, follow(0, at: index, scalars, &current, &count) { return true }
      guard index < scalars.count else { return false }
      next.removeAll()
      count += current.list.count
      for place in current.list where accepts(place, scalars[index]) {
        if follow(place + 1, at: index + 1, scalars, &next, &count) { return true }
      }
      swap(&current, &next)
      if isAnchored, current.list.isEmpty { return false }
    }
    return false
  }

  private func accepts(_ place: Int, _ scalar: Unicode.Scalar) -> Bool {
    switch steps[place] {
    case .scalar(let wanted): wanted == scalar
    case .any: true
    case .set(let set): set.contains(scalar)
    default: false
    }
  }

  /// Adds the places that are reached from `first` without a character; true if the pattern is found.
  private func follow(
    _ first: Int, at index: Int, _ text: [Unicode.Scalar], _ places: inout Places, _ count: inout Int
  ) -> Bool {
    var pending = [first]
    while let place = pending.popLast() {
      count += 1
      guard places.insert(place) else { continue }
      switch steps[place] {
      case .found: if !isAnchored || index == text.count { return true }
      case .jump(let by): pending.append(place + by)
      case .split(let one, let other):
        pending.append(place + other)
        pending.append(place + one)
      case .start: if index == 0 { pending.append(place + 1) }
      case .end: if index == text.count { pending.append(place + 1) }
      case .wordEdge(let wanted):
        let before = index > 0 && ScalarSet.word.contains(text[index - 1])
        let after = index < text.count && ScalarSet.word.contains(text[index])
        if (before != after) == wanted { pending.append(place + 1) }
      case .scalar, .any, .set: break
      }
    }
    return false
  }
}

/// A set of small numbers that is emptied at no cost.
private struct Places {
  var list: [Int] = []
  private var marks: [Int]
  private var mark = 1

  init(_ count: Int) { marks = [Int](repeating: 0, count: count) }

  mutating func insert(_ place: Int) -> Bool {
    if marks[place] == mark { return false }
    marks[place] = mark
    list.append(place)
    return true
  }

  mutating func removeAll() {
    list.removeAll(keepingCapacity: true)
    mark += 1
  }
}

extension PatternProgram {
  /// `*` any characters, `?` one, `[a-z]` and `[!a-z]` one of a set, `\` takes away a meaning.
  init(glob: [Unicode.Scalar]) throws(TextPattern.Mistake) {
    steps = []
    isAnchored = true
    var at = 0
    while at < glob.count {
      switch glob[at] {
      case "*": steps += [.split(1, 3), .any, .jump(-2)]
      case "?": steps.append(.any)
      case "\\" where at + 1 < glob.count:
        at += 1
        steps.append(.scalar(glob[at]))
      case "[":
        var parser = RegexParser(glob, isFolding: false, at: at + 1)
        steps.append(.set(try parser.set(negation: ["!", "^"])))
        at = parser.at - 1
      default: steps.append(.scalar(glob[at]))
      }
      at += 1
    }
    steps.append(.found)
  }
}

extension Unicode.Scalar {
  /// The lower case, where it is one character.
  var folded: Unicode.Scalar {
    if isASCII { return ("A"..."Z").contains(self) ? Unicode.Scalar(UInt8(value) | 0x20) : self }
    let lower = properties.lowercaseMapping.unicodeScalars
    return lower.count == 1 ? lower.first! : self
  }
}
