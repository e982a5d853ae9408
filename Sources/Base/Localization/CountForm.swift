/// The form of short counts beside other texts.
public enum CountForm {
  /// Returns the texts at the end of the first line of a message: the number of times that it came, that of the others behind it, and
  /// its age in words.
  ///
  /// A number of times below two, a number of others below one and an empty age are left out.
  public static func line(times: Int, behind: Int = 0, age: String) -> String {
    [times > 1 ? signed("×", times) : "", behind > 0 ? signed("+", behind) : "", age]
      .filter { !$0.isEmpty }.joined(separator: "  ")
  }

  /// Returns a number after its sign, which stays at its left beside letters that are written from right to left.
  private static func signed(_ sign: String, _ number: Int) -> String { "\u{2066}\(sign)\(number)\u{2069}" }
}
