/// The values that an option takes, as far as their types tell it: what a JSON Schema can express.
public indirect enum ValueShape: Equatable, Sendable {
  /// Any text; `isEmptyAllowed`: it may be empty.
  case string(isEmptyAllowed: Bool)
  /// One of some texts.
  case names([String])
  case integer(ClosedRange<Int>)
  case number(ClosedRange<Double>)
  case boolean
  /// The value true alone.
  case yes
  /// An array of a number of elements; `isUneven`: wrong elements are left out.
  case array(ValueShape, count: ClosedRange<Int>)
  /// A table whose keys are of the user's choice; `isEmptyAllowed`: it may be empty.
  case table(ValueShape, isEmptyAllowed: Bool)
  /// A table of conditions on fields: the keys, and those that a number follows.
  case fields([String: ValueShape], numbered: [String: ValueShape])
  /// An entry of a menu whose actions have a shape.
  case menuEntry(ValueShape)
  case any([ValueShape])

  /// Any text that is not empty.
  static let text = ValueShape.string(isEmptyAllowed: false)
  /// An array of any number of elements.
  static func array(_ element: ValueShape) -> ValueShape { .array(element, count: 0...Int.max) }

  /// Whether a table can be the value.
  var takesTables: Bool {
    switch self {
    case .table, .fields, .menuEntry: true
    case .any(let shapes): shapes.contains { $0.takesTables }
    case .string, .names, .integer, .number, .boolean, .yes, .array: false
    }
  }
}
