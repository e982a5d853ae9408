import ModuleModel

/// Any text as a format of a module and as a condition, and what they make of a reading.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzFormats(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let text = unsafe String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  let values: [String: FieldValue] = [
    "percent": .integer(-7, .percent), "real": .real(1e300, .bytes), "text": .text("<&>\u{0}é"),
    "left": .duration(.seconds(-90)), "on": .bool(true), "history": .list([0, 1]), "time:%H": .text("9"),
  ]
  let types: [(String, FieldType)] = [
    ("percent", .integer), ("real", .real), ("text", .text), ("left", .duration), ("on", .bool),
    ("history", .list),
    ("time", .time),
  ]
  let fields = types.map { FieldSummary($0, $1, example: "", "") }
  let kind = KindSummary(fields: fields, format: "", levelField: "percent", nameField: "text")
  var style = ModuleStyle()
  do throws(FormatMistake) {
    let template = try FormatTemplate(text, fields: fields)
    precondition(template.source == text)
    style.look.format = template
    style.look.isMarkup = count % 2 == 0
    style.look.icons = .levels([text, "battery-low"])
  } catch {
    precondition((1...text.unicodeScalars.count + 1).contains(error.column), "the place of a mistake")
    precondition(!error.words.isEmpty)
  }
  for field in fields {
    guard let condition = try? FieldCondition(field.name, .text(text), fields: fields) else { continue }
    style.states.append(ModuleState(text, when: [condition]))
  }
  let shown = style.shown(ModuleReading(values, icon: ModuleIcon(text), states: [text]), kind)
  precondition(shown.pieces.last != .gap && shown.pieces.first != .gap, "a gap at an end")
  return 0
}
