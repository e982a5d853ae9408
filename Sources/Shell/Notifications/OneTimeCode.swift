/// Finds the code of a message that a user has to type somewhere else, such as one for signing in.
enum OneTimeCode {
  /// Parts of words that messages with codes have, in lower case and in several languages.
  private static let words = [
    "code", "passcode", "otp", "2fa", "verif", "authenti", "one-time", "kod", "código", "codice", "tan",
    "pin",
    "einmal", "verifizier", "sign in", "log in", "login",
  ]
  /// Words that are parts of many others, and count only by themselves.
  private static let shortWords: Set = ["tan", "pin", "otp", "kod", "2fa"]

  /// The code in a text; nil if there is none, or if several numbers may be one.
  ///
  /// A code has 4 to 8 digits, with a space or hyphen in their middle or without. Amounts, dates, times, years and parts of
  /// longer numbers are none.
  static func find(in text: String) -> String? {
    guard mentionsCode(text) else { return nil }
    var found: [String] = []
    for token in tokens(text) {
      guard let code = code(token), !found.contains(code) else { continue }
      found.append(code)
    }
    return found.count == 1 ? found[0] : nil
  }

  private static func mentionsCode(_ text: String) -> Bool {
    let lower = text.lowercased()
    let parts = Set(lower.split { !$0.isLetter && !$0.isNumber }.map(String.init))
    let bytes = Array(lower.utf8)
    return words.contains {
      shortWords.contains($0) ? parts.contains($0) : isFound(Array($0.utf8), in: bytes)
    }
  }

  /// Whether bytes occur among others, one behind the other.
  private static func isFound(_ part: [UInt8], in bytes: [UInt8]) -> Bool {
    guard part.count <= bytes.count else { return false }
    return (0...bytes.count - part.count).contains { bytes[$0..<$0 + part.count].elementsEqual(part) }
  }

  /// The words with digits, without signs of a sentence at their ends; two groups of three digits are one word.
  private static func tokens(_ text: String) -> [Substring] {
    var tokens: [Substring] = []
    for word in text.split(whereSeparator: \.isWhitespace) {
      let token = word.trimmed
      if let last = tokens.last, isGroup(last), isGroup(word.trimmed), last.endIndex < word.startIndex,
        text[last.endIndex..<word.startIndex] == " "
      {
        tokens[tokens.count - 1] = text[last.startIndex..<token.endIndex]
      } else {
        tokens.append(token)
      }
    }
    return tokens
  }

  private static func isGroup(_ token: Substring) -> Bool {
    token.utf8.count == 3 && token.utf8.allSatisfy(isDigit)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func code(_ token: Substring) -> String? {
    var digits = token
    // Some services put letters and a hyphen before their codes, which are not typed.
    if let hyphen = token.firstIndex(of: "-"), token[..<hyphen].count <= 2,
      token[..<hyphen].allSatisfy(\.isLetter)
    {
      digits = token[token.index(after: hyphen)...]
    }
    let groups = digits.split(separator: digits.contains(" ") ? " " : "-", omittingEmptySubsequences: false)
    guard groups.count == 1 || groups.count == 2 && groups[0].count == groups[1].count,
      groups.allSatisfy({ $0.utf8.allSatisfy(isDigit) && !$0.isEmpty })
    else { return nil }
    let code = groups.joined()
    guard (4...8).contains(code.count) else { return nil }
    let isYear = code.count == 4 && (code.hasPrefix("19") || code.hasPrefix("20"))
    return isYear ? nil : code
  }
}

extension Substring {
  /// The word without signs of a sentence at its ends.
  fileprivate var trimmed: Substring {
    func isSign(_ character: Character) -> Bool { ".,:;!?\"'()[]<>«»„“”*".contains(character) }
    var rest = drop(while: isSign)
    while let last = rest.last, isSign(last) { rest.removeLast() }
    return rest
  }
}
