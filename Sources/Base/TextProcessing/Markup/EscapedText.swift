extension String {
  /// The text with references in place of the characters that markup would read as its own; those of an attribute's value
  /// include the quotation marks.
  ///
  /// A combining mark makes one `Character` with the `<` before it, which begins a tag all the same.
  public func escapedForMarkup(inAttribute: Bool = false) -> String {
    var result = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"" where inAttribute: result += "&quot;"
      case "'" where inAttribute: result += "&apos;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
