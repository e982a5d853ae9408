import TestSupport
import Testing

@testable import TextProcessing

struct JSONTests {
  nonisolated static let texts: [(String, JSONValue)] = [
    ("null", JSONValue.null), (" true ", true), ("false", false), ("0", 0), ("-0", 0), ("12", 12), ("-7", -7),
    ("1.5", 1.5), ("1e3", 1000), ("-1.25E-2", -0.0125), ("\"\"", ""), ("\"a b\"", "a b"),
    (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u00e9\u20AC""#, "é€"),
    (#""\ud83d\ude00!""#, "😀!"),
    (#""\ud83d \ude00\ud83d\ud83d\ude00""#, "\u{FFFD} \u{FFFD}\u{FFFD}😀"),
    (#""\ud83d""#, "\u{FFFD}"), (#""\ude00x""#, "\u{FFFD}x"), (#""\ud83d\u0041""#, "\u{FFFD}A"),
    ("\"é😀\"", "é😀"),
    ("[]", []), ("[1,[2], {}]", [1, [2], [:]]), ("{}", [:]),
    ("{\"a\":1,\"b\":{\"c\":null}}", ["a": 1, "b": ["c": nil]]),
    ("{\"a\":1,\"a\":2}", ["a": 2]), ("\t\r\n[ 1 , 2 ]\n", [1, 2]),
  ]

  @Test(arguments: texts)
  func `JSON texts are read as the values they describe`(text: String, value: JSONValue) throws {
    #expect(try JSONValue(parsing: text) == value)
    #expect(try JSONValue(tolerating: text) == value)
  }

  @Test(arguments: texts)
  func `members with other names are left out, wherever they are`(text: String, value: JSONValue) throws {
    #expect(try JSONValue(tolerating: Array(text.utf8), members: ["b", "é"]) == value.keeping(["b", "é"]))
    let inside = "{\"b\": [\(text), {\"\\u00e9\": 1, \"c\": \(text)}], \"c\": \(text)}"
    #expect(
      try JSONValue(tolerating: Array(inside.utf8), members: ["b", "é"])
        == ["b": [value.keeping(["b", "é"]), ["é": 1]]])
  }

  @Test(arguments: [
    ("", 0, "a value"), ("  ", 2, "a value"), ("nul", 0, "null"), ("truth", 0, "true"), ("1 2", 2, "the end"),
    ("01", 1, "the end"), ("-", 1, "a digit"), ("1.", 2, "a digit"), ("1e", 2, "a digit"),
    ("1e+", 3, "a digit"),
    ("+1", 0, "a value"), (".5", 0, "a value"), ("NaN", 0, "a value"),
    ("1e999", 0, "a number in the range of a double"),
    ("\"a", 2, "the end of a string"), ("\"\\x\"", 2, "an escape sequence"),
    ("\"\\u12g4\"", 5, "four hexadecimal digits"),
    ("\"\\u12", 5, "four hexadecimal digits"), ("\"\u{1}\"", 1, "no control character in a string"),
    ("[1", 2, "\",\" or \"]\""), ("[1,]", 3, "a value"), ("[", 1, "a value"), ("{\"a\"}", 4, "\":\""),
    ("{a:1}", 1, "a name in quotes"), ("{\"a\":1,}", 7, "a name in quotes"),
    ("{\"a\":1", 6, "\",\" or \"}\""),
    ("'a'", 0, "a value"), ("{", 1, "a name in quotes"),
  ])
  func `text that is not JSON is refused at the place of the mistake`(
    text: String, offset: Int, expected: String
  ) {
    #expect(throws: JSONError(offset: offset, expected: expected)) { try JSONValue(parsing: text) }
  }

  @Test func `invalid UTF-8 and deep nesting are refused`() {
    #expect(throws: JSONError(offset: 1, expected: "a string in UTF-8")) {
      try JSONValue(parsing: [0x5B, 0x22, 0xC3, 0x28, 0x22, 0x5D])
    }
    let fits = String(repeating: "[", count: 63) + "1" + String(repeating: "]", count: 63)
    #expect(throws: Never.self) { try JSONValue(parsing: fits) }
    #expect(throws: JSONError(offset: 64, expected: "at most 64 levels")) {
      try JSONValue(parsing: String(repeating: "[", count: 100_000))
    }
  }

  nonisolated static let departures: [(String, JSONValue)] =
    [
      ("[1,]", [1]), ("[[1 , ],]", [[1]]), ("{\"a\":1,}", ["a": 1]),
      ("{\"a\":{\"b\":2 ,\n},}", ["a": ["b": 2]]),
      ("\"a\tb\r\n\0\u{1B}c\"", "a\tb\r\n\0\u{1B}c"), (#""\q\'\ü""#, "q'ü"), ("\"a\\\nb\"", "a\nb"),
      (#""\xc3\xa9 \x41 \xc7\xe5\xbb  ""#, "é A \u{FFFD}\u{FFFD}  "), (#""\x4 \xg1 \x""#, "x4 xg1 x"),
      (#""\xe2\u00e9""#, "\u{FFFD}é"), (#""\x22""#, "\""),
      (#""\u12g4 \u12""#, "u12g4 u12"), (#""\ud83d\u12""#, "\u{FFFD}u12"),
      ("007", 7), ("[-01.5, .5, -.25]", [-1.5, 0.5, -0.25]),
      ("[NaN, -Infinity, Infinity, 1e999]", [nil, nil, nil, nil]),
      ("\u{FEFF}[]", []), ("\u{FEFF} {}", [:]),
    ]

  nonisolated static let bytes: [([UInt8], JSONValue)] =
    [
      ([0x22, 0x63, 0xE9, 0x20, 0x78, 0x22], "c\u{FFFD} x"), ([0x22, 0xC3, 0x28, 0x22], "\u{FFFD}("),
      ([0x22, 0xE2, 0x82, 0x22], "\u{FFFD}"), ([0x22, 0xF0, 0x9F, 0x98, 0x41, 0x22], "\u{FFFD}A"),
      ([0x22, 0xED, 0xA0, 0x80, 0x22], "\u{FFFD}\u{FFFD}\u{FFFD}"),
      ([0x22, 0xFF, 0xC0, 0x80, 0x22], "\u{FFFD}\u{FFFD}\u{FFFD}"),
      ([0x22, 0xF5, 0x80, 0xE2, 0x82, 0xAC, 0x22], "\u{FFFD}\u{FFFD}€"),
      ([0x22, 0x5C, 0xE9, 0x22], "\u{FFFD}"), ([0x7B, 0x22, 0xE9, 0x22, 0x3A, 0x31, 0x7D], ["\u{FFFD}": 1]),
    ]

  @Test(arguments: departures.map { (Array($0.0.utf8), $0.1) } + bytes)
  func `texts of other programs may depart from JSON, and ours may not`(text: [UInt8], value: JSONValue)
    throws
  {
    #expect(try JSONValue(tolerating: text) == value)
    #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
    // Members that are not kept are read by the same rules.
    let member = Array("{\"x\":".utf8) + text.drop { $0 > 0x7F } + Array(", \"é\": 1}".utf8)
    #expect(try JSONValue(tolerating: member, members: ["é"]) == ["é": 1])
  }

  @Test(arguments: [
    ("", 0, "a value"), ("[,]", 1, "a value"), ("[1,,]", 3, "a value"), ("{,}", 1, "a name in quotes"),
    ("[1,}", 3, "a value"), ("{\"a\":,}", 5, "a value"), ("-", 1, "a digit"), (".", 1, "a digit"),
    ("1.", 2, "a digit"), ("\"\\", 2, "the end of a string"), ("\"a", 2, "the end of a string"),
    ("'a'", 0, "a value"), ("NaN1", 3, "the end"),
  ])
  func `a text of another program that says nothing is refused at the place of the mistake`(
    text: String, offset: Int, expected: String
  ) {
    #expect(throws: JSONError(offset: offset, expected: expected)) { try JSONValue(tolerating: text) }
  }

  nonisolated static let values: [(JSONValue, String)] = [
    (JSONValue.null, "null"), (1, "1"), (-2.5, "-2.5"), (1e300, "1e+300"), (.number(.infinity), "null"),
    (9_007_199_254_740_992, "9007199254740992"),
    ("a\"\\/\n\r\t\u{1}\u{1F}é😀", #""a\"\\/\n\r\t\u0001\u001fé😀""#),
    (["b": [true, nil], "a": [:], "c": []], #"{"a":{},"b":[true,null],"c":[]}"#),
  ]

  @Test(arguments: values)
  func `values are printed on one line with sorted names`(value: JSONValue, text: String) {
    #expect("\(value)" == text)
  }

  @Test(arguments: DailySeeds.first(50) as [UInt64])
  func `a value that was printed is read back as it was`(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    func value(depth: Int) -> JSONValue {
      switch Int.random(in: 0..<(depth > 4 ? 4 : 6), using: &random) {
      case 0: return .null
      case 1: return .bool(.random(using: &random))
      case 2: return .number(Double(bitPattern: random.next() & 0xBFFF_FFFF_FFFF_FFFF))
      case 3: return .string(text())
      case 4: return .array((0..<Int.random(in: 0..<5, using: &random)).map { _ in value(depth: depth + 1) })
      default:
        let count = Int.random(in: 0..<5, using: &random)
        return .object(
          Dictionary((0..<count).map { _ in (text(), value(depth: depth + 1)) }) { _, last in last })
      }
    }
    func text() -> String {
      let scalars = (0..<Int.random(in: 0..<9, using: &random)).compactMap { _ in
        Unicode.Scalar(UInt32.random(in: 0...(Bool.random(using: &random) ? 0x7F : 0x10FFFF), using: &random))
      }
      return String(String.UnicodeScalarView(scalars))
    }
    let original = value(depth: 0)
    #expect(try JSONValue(parsing: "\(original)") == original, "seed \(seed)")
  }

  @Test(arguments: DailySeeds.first(50) as [UInt64])
  func `random bytes neither trap nor hang`(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let alphabet = Array(#"{}[]":,\u0123456789abcdefEnt-+. "#.utf8) + [0xFF, 0xC3, 0xA9, 0x00]
    for _ in 0..<200 {
      let bytes = (0..<Int.random(in: 0..<40, using: &random)).compactMap { _ in
        alphabet.randomElement(using: &random)
      }
      let value = try? JSONValue(parsing: bytes)
      if let value { #expect((try? JSONValue(parsing: "\(value)")) == value) }
      let tolerated = try? JSONValue(tolerating: bytes)
      if let tolerated { #expect((try? JSONValue(parsing: "\(tolerated)")) == tolerated) }
      if let value { #expect(tolerated == value, "what is JSON is read as it is") }
      // A member that is not kept is checked nevertheless.
      let member = Array("{\"x\":".utf8) + bytes + Array("}".utf8)
      #expect(
        (try? JSONValue(tolerating: member, members: []))
          == (try? JSONValue(tolerating: member)).map { _ in [:] })
    }
  }
}

extension JSONValue {
  /// The value without the members of objects that have other names.
  fileprivate func keeping(_ names: [String]) -> JSONValue {
    switch self {
    case .array(let elements): .array(elements.map { $0.keeping(names) })
    case .object(let members):
      .object(members.filter { names.contains($0.key) }.mapValues { $0.keeping(names) })
    default: self
    }
  }
}
