/// Reads the text of style sheets into rules; what is wrong is skipped to the next semicolon or brace, as GTK does.
struct StyleSheetReader {
  /// Most levels of style sheets that import each other.
  private static let deepest = 16

  let files: SourceFiles
  private(set) var sheet = StyleSheet()
  private(set) var report = ImportReport()
  /// The paths of the style sheets that are being read, the innermost last.
  private var open: [String] = []
  /// The number of style sheets that were read.
  private var count = 0
  private var order = 0

  init(files: SourceFiles) { self.files = files }

  /// Reads a style sheet and those that it imports.
  mutating func read(_ text: [UInt8], file: String) throws(ImportError) {
    open.append(file)
    defer { open.removeLast() }
    count += 1
    var cursor = ByteCursor(text, file: file)
    while true {
      skipSpace(&cursor)
      guard let byte = cursor.next else { return }
      let place = cursor.place()
      switch byte {
      case UInt8(ascii: "@"): try readAtRule(&cursor, place)
      case UInt8(ascii: "}"), UInt8(ascii: ";"): cursor.advance()
      default: readRule(&cursor, place)
      }
    }
  }

  private func skipSpace(_ cursor: inout ByteCursor) {
    while true {
      cursor.skipSpace()
      guard cursor.skip("/*") else { return }
      while !cursor.isAtEnd, !cursor.skip("*/") { cursor.advance() }
    }
  }

  /// Reads a text up to one of `stops`, which stays, or to the end; comments become spaces, and what is in quotation marks or
  /// parentheses is passed over.
  private func text(_ cursor: inout ByteCursor, until stops: String) -> String {
    var text: [UInt8] = []
    var depth = 0
    while let byte = cursor.next {
      if depth == 0 || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "{"), stops.utf8.contains(byte) {
        break
      }
      if cursor.isAt("/*") {
        skipSpace(&cursor)
        text.append(0x20)
        continue
      }
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        text += quoted(&cursor, byte)
        continue
      }
      depth += byte == UInt8(ascii: "(") ? 1 : byte == UInt8(ascii: ")") ? -1 : 0
      text.append(byte)
      cursor.advance()
      if byte == UInt8(ascii: "\\"), let escaped = cursor.next {
        text.append(escaped)
        cursor.advance()
      }
    }
    return String(decoding: text, as: UTF8.self).trimmedSpace
  }

  /// Reads a string with its quotation marks; it ends at the end of the line at the latest.
  private func quoted(_ cursor: inout ByteCursor, _ quote: UInt8) -> [UInt8] {
    var text = [quote]
    cursor.advance()
    while let byte = cursor.next, byte != UInt8(ascii: "\n") {
      text.append(byte)
      cursor.advance()
      if byte == quote { return text }
      if byte == UInt8(ascii: "\\"), let escaped = cursor.next {
        text.append(escaped)
        cursor.advance()
      }
    }
    return text + [quote]
  }

  // MARK: - Rules

  private mutating func readRule(_ cursor: inout ByteCursor, _ place: SourcePlace) {
    let prelude = text(&cursor, until: "{}")
    guard cursor.skip("{") else { return cursor.advance() }
    let selectors = SelectorReader.selectors(prelude)
    if selectors.isEmpty {
      report.add(.warning, "expected a selector, got \"\(prelude.prefix(40))\"", at: place)
    }
    // A list of selectors may have several lines, and a message is one line.
    let line = prelude.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    sheet.rules.append(
      StyleSheet.Rule(
        selectors: selectors, selectorText: line, declarations: declarations(&cursor), place: place))
  }

  private mutating func declarations(_ cursor: inout ByteCursor) -> [StyleSheet.Declaration] {
    var declarations: [StyleSheet.Declaration] = []
    while true {
      skipSpace(&cursor)
      if cursor.isAtEnd || cursor.skip("}") { return declarations }
      if cursor.skip(";") { continue }
      let place = cursor.place()
      let property = text(&cursor, until: ":;}{").lowercased()
      guard cursor.skip(":") else {
        report.add(.warning, "expected \":\" behind \"\(property.prefix(40))\"", at: place)
        if cursor.skip("{") { skipBlock(&cursor) }
        continue
      }
      var value = text(&cursor, until: ";}")
      let isImportant = value.lowercased().hasSuffix("!important")
      if isImportant { value = value.dropLast("!important".count).trimmedSpace }
      order += 1
      declarations.append(
        StyleSheet.Declaration(
          property: property, value: value, isImportant: isImportant, place: place, order: order))
    }
  }

  /// Skips a block behind its opening brace.
  private func skipBlock(_ cursor: inout ByteCursor) {
    var depth = 1
    while depth > 0, !cursor.isAtEnd {
      _ = text(&cursor, until: "{}")
      if cursor.skip("{") { depth += 1 } else if cursor.skip("}") { depth -= 1 }
    }
  }

  // MARK: - At-rules

  private mutating func readAtRule(_ cursor: inout ByteCursor, _ place: SourcePlace) throws(ImportError) {
    cursor.advance()
    let prelude = text(&cursor, until: ";{}")
    if cursor.skip("{") {
      skipBlock(&cursor)
      return
    }
    if !cursor.skip(";") { cursor.advance() }
    let name = String(prelude.prefix { !$0.isWhitespace && $0 != "\"" && $0 != "'" })
    let rest = prelude.dropFirst(name.count).trimmedSpace
    switch name.lowercased() {
    case "define-color":
      let colour = rest.prefix { !$0.isWhitespace }
      sheet.colourExpressions[String(colour)] = rest.dropFirst(colour.count).trimmedSpace
      sheet.colourPlaces[String(colour)] = place
    case "import": try readImport(rest, place)
    default: break
    }
  }

  private mutating func readImport(_ text: String, _ place: SourcePlace) throws(ImportError) {
    var name = text
    if let inner = name.droppingPrefix("url(") { name = String(inner.prefix { $0 != ")" }).trimmedSpace }
    name = Self.unquoted(name)
    if let path = name.droppingPrefix("file://") { name = path }
    let path = files.path(name, besides: place.file)
    guard !open.contains(path) else { throw ImportError(.circular(path), at: place) }
    guard count < SourceFiles.countLimit, open.count < Self.deepest else {
      throw ImportError(.tooMany(path, limit: SourceFiles.countLimit), at: place)
    }
    do throws(ImportError) {
      guard let text = try files.text(path) else {
        report.add(.warning, "the style sheet \"\(name)\" does not exist; it is left out", at: place)
        return
      }
      try read(text, file: path)
    } catch {
      if case .unreadable(_, let reason) = error.problem {
        report.add(.warning, "the style sheet \"\(name)\" is left out: \(reason)", at: place)
      } else {
        throw error
      }
    }
  }

  private static func unquoted(_ text: String) -> String {
    guard let quote = text.first, quote == "\"" || quote == "'" else { return text }
    return String(text.dropFirst().prefix { $0 != quote })
  }
}
