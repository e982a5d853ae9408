/// Features of an OpenType font, such as other forms of letters.
public struct FontFeatures: Equatable, Hashable, Sendable {
  /// The features with commas between them, as Pango and CSS write them: `ss01, zero=1`.
  public let text: String

  /// Reads features with commas between them: a tag of four letters or digits, perhaps after a sign that turns it on or off, or
  /// before a value. Returns nil for any other text.
  public init?(_ text: String) {
    guard text.utf8.count <= 200 else { return nil }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.allSatisfy(Self.isFeature) else { return nil }
    self.text = text
  }

  /// Divides the name of a font from the features after its last `#`, as Pango 1.56 writes them: `Inter 11 #ss01,zero=1`. The name
  /// has no features if its last word is another one.
  public static func divided(_ font: String) -> (name: String, features: FontFeatures?) {
    let word = font.split(separator: " ").last ?? ""
    guard word.first == "#", let features = FontFeatures(String(word.dropFirst())) else { return (font, nil) }
    let end = font.reversed().prefix { $0 == " " }.count
    return (String(font.dropLast(word.count + end)), features)
  }

  private static func isFeature(_ part: Substring) -> Bool {
    let word = part.split(separator: " ")
    guard word.count == 1, var rest = word.first else { return false }
    if rest.first == "+" || rest.first == "-" { rest.removeFirst() }
    let tag = rest.prefix { $0 != "=" }
    guard tag.utf8.count == 4, tag.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) else {
      return false
    }
    let value = rest.dropFirst(tag.count + 1)
    if tag.count == rest.count { return true }
    return ["on", "off"].contains(value) || UInt16(value) != nil && value.first != "+"
  }
}
