/// Reads values of dunst's options.
enum DunstValue {
  static func boolean(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "true", "yes", "on", "1", "y": true
    case "false", "no", "off", "0", "n": false
    default: nil
    }
  }

  /// Reads a whole number; a fraction is dropped.
  static func number(_ text: String) -> Int? {
    Double(text).flatMap { $0.magnitude < 1e9 ? Int($0) : nil }
  }

  /// Reads a duration in seconds: `900ms`, `3s`, `2m`, `1h`, `1d`, or a number of seconds.
  static func seconds(_ text: String) -> Double? {
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == "-") }
    guard let number = Double(String(digits)), number.magnitude < 1e9 else { return nil }
    switch text.dropFirst(digits.count).withoutBlanks {
    case "ms": return number / 1000
    case "", "s": return number
    case "m": return number * 60
    case "h": return number * 3600
    case "d": return number * 86400
    default: return nil
    }
  }

  /// Reads a colour: `#RGB`, `#RRGGBB` or `#RRGGBBAA`; returns it with two digits for each channel, in capitals.
  static func colour(_ text: String) -> String? {
    let digits = text.dropFirst()
    guard text.hasPrefix("#"), digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return nil }
    switch digits.count {
    case 3, 4: return "#" + digits.map { "\($0)\($0)" }.joined().uppercased()
    case 6, 8: return text.uppercased()
    default: return nil
    }
  }

  /// Reads one number or two of a pair: `(0, 300)`, `10x50`, `-24+36`.
  static func numbers(_ text: String) -> [Int]? {
    var numbers: [Int] = []
    var word = ""
    func isSign(_ character: Character) -> Bool { character == "-" || character == "+" }
    for character in text + " " {
      if character.isASCII,
        character.isNumber || isSign(character) && (word.isEmpty || word.count == 1 && isSign(word.first!))
      {
        word.append(character)
        continue
      }
      if !word.isEmpty {
        guard let number = Int(word) else { return nil }
        numbers.append(number)
        word = ""
      }
      if isSign(character) { word.append(character) }
      guard isSign(character) || "() ,x\t".contains(character) else { return nil }
    }
    return numbers
  }

  /// Reads the old option `geometry`: `WIDTHxHEIGHT±X±Y`, of which all but the place may be missing.
  struct Geometry: Equatable {
    var width: Int?
    /// The greatest number of notifications.
    var count: Int?
    var x: Int
    var y: Int
    var isAtRight: Bool
    var isAtBottom: Bool

    init?(_ text: String) {
      guard let start = text.firstIndex(where: { $0 == "+" || $0 == "-" }) else { return nil }
      // A width that begins with a minus is one that dunst reduces to the screen's width.
      let head = text[..<start].withoutBlanks
      let tail = text[start...]
      guard let second = tail.dropFirst().firstIndex(where: { $0 == "+" || $0 == "-" }),
        let x = Int(String(tail[..<second]).dropFirst()), let y = Int(String(tail[second...]).dropFirst())
      else { return nil }
      (self.x, self.y) = (x, y)
      isAtRight = tail.first == "-"
      isAtBottom = tail[second] == "-"
      if let (width, count) = head.parted(at: "x") {
        self.width = Int(String(width))
        self.count = Int(String(count))
      } else {
        width = Int(String(head))
      }
    }
  }
}
