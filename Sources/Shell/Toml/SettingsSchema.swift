public import Settings
public import TextProcessing

/// Writes the options as a JSON Schema, in the vocabulary of draft 4 that editors of TOML know.
///
/// The schema has the types and ranges of values and the names of keys. It does not have what depends on more than one value,
/// or on the syntax within a text.
public struct SettingsSchema {
  /// The definitions of options that occur more than once, by their names.
  private var definitions: [String: JSONValue] = [:]
  private var names: [String: String] = [:]
  private var counts: [String: Int] = [:]

  /// The schema of the whole settings file.
  public static var json: JSONValue {
    var schema = SettingsSchema()
    guard case .object(var root) = schema.schema(.file) else { preconditionFailure("a file is a table") }
    root["$schema"] = "http://json-schema.org/draft-04/schema#"
    root["title"] = "Settings of hyaline"
    root["definitions"] = .object(schema.definitions)
    return .object(root)
  }

  private mutating func schema(_ shape: SettingsShape) -> JSONValue {
    switch shape {
    case .option(let summary): return shared(option(summary), summary.key)
    case .table(let text, let entries, let others):
      var properties: [String: JSONValue] = [:]
      for entry in entries { properties[entry.key] = schema(entry.shape) }
      var object: [String: JSONValue] = ["type": "object", "properties": .object(properties)]
      if !text.isEmpty { object["description"] = .string(text) }
      object["additionalProperties"] = others.map { schema($0) } ?? false
      return entries.isEmpty ? .object(object) : shared(.object(object), "table")
    case .tables(let element): return ["type": "array", "items": schema(element)]
    case .tableOrTables(let element):
      let table = schema(element)
      return ["anyOf": [table, ["type": "array", "items": table, "minItems": 1]]]
    }
  }

  private func option(_ summary: OptionSummary) -> JSONValue {
    guard case .object(var object) = Self.json(summary.shape) else {
      preconditionFailure("a shape is an object")
    }
    var text = summary.text
    if let unit = summary.unit { text += " (\(unit))" }
    if let absent = summary.absent { text += " Default: \(absent)." }
    object["description"] = .string(text)
    if let value = summary.default { object["default"] = Self.value(value) }
    return .object(object)
  }

  /// A reference to a schema, which is written once however often it occurs.
  private mutating func shared(_ schema: JSONValue, _ key: String) -> JSONValue {
    let text = schema.description
    let name: String
    if let known = names[text] {
      name = known
    } else {
      counts[key, default: 0] += 1
      name = counts[key] == 1 ? key : "\(key)-\(counts[key]!)"
      names[text] = name
      definitions[name] = schema
    }
    return ["$ref": .string("#/definitions/\(name)")]
  }

  private static func json(_ shape: ValueShape) -> JSONValue {
    switch shape {
    case .string(let isEmptyAllowed):
      return isEmptyAllowed ? ["type": "string"] : ["type": "string", "minLength": 1]
    case .names(let names): return ["enum": .array(names.map { .string($0) })]
    case .integer(let range):
      return [
        "type": "integer", "minimum": JSONValue(range.lowerBound), "maximum": JSONValue(range.upperBound),
      ]
    case .number(let range):
      return ["type": "number", "minimum": .number(range.lowerBound), "maximum": .number(range.upperBound)]
    case .boolean: return ["type": "boolean"]
    case .yes: return ["enum": [true]]
    case .array(let element, let count):
      var object: [String: JSONValue] = ["type": "array", "items": json(element)]
      if count.lowerBound > 0 { object["minItems"] = JSONValue(count.lowerBound) }
      if count.upperBound < Int.max { object["maxItems"] = JSONValue(count.upperBound) }
      return .object(object)
    case .table(let value, let isEmptyAllowed):
      var object: [String: JSONValue] = ["type": "object", "additionalProperties": json(value)]
      if !isEmptyAllowed { object["minProperties"] = 1 }
      return .object(object)
    case .fields(let fields, let numbered):
      let patterns = numbered.map { ("^\($0.key)(0|[1-9][0-9]{0,3})$", json($0.value)) }
      return [
        "type": "object", "properties": .object(fields.mapValues(json)),
        "patternProperties": .object(Dictionary(uniqueKeysWithValues: patterns)),
        "additionalProperties": false,
      ]
    case .menuEntry(let action): return menuEntry(action, depth: 4)
    case .any(let shapes): return ["anyOf": .array(shapes.map(json))]
    }
  }

  /// An entry of a menu. Submenus deeper than `depth` are not described.
  private static func menuEntry(_ action: ValueShape, depth: Int) -> JSONValue {
    [
      "type": "object",
      "properties": [
        "label": ["type": "string"], "icon": ["type": "string"], "run": json(action),
        "menu": depth == 0
          ? ["type": "array"] : ["type": "array", "items": menuEntry(action, depth: depth - 1)],
        "separator": json(.yes),
      ], "additionalProperties": false,
    ]
  }

  /// The JSON of a value in TOML.
  private static func value(_ toml: String) -> JSONValue {
    guard let value = SettingsEditor.value(of: toml) else { preconditionFailure("default \(toml)") }
    return json(value)
  }

  /// The JSON of a value, which the schema describes.
  public static func json(_ value: SettingsValue) -> JSONValue {
    switch value.content {
    case .string(let text), .other(let text): .string(text)
    case .integer(let integer): JSONValue(integer)
    case .number(let number): .number(number)
    case .boolean(let boolean): .bool(boolean)
    case .array(let elements): .array(elements.map { json($0) })
    case .table(let entries):
      .object(Dictionary(entries.map { ($0.key, json($0.value)) }) { _, last in last })
    }
  }
}
