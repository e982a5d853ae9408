import JSON

extension JSONValue {
  /// The elements of an array; nil if it is none.
  var elements: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// A whole number that fits; nil if it is none.
  var integer: Int? { number.flatMap { Int(exactly: $0) } }

  /// A text that is not empty.
  var text: String? { string.flatMap { $0.isEmpty ? nil : $0 } }
}
