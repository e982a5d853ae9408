import Glibc
import Loop
public import Settings

/// A settings file, which may not exist.
public nonisolated struct SettingsFile: Equatable, Sendable {
  /// More than any settings are: what is larger is not meant to be read.
  public static let sizeLimit = 1 << 20

  public let path: String

  public init(path: String) {
    self.path = path
  }

  /// The file of the user whose environment this is, nil without a home.
  public static func standard() -> SettingsFile? {
    let path = Settings.standardPath { name in unsafe getenv(name).map { unsafe String(cString: $0) } }
    return path.map(SettingsFile.init)
  }

  /// The last component of the path, which stands at the beginning of every message about a place in the file.
  public var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// What was read, and all that is wrong with it.
  public struct Contents: Equatable, Sendable {
    /// With the default of all that is wrong or missing.
    public var settings = Settings()
    /// In the order of the file; empty: all is right.
    public var diagnostics: [Diagnostic] = []
    /// False where there is no file; that is no error.
    public var exists = true
    /// The file, for the messages.
    public var file: SettingsFile

    /// The diagnostics as they are printed.
    public var messages: [String] { messages(meanwhile: nil) }

    /// The same, where a file that cannot be read at all, which has its whole path, is followed by what holds meanwhile.
    public func messages(meanwhile: String?) -> [String] {
      diagnostics.map { diagnostic in
        guard case .unreadable = diagnostic.problem else { return diagnostic.message(file: file.name) }
        return diagnostic.message(file: file.path) + (meanwhile.map { "; \($0)" } ?? "")
      }
    }
  }

  /// Reads the file as it is now; a missing file means the defaults.
  public func load() -> Contents {
    var contents = Contents(file: self)
    do {
      if let bytes = try read() {
        (contents.settings, contents.diagnostics) = Self.decode(bytes)
      } else {
        contents.exists = false
      }
    } catch {
      contents.diagnostics = [error]
    }
    return contents
  }

  /// The settings in a text of TOML.
  public static func decode(_ bytes: [UInt8]) -> (Settings, [Diagnostic]) {
    do {
      return Settings.decode(try SettingsValue(toml: bytes))
    } catch {
      return (Settings(), [error.diagnostic])
    }
  }

  /// Nil if there is no file. Anything that can be read is taken, such as /dev/null or a pipe.
  ///
  /// The corresponding C function is `open`.
  private func read() throws(Diagnostic) -> [UInt8]? {
    // Without O_NONBLOCK, a FIFO would hold us until somebody writes.
    let raw = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    if raw < 0, errno == ENOENT { return nil }
    guard raw >= 0 else { throw unreadable(errno) }
    let file = Descriptor(adopting: raw)
    let bytes: [UInt8]
    do throws(RegularFile.Problem) {
      // One byte more tells what is too large from what just fits.
      bytes = try file.bytes(upTo: Self.sizeLimit + 1)
    } catch {
      guard case .system(let code) = error else { throw unreadable(EIO) }
      throw unreadable(code)
    }
    guard bytes.count <= Self.sizeLimit else {
      throw Diagnostic(.unreadable("larger than \(Self.sizeLimit >> 20) MiB"), at: nil)
    }
    return bytes
  }

  private func unreadable(_ code: Int32) -> Diagnostic {
    Diagnostic(.unreadable("cannot be read: \(describe(errorNumber: code))"), at: nil)
  }
}
