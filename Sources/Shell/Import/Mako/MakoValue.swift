/// Reads values of mako's options.
enum MakoValue {
  /// Distances to four edges.
  struct Edges: Equatable {
    var top: Int
    var right: Int
    var bottom: Int
    var left: Int

    /// The greater one of the distances to the left and to the right edge.
    var horizontal: Int { max(left, right) }
    /// The greater one of the distances to the top and to the bottom edge.
    var vertical: Int { max(top, bottom) }
    /// The greatest distance.
    var greatest: Int { max(horizontal, vertical) }
    /// Whether the four distances are equal.
    var isEven: Bool { top == right && right == bottom && bottom == left }
  }

  static func boolean(_ text: String) -> Bool? {
    switch text {
    case "true", "1": true
    case "false", "0": false
    default: nil
    }
  }

  /// Reads one to four distances between commas, in the order of CSS; sums of several are numbers too.
  static func edges(_ text: String) -> Edges? {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map {
      Int(String($0.withoutBlanks))?.clamped(to: -1_000_000...1_000_000)
    }
    guard !numbers.contains(nil), let all = numbers.compactMap(\.self).clockwise else { return nil }
    return Edges(top: all[0], right: all[1], bottom: all[2], left: all[3])
  }

  /// Reads `#RRGGBB` or `#RRGGBBAA`; returns it in capitals.
  static func colour(_ text: String) -> String? {
    let digits = text.unicodeScalars.dropFirst()
    guard text.hasPrefix("#"), digits.count == 6 || digits.count == 8,
      digits.allSatisfy({ $0.isASCII && Character($0).isHexDigit })
    else { return nil }
    return text.uppercased()
  }
}
