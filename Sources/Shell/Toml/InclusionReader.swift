import Loop
import Settings

/// Reads the TOML of a settings file together with the files that it includes, and merges them.
nonisolated struct InclusionReader {
  /// Most files that are included.
  static let mostFiles = 32
  /// Most files that lead to another one, the settings file included.
  static let mostDepth = 16

  /// The included files in the order in which they were found, the missing ones too.
  private(set) var files: [SettingsFile.Included] = []
  /// The mistakes in files, without those that decoding the merged settings reports.
  private(set) var diagnostics: [Diagnostic] = []

  private let home: String?
  /// Reads a file; nil if there is none.
  private let read: (SettingsFile) throws(Diagnostic) -> [UInt8]?
  /// The merged settings by the path of a file; nil for a file without any.
  private var merged: [String: SettingsValue?] = [:]

  init(home: String?, read: @escaping (SettingsFile) throws(Diagnostic) -> [UInt8]?) {
    (self.home, self.read) = (home, read)
  }

  /// The settings of a file with those of the files that it includes below them; nil if the file is not TOML.
  mutating func settings(in bytes: [UInt8], of file: SettingsFile) -> SettingsValue? {
    settings(in: bytes, number: 0, chain: [absolutePath(file.path)])
  }

  /// The same for a file with a number, which is the last of a chain of absolute paths, each of which includes the next.
  private mutating func settings(in bytes: [UInt8], number: Int, chain: [String]) -> SettingsValue? {
    var value: SettingsValue
    do {
      value = try SettingsValue(toml: bytes, file: number)
    } catch {
      diagnostics.append(error)
      return nil
    }
    let (inclusions, mistakes) = Inclusion.all(in: value)
    if number > 0 {
      // Decoding reports those of the settings file itself.
      diagnostics += mistakes
      if case .table(let entries) = value.content {
        value.content = .table(entries.filter { $0.key != Inclusion.key })
      }
    }
    let base = inclusions.reduce(nil as SettingsValue?) { base, inclusion in
      guard let included = settings(of: inclusion, chain) else { return base }
      return base?.overridden(by: included) ?? included
    }
    return base?.overridden(by: value) ?? value
  }

  private mutating func settings(of inclusion: Inclusion, _ chain: [String]) -> SettingsValue? {
    let path = inclusion.absolutePath(from: chain[chain.count - 1], home: home)
    if chain.contains(path) { return report(.circular, inclusion) }
    if let known = merged[path] { return known }
    guard chain.count < Self.mostDepth else { return report(.tooDeep(Self.mostDepth), inclusion) }
    guard files.count < Self.mostFiles else { return report(.tooMany(Self.mostFiles), inclusion) }
    files.append(SettingsFile.Included(name: inclusion.path, path: path))
    let number = files.count
    merged[path] = .some(nil)
    do throws(Diagnostic) {
      guard let bytes = try read(SettingsFile(path: path)) else { return report(.missing, inclusion) }
      let value = settings(in: bytes, number: number, chain: chain + [path])
      merged[path] = .some(value)
      return value
    } catch {
      guard case .unreadable(let reason) = error.problem else { return nil }
      return report(.unreadable(reason), inclusion)
    }
  }

  private mutating func report(_ problem: Inclusion.Problem, _ inclusion: Inclusion) -> SettingsValue? {
    diagnostics.append(
      Diagnostic(
        .inclusion(inclusion.path, problem), at: inclusion.position, keyPath: [Inclusion.key]))
    return nil
  }
}
