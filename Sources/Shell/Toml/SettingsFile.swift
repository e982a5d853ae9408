import Glibc
public import Loop
public import Settings

/// A settings file, which may not exist.
public nonisolated struct SettingsFile: Equatable, Sendable {
  /// Most bytes of a file that are read, more than any settings have.
  public static let sizeLimit = 1 << 20

  public let path: String
  /// The paths of files of which the first that exists is read if this one does not exist.
  public let fallbacks: [String]

  public init(path: String, fallbacks: [String] = []) {
    self.path = path
    self.fallbacks = fallbacks
  }

  /// The user's settings file, by the environment, with the system-wide ones behind it; nil without a home directory.
  public static func standard() -> SettingsFile? {
    Settings.standardPath(Environment.value).map {
      SettingsFile(path: $0, fallbacks: Settings.systemPaths(Environment.value))
    }
  }

  /// The file at a path, which has the system-wide ones behind it if it is the user's settings file.
  public static func named(_ path: String) -> SettingsFile {
    if let standard = standard(), standard.path == path { standard } else { SettingsFile(path: path) }
  }

  /// The last component of the path, with which every message about a place in the file begins.
  public var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// A file that the settings include, which may not exist.
  public struct Included: Equatable, Sendable {
    /// The path as written, with which messages about places in the file begin.
    public var name: String
    /// The absolute path.
    public var path: String
  }

  /// The settings that were read, and the diagnostics.
  public struct Contents: Equatable, Sendable {
    /// The settings, with defaults for all that is wrong or missing.
    public var settings = Settings()
    /// The diagnostics in the order of the file; empty if there are no mistakes.
    public var diagnostics: [Diagnostic] = []
    /// Whether the file, or one of its fallbacks, exists; a missing file is no error.
    public var exists = true
    /// The file that was read, which may be a fallback, for the messages.
    public var file: SettingsFile
    /// The files that it includes, directly or through others; those that do not exist are among them.
    public var included: [Included] = []

    /// The diagnostics in their printed form.
    public var messages: [String] { diagnostics.map { message($0, meanwhile: nil) } }

    /// The warnings in their printed form; the settings are in force in spite of them.
    public var warnings: [String] { diagnostics.filter(\.isWarning).map { message($0, meanwhile: nil) } }

    /// The errors in their printed form; that of an unreadable file has its whole path, and `meanwhile` behind it.
    public func errors(meanwhile: String? = nil) -> [String] {
      diagnostics.filter { !$0.isWarning }.map { message($0, meanwhile: meanwhile) }
    }

    private func message(_ diagnostic: Diagnostic, meanwhile: String?) -> String {
      if case .unreadable = diagnostic.problem {
        return diagnostic.message(file: file.path) + (meanwhile.map { "; \($0)" } ?? "")
      }
      let number = diagnostic.position?.file ?? 0
      return diagnostic.message(file: number == 0 ? file.name : included[number - 1].name)
    }
  }

  /// Reads the current file; a missing file means the defaults. `isZone` returns whether the system knows a time zone.
  public func load(isZone: @escaping (String) -> Bool = { _ in true }) -> Contents {
    contents(isZone) { file throws(Diagnostic) in try file.read() }
  }

  /// Reads the current file by a reader; a file system that does not answer in the reader's time is an error.
  public func load(_ reader: NamedFileReader, isZone: @escaping (String) -> Bool = { _ in true }) -> Contents
  {
    // After one file system without an answer no other is asked, so that the patience is that for all files together.
    var isSilent = false
    return contents(isZone) { file throws(Diagnostic) in
      if isSilent { throw file.notAnswering }
      do throws(Diagnostic) {
        return try file.read(by: reader)
      } catch {
        isSilent = error == file.notAnswering
        throw error
      }
    }
  }

  /// Decodes a text in place of that of the file, which is only read for the files that it includes.
  public func load(containing bytes: [UInt8], isZone: @escaping (String) -> Bool = { _ in true }) -> Contents
  {
    contents(isZone) { file throws(Diagnostic) in file == self ? try file.checked(bytes) : try file.read() }
  }

  /// The values of the file merged with those of the files that it includes; nil if there is no such file or it is not TOML.
  public func merged() -> SettingsValue? {
    var file = self
    func read(_ file: SettingsFile) throws(Diagnostic) -> [UInt8]? { try file.read() }
    guard let bytes = try? firstBytes(&file, read) else { return nil }
    var reader = InclusionReader(home: Environment.value("HOME"), read: read)
    return reader.settings(in: bytes, of: file)
  }

  private func contents(
    _ isZone: @escaping (String) -> Bool, _ read: @escaping (SettingsFile) throws(Diagnostic) -> [UInt8]?
  ) -> Contents {
    var contents = Contents(file: self)
    do throws(Diagnostic) {
      guard let bytes = try firstBytes(&contents.file, read) else {
        contents.exists = false
        return contents
      }
      var reader = InclusionReader(home: Environment.value("HOME"), read: read)
      let root = reader.settings(in: bytes, of: contents.file)
      contents.included = reader.files
      contents.diagnostics = reader.diagnostics
      if let root {
        let (settings, diagnostics) = Settings.decode(root, isZone: isZone)
        contents.settings = settings
        contents.diagnostics = Diagnostic.sorted(reader.diagnostics + diagnostics)
      }
    } catch {
      contents.diagnostics = [error]
    }
    return contents
  }

  /// Reads the file or the first of its fallbacks that exists, which `file` is then; nil if there is none of them.
  private func firstBytes(
    _ file: inout SettingsFile, _ read: (SettingsFile) throws(Diagnostic) -> [UInt8]?
  ) throws(Diagnostic) -> [UInt8]? {
    if let bytes = try read(self) { return bytes }
    for path in fallbacks {
      // An error of a fallback is reported with its path.
      file = SettingsFile(path: path)
      if let bytes = try read(file) { return bytes }
    }
    file = self
    return nil
  }

  /// Decodes the settings in a TOML text, without files that it includes; `isZone` returns whether the system knows a time zone.
  public static func decode(
    _ bytes: [UInt8], isZone: @escaping (String) -> Bool = { _ in true }
  ) -> (Settings, [Diagnostic]) {
    do {
      return Settings.decode(try SettingsValue(toml: bytes), isZone: isZone)
    } catch {
      return (Settings(), [error])
    }
  }

  /// Reads the file; nil if there is none. It may be of any kind, such as /dev/null or a pipe. With `waits`, a pipe is read
  /// until its writer closes it; without, a pipe that has nothing, or nothing yet, is an error.
  ///
  /// The corresponding C function is `open`.
  func read(waits: Bool = true) throws(Diagnostic) -> [UInt8]? {
    // Without O_NONBLOCK, the opening of a FIFO would block until it has a writer.
    let raw = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    if raw < 0, errno == ENOENT { return nil }
    guard raw >= 0 else { throw unreadable(errno) }
    if waits { _ = fcntl(raw, F_SETFL, O_RDONLY) }
    let file = Descriptor(adopting: raw)
    let bytes: [UInt8]
    do throws(RegularFile.Problem) {
      // One byte more distinguishes a file that is too large from one that just fits.
      bytes = try file.bytes(upTo: Self.sizeLimit + 1)
    } catch {
      guard case .system(let code) = error else { throw unreadable(EIO) }
      throw unreadable(code)
    }
    if !waits, bytes.isEmpty, isPipe(file) {
      throw Diagnostic(.unreadable("cannot be read: it is a pipe to which nothing was written"), at: nil)
    }
    return try checked(bytes)
  }

  private func isPipe(_ file: borrowing Descriptor) -> Bool {
    var status = stat()
    return unsafe fstat(file.raw, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }

  /// Reads the file by a reader; nil if there is none.
  private func read(by reader: NamedFileReader) throws(Diagnostic) -> [UInt8]? {
    let path = absolutePath(path)
    // Descriptors of this process and devices are on no file system that could fail to answer, and not the reader's.
    if path.hasPrefix("/dev/") || path.hasPrefix("/proc/") { return try read(waits: false) }
    let bytes: [UInt8]
    do throws(RegularFile.Problem) {
      let file = try reader.copy(ofPath: path, upTo: Self.sizeLimit)
      bytes = try file.descriptor.bytes(upTo: Self.sizeLimit + 1)
    } catch {
      switch error {
      case .system(ENOENT): return nil
      case .system(let code): throw unreadable(code)
      // The file systems have answered, so this process may open the pipe or device itself.
      case .notRegular: return try read(waits: false)
      case .notAnswering: throw notAnswering
      }
    }
    return try checked(bytes)
  }

  private func checked(_ bytes: [UInt8]) throws(Diagnostic) -> [UInt8] {
    guard bytes.count <= Self.sizeLimit else {
      throw Diagnostic(.unreadable("larger than \(Self.sizeLimit >> 20) MiB"), at: nil)
    }
    return bytes
  }

  /// The outcome of a reading that was given up because the file system did not answer.
  public var unanswered: Contents { Contents(diagnostics: [notAnswering], file: self) }

  private var notAnswering: Diagnostic {
    Diagnostic(.unreadable("cannot be read: its file system does not answer"), at: nil)
  }

  private func unreadable(_ code: Int32) -> Diagnostic {
    Diagnostic(.unreadable("cannot be read: \(describe(errorNumber: code))"), at: nil)
  }
}
