/// Reads configuration files of dunst.
///
/// Dunst ignores wrong lines, and so does this reader, which lists them.
struct DunstReader {
  private var result = DunstFile()
  private var indices: [String: Int] = [:]
  private var current: Int?

  /// Reads the file at `path`, and behind it those of the folder with the same name and `.d` behind it whose names end in
  /// `.conf`, in the order of their names.
  static func read(_ path: String, from files: SourceFiles) throws(ImportError) -> DunstFile {
    guard let bytes = try files.text(path) else { throw ImportError(.missing(path)) }
    var reader = DunstReader()
    try reader.read(bytes, file: path)
    let folder = "\(path).d/"
    for name in files.names(folder).filter({ $0.hasSuffix(".conf") }).sorted().prefix(SourceFiles.countLimit)
    {
      if let bytes = try files.text(folder + name) { try reader.read(bytes, file: folder + name) }
    }
    return reader.result
  }

  /// Reads the contents of a file; `file` is its name for messages.
  static func read(_ bytes: [UInt8], file: String) throws(ImportError) -> DunstFile {
    var reader = DunstReader()
    try reader.read(bytes, file: file)
    return reader.result
  }

  private mutating func read(_ bytes: [UInt8], file: String) throws(ImportError) {
    current = nil
    for line in try ConfigurationLines(bytes, file: file).lines { read(line) }
  }

  private mutating func read(_ line: ConfigurationLines.Line) {
    if line.text.isEmpty || line.text.hasPrefix("#") || line.text.hasPrefix(";") { return }
    if line.text.hasPrefix("[") { return begin(line) }
    // The first character belongs to the key, even if it is "=".
    guard let (key, rest) = line.text.parted(at: "="), !key.isEmpty else {
      return ignore(line, "there is no \"=\" in the line")
    }
    guard let value = value(rest) else { return ignore(line, "a quote is not closed") }
    guard let current else { return ignore(line, "the line belongs to no section") }
    result.sections[current].options.append(
      SourceOption(key: String(key.withoutBlanks), value: value, place: line.place))
  }

  private mutating func begin(_ line: ConfigurationLines.Line) {
    guard let (name, _) = line.text.dropFirst().parted(at: "]") else {
      return ignore(line, "the bracket is not closed")
    }
    let key = String(name)
    if let index = indices[key] {
      current = index
    } else {
      indices[key] = result.sections.count
      current = result.sections.count
      result.sections.append(DunstFile.Section(name: key, options: [], place: line.place))
    }
  }

  /// Removes a comment and the quotes from a value; nil if a quote is not closed.
  private func value(_ rest: Substring) -> String? {
    var text = rest.withoutBlanks
    var after = text
    if let (_, behind) = text.parted(at: "\"") {
      guard let (_, outside) = behind.parted(at: "\"") else { return nil }
      after = outside
    }
    if let comment = after.unicodeScalars.firstIndex(where: { $0 == "#" || $0 == ";" }) {
      text = text[..<comment].withoutBlanks
    }
    if text.hasPrefix("\""), text.hasSuffix("\""), text.unicodeScalars.count > 1 {
      text = text.dropFirst().dropLast()
    }
    return String(text)
  }

  private mutating func ignore(_ line: ConfigurationLines.Line, _ words: String) {
    result.problems.append(DunstFile.Problem(place: line.place, words: words))
  }
}
