import Glibc
import Import
import Loop
import Settings
import Toml

/// The configurations that the tests import.
enum Fixtures {
  /// The folder with the files.
  private static let folder =
    String(#filePath.prefix { $0 != "#" }.dropLast("Fixtures.swift".count)) + "Fixtures/"

  /// The files, and an environment whose folder of configurations has the files of a program.
  static func files(_ program: String) -> SourceFiles {
    let home = "/home/user"
    return SourceFiles(
      read: { path, limit throws(ImportError) in
        let inHome = home + "/.config/" + program + "/"
        let place = path.hasPrefix(inHome) ? folder + program + "/" + path.dropFirst(inHome.count) : path
        return try? RegularFile.bytes(ofPath: place, upTo: limit + 1)
      }, names: { _ in [] }, variable: { $0 == "HOME" ? home : nil })
  }

  /// The path of a file of a program.
  static func path(_ program: String, _ name: String) -> String { folder + program + "/" + name }

  /// The imported configurations of Waybar by their numbers: many tests look at the same one.
  private static var imported: [String: WaybarImport] = [:]

  /// Imports a configuration of Waybar by its number.
  static func waybar(_ number: String) throws -> WaybarImport {
    if let known = imported[number] { return known }
    let result = try WaybarImport(
      path("waybar", number + ".jsonc"), style: path("waybar", number + ".css"), files: files("waybar"))
    imported[number] = result
    return result
  }

  /// The messages of `hyaline check` about a text.
  static func mistakes(_ text: String) -> [String] {
    SettingsFile(path: "/settings.toml").load(containing: Array(text.utf8)).messages
  }

  /// The values of a text.
  static func values(_ text: String) throws -> SettingsValue { try SettingsValue(toml: Array(text.utf8)) }
}

extension Fixtures {
  /// Imports a configuration of Waybar from texts of files in its folder.
  static func waybar(
    config: String, style: String? = nil, others: [String: String] = [:],
    isZone: @escaping (String) -> Bool = { _ in true }, measure: @escaping TextMeasure = { _, _ in nil }
  ) throws -> WaybarImport {
    var texts = others
    texts["/w/config"] = config
    texts["/w/style.css"] = style
    return try WaybarImport(
      "/w/config",
      files: SourceFiles(
        read: { path, _ throws(ImportError) in texts[path].map { Array($0.utf8) } },
        names: { folder in
          texts.keys.filter { $0.hasPrefix(folder) }.map { String($0.dropFirst(folder.count)) }
        },
        variable: { $0 == "HOME" ? "/home/user" : nil }), isZone: isZone,
      measure: measure)
  }

  /// Imports a bar with one module.
  static func module(_ name: String, _ options: String, style: String? = nil) throws -> WaybarImport {
    try waybar(config: "{ \"modules-left\": [\"\(name)\"], \"\(name)\": \(options) }", style: style)
  }
}

extension WaybarImport {
  /// The value of an option as TOML writes it; nil: it is not set.
  func toml(_ path: String...) -> String? { draft.value(path)?.tomlText }

  /// The lines of a kind about what was not carried over exactly.
  func lines(_ kind: ImportReport.Kind) -> [String] { report.entries(kind).map(\.line) }
}
