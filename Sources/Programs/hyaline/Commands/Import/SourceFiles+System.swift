import Glibc
import Import
import Loop

extension SourceFiles {
  /// The files of the system, of which each is given up if its file system does not answer in time, and the environment.
  static func system() -> SourceFiles {
    let reader = NamedFileReader(patience: .seconds(4))
    return SourceFiles(
      read: { path, limit throws(ImportError) in try read(path, upTo: limit, by: reader) },
      names: { reader.names(in: absolutePath($0)) }, variable: { Environment.value($0) })
  }

  private static func read(
    _ path: String, upTo limit: Int, by reader: NamedFileReader
  ) throws(ImportError) -> [UInt8]? {
    let reason: String
    do throws(RegularFile.Problem) {
      return try reader.copy(ofPath: absolutePath(path), upTo: limit).descriptor.bytes(upTo: limit + 1)
    } catch {
      switch error {
      case .system(ENOENT), .system(ENOTDIR): return nil
      case .system(let code): reason = "cannot be read: \(describe(errorNumber: code))"
      case .notRegular: reason = "is no file"
      case .notAnswering: reason = "cannot be read: its file system does not answer"
      }
    }
    throw ImportError(.unreadable(path, reason: reason))
  }
}
