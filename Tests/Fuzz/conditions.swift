import ModuleModel

/// Any bytes as conditions of states on every kind of field, and as values that these fields have.
///
/// Each line is a condition; the bytes of the line before give the value that it is asked about.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzConditions(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let input = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
  let lines = input.split(separator: 0x0A, omittingEmptySubsequences: false)
  let texts = lines.map { String(decoding: $0, as: UTF8.self) }
  var style = ModuleStyle()
  var values: [String: FieldValue] = [:]
  for (index, text) in texts.enumerated() {
    values = fieldValues(index > 0 ? texts[index - 1] : "")
    for field in fields {
      for operand in operands(text) {
        guard let condition = read(field.name, operand) else { continue }
        check(condition, operand, values)
        style.states.append(ModuleState("s\(style.states.count)", when: [condition]))
      }
    }
  }
  checkPrecedence(style, values)
  return 0
}

private let fields = [
  FieldSummary("integer", .integer, example: "", ""), FieldSummary("real", .real, example: "", ""),
  FieldSummary("text", .text, example: "", ""), FieldSummary("left", .duration, example: "", ""),
  FieldSummary("on", .bool, example: "", ""), FieldSummary("history", .list, example: "", ""),
  FieldSummary("time", .time, example: "", ""),
]

private func operands(_ text: String) -> [FieldCondition.Operand] {
  [.text(text), .bool(text.utf8.count % 2 == 0)] + (Double(text).map { [.number($0)] } ?? [])
}

private func read(_ field: String, _ operand: FieldCondition.Operand) -> FieldCondition? {
  do throws(FieldCondition.Mistake) {
    return try FieldCondition(field, operand, fields: fields)
  } catch {
    guard case .wrongTest(let expected) = error else { preconditionFailure("a field is unknown") }
    precondition(!expected.isEmpty)
    return nil
  }
}

/// Values of the fields by a text; a field may have none.
private func fieldValues(_ text: String) -> [String: FieldValue] {
  let number = Double(text)
  var values: [String: FieldValue] = [
    "text": .text(text), "on": .bool(text == "true"), "history": .list([0, 1]), "time": .text(text),
  ]
  values["real"] = number.map { .real($0) }
  values["integer"] = number.flatMap { Int(exactly: $0) }.map { .integer($0) }
  values["left"] = Int32(text).map { .duration(.seconds(Int64($0))) }
  return values
}

/// A condition holds where its opposite does not, and not without a value.
private func check(
  _ condition: FieldCondition, _ operand: FieldCondition.Operand, _ values: [String: FieldValue]
) {
  precondition(!condition.holds(in: [:]), "a condition on nothing holds")
  precondition(read(condition.field, operand) == condition, "the same text is read in two ways")
  guard let value = values[condition.field] else { return }
  var opposite = condition
  switch condition.test {
  case .number(let comparison, let limit):
    precondition(limit.isFinite || operand == .number(limit), "a limit that no text is")
    guard let number = value.number, !number.isNaN, !limit.isNaN else { return }
    opposite.test = .number(comparison.opposite, limit)
  case .text(let text, let isEqual): opposite.test = .text(text, isEqual: !isEqual)
  case .pattern(let pattern, let isMatch): opposite.test = .pattern(pattern, isMatch: !isMatch)
  case .bool(let bool): opposite.test = .bool(!bool)
  }
  precondition(condition.holds(in: values) != opposite.holds(in: values), "a condition and its opposite")
}

/// The last of the states that hold is the look.
private func checkPrecedence(_ style: ModuleStyle, _ values: [String: FieldValue]) {
  var style = style
  for index in style.states.indices { style.states[index].look.minWidth = Double(index) }
  let holding = style.states.lastIndex { $0.conditions.allSatisfy { $0.holds(in: values) } }
  let kind = KindSummary(fields: fields, format: "", levelField: "real", nameField: "text")
  let shown = style.shown(ModuleReading(values), kind)
  precondition(shown.look.minWidth == holding.map(Double.init), "the state that takes precedence")
}

extension FieldCondition.Comparison {
  fileprivate var opposite: Self {
    switch self {
    case .lessOrEqual: .greater
    case .greaterOrEqual: .less
    case .notEqual: .equal
    case .equal, .same: .notEqual
    case .less: .greaterOrEqual
    case .greater: .lessOrEqual
    }
  }
}
