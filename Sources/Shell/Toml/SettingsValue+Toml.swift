import CTomlplusplus
import Loop
public import Settings

extension SettingsValue {
  /// Reads TOML 1.0 from UTF-8, with or without a byte order mark.
  ///
  /// Nesting is limited to 32 levels of values and 16 parts of a key. `file` is the number of the file in all positions.
  /// The corresponding C function is `hyaline_toml_parse`.
  public nonisolated init(toml bytes: [UInt8], file: Int = 0) throws(Diagnostic) {
    // toml++ reports this too, but up to 32 characters too early.
    if String(validating: bytes, as: UTF8.self) == nil {
      throw Diagnostic(.syntax("not valid UTF-8"), at: firstInvalidPosition(in: bytes, file))
    }
    let document = unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe buffer.withMemoryRebound(to: CChar.self) { text in
        unsafe hyaline_toml_parse(text.baseAddress, text.count)
      }
    }
    guard let document = unsafe document else {
      throw Diagnostic(
        .syntax("does not fit into memory"), at: SettingsPosition(line: 1, column: 1, file: file))
    }
    defer { unsafe hyaline_toml_free(document) }
    var count = 0
    guard let nodes = unsafe hyaline_toml_nodes(document, &count) else {
      var position = hyaline_toml_position()
      let text = unsafe hyaline_toml_error(document, &position).map { unsafe String(cString: $0) }
      throw Diagnostic(.syntax(tidied(text ?? "unknown error")), at: SettingsPosition(position, file))
    }
    var reader = unsafe NodeReader(nodes: UnsafeBufferPointer(start: nodes, count: count), file: file)
    self = reader.next().value
  }
}

/// Rebuilds the tree from its nodes in preorder; it must not outlive the document.
@safe
private nonisolated struct NodeReader {
  let nodes: UnsafeBufferPointer<hyaline_toml_node>
  let file: Int
  var index = 0

  mutating func next() -> SettingsValue.Entry {
    let node = unsafe nodes[index]
    index += 1
    let value = unsafe SettingsValue(content(of: node), at: SettingsPosition(node.position, file))
    return unsafe SettingsValue.Entry(
      key: String(node.key), position: SettingsPosition(node.key_position, file), value: value)
  }

  private mutating func content(of node: hyaline_toml_node) -> SettingsValue.Content {
    switch unsafe node.kind {
    case HYALINE_TOML_TABLE:
      // toml++ sorts the entries by name.
      return unsafe .table((0..<node.count).map { _ in next() }.sorted { $0.position < $1.position })
    case HYALINE_TOML_ARRAY: return unsafe .array((0..<node.count).map { _ in next().value })
    case HYALINE_TOML_STRING: return unsafe .string(String(node.string))
    case HYALINE_TOML_INTEGER: return unsafe .integer(Int(node.integer))
    case HYALINE_TOML_NUMBER: return unsafe .number(node.number)
    case HYALINE_TOML_BOOLEAN: return unsafe .boolean(node.boolean)
    case HYALINE_TOML_DATE: return .other("a date")
    case HYALINE_TOML_TIME: return .other("a time")
    default: return .other("a date and time")
    }
  }
}

extension String {
  fileprivate nonisolated init(_ text: hyaline_toml_string) {
    let bytes = unsafe UnsafeRawBufferPointer(start: text.bytes, count: text.length)
    self = unsafe String(decoding: bytes, as: UTF8.self)
  }
}

extension SettingsPosition {
  fileprivate nonisolated init(_ position: hyaline_toml_position, _ file: Int) {
    self.init(line: Int(position.line), column: Int(position.column), file: file)
  }
}

/// The message without "Error while parsing …: ", which names a rule of the grammar, and
/// without a macro's name.
private nonisolated func tidied(_ message: String) -> String {
  var words = message[...]
  if words.hasPrefix("Error while parsing "), let colon = words.firstIndex(of: ":") {
    words = words[colon...].drop { $0 == ":" || $0 == " " }
  }
  let macro = " (TOML_MAX_NESTED_VALUES)"
  if words.hasSuffix(macro) { words.removeLast(macro.count) }
  var text = words.prefix(1).lowercased() + words.dropFirst()
  for (theirs, ours) in unclear {
    while let rest = text.text(after: theirs) {
      text = String(text.dropLast(rest.count + theirs.count)) + ours + rest
    }
  }
  return inOneLine(text)
}

/// The message on one line: the text that the parser quotes may contain line breaks, which are
/// written as in TOML.
private nonisolated func inOneLine(_ text: String) -> String {
  var line = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\n": line += "\\n"
    case "\r": line += "\\r"
    case "\t": line += "\\t"
    case _ where scalar.properties.generalCategory == .control: line += "\u{FFFD}"
    default: line.unicodeScalars.append(scalar)
    }
  }
  return line
}

/// Texts of toml++ for the most frequent mistakes, and clearer replacements. The first mistake is a text
/// without quotes, the next two are a text whose quotes are not closed.
private nonisolated let unclear = [
  ("could not determine value type", "expected a value; text stands between quotes"),
  (
    "unescaped control characters other than TAB (U+0009) are explicitly prohibited",
    "expected a closing quote, saw a control character"
  ),
  (
    "control characters other than TAB (U+0009) are explicitly prohibited",
    "expected a closing quote, saw a control character"
  ),
  ("encountered end-of-file", "ends too early"),
  (#"'\n'"#, "the end of the line"),
  (#"'\r'"#, "the end of the line"),
]

private nonisolated func firstInvalidPosition(in bytes: [UInt8], _ file: Int) -> SettingsPosition {
  var position = SettingsPosition(line: 1, column: 1, file: file)
  var iterator = bytes.makeIterator()
  var decoder = UTF8()
  while case .scalarValue(let scalar) = decoder.decode(&iterator) {
    if scalar == "\n" {
      (position.line, position.column) = (position.line + 1, 1)
    } else if scalar != "\u{FEFF}" {
      position.column += 1
    }
  }
  return position
}
