extension String {
  /// Returns at most `characters` characters from the beginning of the text. A character may have any number of
  /// combining marks, of which a hostile program may send millions, so the number of Unicode scalars is limited to
  /// eight times as many.
  func beginning(_ characters: Int) -> String {
    if utf8.count <= characters { return self }
    return String(String(unicodeScalars.prefix(characters * 8)).prefix(characters))
  }
}
