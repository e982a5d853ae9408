/// A text in English with the values in it, by which its translation is found.
///
/// The literal `"\(count) open"` has the key `{0} open`. A placeholder is the number of a value in the English text, so that a
/// translation may put the values in another order. Braces without a number stay as they are.
public struct Phrase: ExpressibleByStringInterpolation, Equatable, Sendable {
  /// The English text, with `{0}`, `{1}` and so on in place of the values.
  public var key: String
  /// The values, as they are written, each with controls of direction for itself alone.
  public var values: [String]

  public init(stringLiteral text: String) { (key, values) = (text, []) }

  public init(stringInterpolation text: StringInterpolation) { (key, values) = (text.key, text.values) }

  /// The parts of a literal while the phrase is made of them.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var key = ""
    fileprivate var values: [String] = []

    public init(literalCapacity: Int, interpolationCount: Int) {}

    public mutating func appendLiteral(_ text: String) { key += text }

    public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      key += "{\(values.count)}"
      values.append(value.description.withOwnDirections)
    }
  }

  /// Returns a translation of the key with the values in place of the placeholders.
  func text(_ translation: String) -> String {
    if values.isEmpty { return translation }
    var text = ""
    var rest = translation[...]
    while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
      let place = Int(rest[rest.index(after: start)..<end])
      text += rest[..<start]
      text += place.flatMap { values.indices.contains($0) ? values[$0] : nil } ?? String(rest[start...end])
      rest = rest[rest.index(after: end)...]
    }
    return text + rest
  }
}
