extension Sequence<String> {
  /// Returns a list of names that other programs have given, none of which can change the direction of the others.
  public func listed() -> String { map(\.withOwnDirections).joined(separator: ", ") }

  /// Returns a line of the texts beside one another in the order of the user's language, without those that are empty.
  ///
  /// A catalogue of a language that is written from right to left has marks in the phrase, so that the first text is at the right even
  /// if it is a name in Latin letters.
  public func localizedLine() -> String {
    reduce("") { line, text in
      line.isEmpty ? text : text.isEmpty ? line : localized("\(line) · \(text)")
    }
  }
}
