public import TextProcessing

/// A condition on a field, as in `when` of a state: `percent = "<= 20"`.
public struct FieldCondition: Equatable, Sendable {
  /// The test that the field's value must pass.
  public enum Test: Equatable, Sendable {
    case number(Comparison, Double)
    case text(String, isEqual: Bool)
    /// A glob with `*` and `?` that matches the whole text.
    case pattern(TextPattern, isMatch: Bool)
    case bool(Bool)
  }

  /// The operator that compares numbers.
  public enum Comparison: String, CaseIterable, Equatable, Sendable {
    // Operators of two characters come first, since they begin with shorter ones.
    case lessOrEqual = "<="
    case greaterOrEqual = ">="
    case notEqual = "!="
    case equal = "=="
    case less = "<"
    case greater = ">"
    case same = "="
  }

  /// A mistake in a condition.
  public enum Mistake: Error, Equatable, Sendable {
    case unknownField(String)
    /// The value cannot be compared with such a field; `expected` describes values that can.
    case wrongTest(expected: String)
  }

  /// The value of a condition in a settings file.
  public enum Operand: Equatable, Sendable {
    case text(String)
    case number(Double)
    case bool(Bool)
  }

  public var field: String
  public var test: Test

  /// Reads the condition on a field among `fields`.
  public init(_ name: String, _ operand: Operand, fields: [FieldSummary]) throws(Mistake) {
    guard let field = fields.first(where: { $0.describes(name) }) else { throw .unknownField(name) }
    self.field = name
    test = try Self.test(operand, field.type)
  }

  /// Whether the condition holds for these values; it does not if the field is missing.
  public func holds(in fields: [String: FieldValue]) -> Bool {
    guard let value = fields[field] else { return false }
    switch test {
    case .number(let comparison, let limit): return value.number.map { comparison.holds($0, limit) } ?? false
    case .text(let text, let isEqual):
      return value.plainText.map { ($0 == text) == isEqual } ?? false
    case .pattern(let pattern, let isMatch):
      return value.plainText.map { pattern.matches($0) == isMatch } ?? false
    case .bool(let bool):
      if case .bool(let own) = value { return own == bool }
      return false
    }
  }

  private static func test(_ operand: Operand, _ type: FieldType) throws(Mistake) -> Test {
    switch type {
    case .integer, .real, .duration:
      if case .number(let number) = operand { return .number(.equal, number) }
      if case .text(let text) = operand, let test = comparison(text) { return test }
      throw .wrongTest(expected: "a comparison with a number such as \"<= 20\"")
    case .text:
      guard case .text(let text) = operand else {
        throw .wrongTest(expected: "a text such as \"charging\", \"!charging\" or \"mail*\"")
      }
      return try self.test(text)
    case .bool:
      switch operand {
      case .bool(let bool): return .bool(bool)
      case .text("true"): return .bool(true)
      case .text("false"): return .bool(false)
      default: throw .wrongTest(expected: "true or false")
      }
    case .list, .icons, .time:
      throw .wrongTest(expected: "another field: a \(type.rawValue) cannot be compared")
    }
  }

  /// The test of a text: one that is equal, or, behind `!`, one that is not; `*` and `?` make it a pattern, unless `==` is in
  /// front of it.
  private static func test(_ text: String) throws(Mistake) -> Test {
    let signs = ["!=", "==", "=", "!"]
    guard let sign = signs.first(where: text.hasPrefix) else { return try test(text, isEqual: true) }
    let rest = trimmed(text.dropFirst(sign.count))
    return sign == "==" ? .text(rest, isEqual: true) : try test(rest, isEqual: sign == "=")
  }

  private static func test(_ text: String, isEqual: Bool) throws(Mistake) -> Test {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") }) else {
      return .text(text, isEqual: isEqual)
    }
    do throws(TextPattern.Mistake) {
      return .pattern(try TextPattern(glob: text), isMatch: isEqual)
    } catch {
      throw .wrongTest(expected: "a pattern (\(error.words))")
    }
  }

  private static func comparison(_ text: String) -> Test? {
    let text = trimmed(text[...])
    let signs = Comparison.allCases.map { ($0.rawValue, $0) } + [("!", .notEqual)]
    let (sign, comparison) = signs.first { text.hasPrefix($0.0) } ?? ("", .equal)
    guard let number = Double(trimmed(text.dropFirst(sign.count))), number.isFinite else { return nil }
    return .number(comparison, number)
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text.drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}

extension FieldCondition.Comparison {
  func holds(_ value: Double, _ limit: Double) -> Bool {
    switch self {
    case .lessOrEqual: value <= limit
    case .greaterOrEqual: value >= limit
    case .notEqual: value != limit
    case .equal, .same: value == limit
    case .less: value < limit
    case .greater: value > limit
    }
  }
}
