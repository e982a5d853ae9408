/// Reads the regular expressions of POSIX (extended) with `\d`, `\w`, `\s` and `\b`; without back references, which
/// would cost exponential time.
struct RegexParser {
  private let text: [Unicode.Scalar]
  private let isFolding: Bool
  private(set) var at: Int
  private var depth = 0
  /// Groups in groups.
  private static let deepest = 32
  private static let mostRepeats = 255

  private typealias Step = PatternProgram.Step

  init(_ text: [Unicode.Scalar], isFolding: Bool, at: Int = 0) {
    self.text = text
    self.isFolding = isFolding
    self.at = at
  }

  mutating func program() throws(TextPattern.Mistake) -> PatternProgram {
    let steps = try alternatives()
    guard at == text.count else { throw mistake("\")\" without \"(\"") }
    return PatternProgram(steps: steps + [.found], isFolding: isFolding)
  }

  private mutating func alternatives() throws(TextPattern.Mistake) -> [Step] {
    var result = try sequence()
    while take("|") {
      let other = try sequence()
      result = [.split(1, result.count + 2)] + result + [.jump(other.count + 1)] + other
    }
    return result
  }

  private mutating func sequence() throws(TextPattern.Mistake) -> [Step] {
    var result: [Step] = []
    while at < text.count, text[at] != "|", text[at] != ")" {
      let piece = try atom()
      result += try repeated(piece)
      guard result.count <= PatternProgram.longest else { throw mistake("too long once written out") }
    }
    return result
  }

  private mutating func atom() throws(TextPattern.Mistake) -> [Step] {
    let scalar = text[at]
    at += 1
    switch scalar {
    case "(":
      depth += 1
      guard depth <= Self.deepest else { throw mistake("groups nested more than \(Self.deepest) deep") }
      if take("?"), !take(":") { throw mistake("\"(?\" is not known; only \"(?:\"") }
      let inner = try alternatives()
      guard take(")") else { throw mistake("\"(\" without \")\"") }
      depth -= 1
      return inner
    case "[": return [.set(try set(negation: ["^"]))]
    case ".": return [.any]
    case "^": return [.start]
    case "$": return [.end]
    case "*", "+", "?", "{": throw mistake("\"\(scalar)\" has nothing to repeat")
    case "\\": return [try escaped()]
    default: return [.scalar(isFolding ? scalar.folded : scalar)]
    }
  }

  private mutating func escaped() throws(TextPattern.Mistake) -> Step {
    guard at < text.count else { throw mistake("\"\\\" at the end") }
    let scalar = text[at]
    at += 1
    switch scalar {
    case "d": return .set(.digits)
    case "D": return .set(.digits.negated())
    case "w": return .set(.word)
    case "W": return .set(.word.negated())
    case "s": return .set(.space)
    case "S": return .set(.space.negated())
    case "b": return .wordEdge(true)
    case "B": return .wordEdge(false)
    case "n": return .scalar("\n")
    case "t": return .scalar("\t")
    default:
      guard !scalar.properties.isAlphabetic, !("0"..."9").contains(scalar) else {
        throw mistake("\"\\\(scalar)\" is not known")
      }
      return .scalar(scalar)
    }
  }

  private mutating func repeated(_ piece: [Step]) throws(TextPattern.Mistake) -> [Step] {
    var piece = piece
    while at < text.count {
      let (least, most): (Int, Int?)
      switch text[at] {
      case "*": (least, most) = (0, nil)
      case "+": (least, most) = (1, nil)
      case "?": (least, most) = (0, 1)
      case "{": (least, most) = try bounds()
      default: return piece
      }
      at += 1
      guard piece.count * max(least, most ?? 1, 1) <= PatternProgram.longest else {
        throw mistake("too long once written out")
      }
      piece = Self.times(piece, least, most)
      // Greedy or not makes no difference to whether something is found.
      if at < text.count, text[at] == "?" { at += 1 }
    }
    return piece
  }

  private static func times(_ piece: [Step], _ least: Int, _ most: Int?) -> [Step] {
    var result = Array(repeatElement(piece, count: least).joined())
    guard let most else { return result + [.split(1, piece.count + 2)] + piece + [.jump(-piece.count - 1)] }
    for _ in least..<max(least, most) { result += [.split(1, piece.count + 1)] + piece }
    return result
  }

  /// `{2}`, `{2,}` and `{2,3}`; leaves the brace that closes.
  private mutating func bounds() throws(TextPattern.Mistake) -> (Int, Int?) {
    at += 1
    guard let least = number() else { throw mistake("a number is expected after \"{\"") }
    var most: Int? = least
    if take(",") { most = number() }
    guard at < text.count, text[at] == "}" else { throw mistake("\"{\" without \"}\"") }
    guard least <= Self.mostRepeats, most ?? 0 <= Self.mostRepeats, most ?? least >= least else {
      throw mistake("repetitions go from 0 to \(Self.mostRepeats), the smaller first")
    }
    return (least, most)
  }

  private mutating func number() -> Int? {
    var value: Int?
    while at < text.count, ("0"..."9").contains(text[at]) {
      value = min((value ?? 0) * 10 + Int(text[at].value - 0x30), 100_000)
      at += 1
    }
    return value
  }

  /// What follows `[`, up to and with `]`.
  mutating func set(negation: [Unicode.Scalar]) throws(TextPattern.Mistake) -> ScalarSet {
    var set = ScalarSet()
    if at < text.count, negation.contains(text[at]) {
      set.isNegated = true
      at += 1
    }
    var isFirst = true
    while true {
      guard at < text.count else { throw mistake("\"[\" without \"]\"") }
      if text[at] == "]", !isFirst { break }
      isFirst = false
      let low = try member(&set)
      guard let low else { continue }
      var high = low
      if at + 1 < text.count, text[at] == "-", text[at + 1] != "]" {
        at += 1
        guard let end = try member(&set), end.value >= low.value else {
          throw mistake("a range goes from low to high")
        }
        high = end
      }
      set.ranges.append(low.value...high.value)
      if isFolding, low.folded.value <= high.folded.value {
        set.ranges.append(low.folded.value...high.folded.value)
      }
    }
    at += 1
    return set
  }

  /// Nil for a class, which it adds.
  private mutating func member(_ set: inout ScalarSet) throws(TextPattern.Mistake) -> Unicode.Scalar? {
    let scalar = text[at]
    at += 1
    guard scalar == "\\", at < text.count else { return scalar }
    switch try escaped() {
    case .scalar(let scalar): return scalar
    case .set(let more) where !more.isNegated:
      set.ranges += more.ranges
      return nil
    default: throw mistake("such a class cannot stand in \"[]\"")
    }
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard at < text.count, text[at] == scalar else { return false }
    at += 1
    return true
  }

  private func mistake(_ words: String) -> TextPattern.Mistake { TextPattern.Mistake(words: words) }
}
