/// Reads configuration files of mako.
struct MakoReader {
  private let files: SourceFiles
  private var result: MakoFile
  /// The paths of the files that are being read, the named one first.
  private var open: [String] = []

  /// Reads the file at `path` and those that it includes.
  static func read(_ path: String, from files: SourceFiles) throws(ImportError) -> MakoFile {
    var reader = MakoReader(
      files: files,
      result: MakoFile(
        general: MakoFile.Section(
          criteria: [], options: [], place: SourcePlace(file: path, line: 1, column: 1))))
    try reader.read(path)
    return reader.result
  }

  private mutating func read(_ path: String) throws(ImportError) {
    open.append(path)
    defer { open.removeLast() }
    result.files.append(path)
    // A section ends with its file; what the including file has behind the option belongs to no section.
    var isGeneral = true
    guard let bytes = try files.text(path) else { throw ImportError(.missing(path)) }
    for line in try ConfigurationLines(bytes, file: path).lines {
      if line.text.isEmpty || line.text.hasPrefix("#") { continue }
      if line.text.hasPrefix("["), line.text.hasSuffix("]"), line.text.unicodeScalars.count > 1 {
        result.sections.append(
          MakoFile.Section(
            criteria: try MakoCriteria.read(line), options: [], words: String(line.text), place: line.place))
        isGeneral = false
      } else {
        try read(try option(line), isGeneral: isGeneral)
      }
    }
  }

  private func option(_ line: ConfigurationLines.Line) throws(ImportError) -> SourceOption {
    guard let (key, value) = line.text.parted(at: "=") else {
      throw ImportError(.expected("key=value, got \"\(line.text)\""), at: line.place)
    }
    guard key == key.withoutBlanks, !key.isEmpty else {
      throw ImportError(
        .expected("\"\(key.withoutBlanks)=\", since mako takes no blanks before \"=\""), at: line.place)
    }
    return SourceOption(key: String(key), value: String(value), place: line.place)
  }

  private mutating func read(_ option: SourceOption, isGeneral: Bool) throws(ImportError) {
    guard option.key == "include" else {
      if isGeneral {
        result.general.options.append(option)
      } else {
        result.sections[result.sections.count - 1].options.append(option)
      }
      return
    }
    guard isGeneral else {
      throw ImportError(
        .expected("\"include\" before the first section, where alone mako takes it"), at: option.place)
    }
    let path = try path(option)
    guard !open.contains(path) else {
      throw ImportError(.circular(option.value), at: option.place)
    }
    guard result.files.count < SourceFiles.countLimit else {
      throw ImportError(.tooMany(option.value, limit: SourceFiles.countLimit), at: option.place)
    }
    do throws(ImportError) {
      try read(path)
    } catch {
      // A file that cannot be read has no place of its own.
      throw ImportError(error.problem, at: error.place ?? option.place)
    }
  }

  private func path(_ option: SourceOption) throws(ImportError) -> String {
    guard option.value.hasPrefix("/") || option.value.hasPrefix("~/") else {
      throw ImportError(
        .expected("a path that begins with / or ~/, got \"\(option.value)\""), at: option.place)
    }
    return files.expanded(option.value)
  }
}
