import TextProcessing

/// The configuration of Waybar, with the files that it includes.
struct WaybarConfiguration {
  /// Most levels of files that include each other.
  private static let deepest = 16

  /// The objects of the bars in their order.
  private(set) var bars: [SourceValue] = []
  private(set) var report = ImportReport()
  private let files: SourceFiles
  /// The files that are being read, the innermost last.
  private var open: [String] = []
  private var count = 0

  /// Reads a file and those that it includes.
  init(_ path: String, files: SourceFiles) throws(ImportError) {
    self.files = files
    guard let text = try files.text(path) else { throw ImportError(.missing(path)) }
    let root = try JSONCReader.read(text, file: path)
    let values = root.elements ?? [root]
    for value in values {
      guard case .object = value.content else { throw ImportError(.expected("an object"), at: value.place) }
      open = [path]
      bars.append(try including(value))
    }
    guard !bars.isEmpty else { throw ImportError(.expected("a bar"), at: root.place) }
  }

  /// The object with the members of the files that it includes; its own ones count.
  private mutating func including(_ object: SourceValue) throws(ImportError) -> SourceValue {
    guard let member = object.member("include") else { return object }
    var result = object
    for element in member.value.elements ?? [member.value] {
      guard let pattern = element.string else {
        report.add(.warning, "\"include\" is no path; it is left out", at: element.place)
        continue
      }
      for path in paths(pattern, member.place) {
        if let included = try read(path, pattern, element.place) { result = result.merged(with: included) }
      }
    }
    return result
  }

  private mutating func read(
    _ path: String, _ name: String, _ place: SourcePlace
  ) throws(ImportError) -> SourceValue? {
    guard !open.contains(path) else { throw ImportError(.circular(path), at: place) }
    count += 1
    guard count <= SourceFiles.countLimit, open.count < Self.deepest else {
      throw ImportError(.tooMany(path, limit: SourceFiles.countLimit), at: place)
    }
    do throws(ImportError) {
      guard let text = try files.text(path) else {
        report.add(.warning, "\"\(name)\" does not exist; the rest is imported", at: place)
        return nil
      }
      let value = try JSONCReader.read(text, file: path)
      guard case .object = value.content else { throw ImportError(.expected("an object"), at: value.place) }
      open.append(path)
      defer { open.removeLast() }
      return try including(value)
    } catch {
      guard case .unreadable(_, let reason) = error.problem else { throw error }
      report.add(.warning, "\"\(name)\" cannot be read (\(reason)); the rest is imported", at: place)
      return nil
    }
  }

  /// The paths that a pattern of `include` stands for; Waybar takes a relative path from its working directory, which is that of the
  /// configuration in most cases.
  private func paths(_ pattern: String, _ place: SourcePlace) -> [String] {
    let path = files.path(pattern, besides: place.file)
    let folder = SourceFiles.folder(of: path)
    let name = String(path.dropFirst(folder.count))
    guard name.contains(where: { "*?[".contains($0) }), let glob = try? TextPattern(glob: name) else {
      return [path]
    }
    let names = files.names(folder.isEmpty ? "." : folder).filter {
      // Shells pass hidden files over unless the pattern begins with a full stop too.
      glob.matches($0) && ($0.hasPrefix(".") == name.hasPrefix("."))
    }
    return names.sorted().prefix(SourceFiles.countLimit).map { folder + $0 }
  }
}
