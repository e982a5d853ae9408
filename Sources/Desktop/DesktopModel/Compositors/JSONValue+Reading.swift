import TextProcessing

extension JSONValue {
  /// The elements of an array; nil for other values.
  var elements: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The value as an integer; nil if it is no whole number or out of range.
  var integer: Int? { number.flatMap { Int(exactly: $0) } }

  /// The value as a text; nil if it is no text or an empty one.
  var nonEmptyString: String? { string.flatMap { $0.isEmpty ? nil : $0 } }
}
