extension String {
  /// The beginning of the text, of so many characters at most. A character of a text may have any number of marks, of which a
  /// hostile program may send millions: one that has too many is cut.
  func beginning(_ characters: Int) -> String {
    if utf8.count <= characters { return self }
    return String(String(unicodeScalars.prefix(characters * 8)).prefix(characters))
  }
}
