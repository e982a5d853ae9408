import Glibc
import Loop
import Settings
import TestSupport
import Testing
import Toml

@testable import Import

/// Configurations of other programs, and what becomes of them.
enum ImportFixtures {
  /// The folder of the files.
  static let folder = String(#filePath[..<#filePath.lastIndex(of: "/")!]) + "/Fixtures/"

  /// The text of a file in the folder.
  static func text(_ name: String) throws -> String {
    String(decoding: try #require(try files.text(folder + name)), as: UTF8.self)
  }

  /// The files of the folder; those that a configuration names in the home directory are in it too.
  static let files = SourceFiles(
    read: { path, _ in
      for place in [path, folder + "mako/" + (path.split(separator: "/").last ?? "")] {
        if let bytes = read(place) { return bytes }
      }
      return nil
    }, variable: { $0 == "HOME" ? "/home/me" : nil })

  private static func read(_ path: String) -> [UInt8]? {
    guard let file = unsafe fopen(path, "r") else { return nil }
    defer { unsafe fclose(file) }
    var bytes: [UInt8] = []
    while true {
      let byte = unsafe getc(file)
      if byte == EOF { return bytes }
      bytes.append(UInt8(byte))
    }
  }
}
