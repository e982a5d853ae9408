import Application
import Arguments
import Modules
import Settings
import Toml

/// The settings file that a command of `hyaline settings` reads or changes, and the key of a value in it.
struct NamedSetting {
  let file: SettingsFile
  let path: [String]
  /// The option or the table that the key stands for.
  let shape: SettingsShape

  /// Finds the setting of a key; `file` is the path of the settings file, nil: the user's file.
  init(_ key: String, file: String?) throws {
    let settings = try SettingsFile.chosen(file)
    guard let path = SettingsEditor.path(key) else {
      throw StartError("expected a key such as bar.height, got \"\(key)\"")
    }
    self.file = settings
    self.path = path
    shape = try Self.shape(path, key)
  }

  private static func shape(_ path: [String], _ key: String) throws -> SettingsShape {
    var shape = SettingsShape.file
    for (index, part) in path.enumerated() {
      // The value of an option may be an array or a table, whose parts the check of the value knows.
      if case .option = shape { return shape }
      // An element of an array may be named by its identifier.
      if case .tables(let element) = shape {
        shape = element
        continue
      }
      if case .tableOrTables(let element) = shape, !element.keys.contains(part) {
        shape = element
        continue
      }
      guard let next = shape.shape(at: [part]) else {
        let nearest = nearestName(to: part, among: shape.keys).map { "; did you mean \"\($0)\"?" } ?? ""
        throw StartError("\(Diagnostic.key(path[...index])): unknown key\(nearest)")
      }
      shape = next
    }
    return shape
  }

  /// The default of an option; nil: it has none, or the key is that of a table.
  var standard: SettingsValue? {
    guard case .option(let summary) = shape else { return nil }
    return summary.default.flatMap { SettingsEditor.value(of: $0) }
  }

  /// Writes an edited text, unless `hyaline check` would find an error in it.
  func write(_ text: String) throws {
    try file.load(containing: Array(text.utf8), isZone: LocalTime.isZone).refuseErrors()
    if let reason = file.replace(with: text) { throw StartError("cannot write \(file.path): \(reason)") }
  }

  /// The editor of the file's text.
  func editor() throws -> SettingsEditor {
    do {
      return try SettingsEditor(try file.editableText())
    } catch let diagnostic as Diagnostic {
      throw StartError(diagnostic.message(file: file.path))
    } catch SettingsEditor.Problem.syntax(let error) {
      throw StartError(error.diagnostic.message(file: file.name))
    }
  }

  /// The error for the user that an edit has failed.
  func failure(_ problem: SettingsEditor.Problem, _ key: String) -> StartError {
    switch problem {
    case .syntax(let error): StartError(error.diagnostic.message(file: file.name))
    case .noElement(let path, let element):
      StartError("\(Diagnostic.key(path)) has no element \"\(element)\"; expected a number from 0, or an id")
    case .table: StartError("\(key) is a table; expected the key of a value in it")
    case .noTable(let path): StartError("\(Diagnostic.key(path)) is no table")
    case .notSet: StartError("\(key) is not set in \(file.path)")
    case .unplaceable:
      StartError("\(key) cannot be changed without a change of other values; edit \(file.path)")
    }
  }
}

/// `hyaline settings get`: prints the value of a setting.
struct SettingsGetCommand: RunnableCommand {
  var key = ""
  var settings: String?

  static var rows: [Row<Self>] {
    [
      .argument(needed: "key", \.key, .text.asking("keys"), SettingsSetCommand.keyText),
      .settings(\.settings),
    ]
  }

  func run() throws {
    let setting = try NamedSetting(key, file: settings)
    try setting.file.load(isZone: LocalTime.isZone).refuseErrors()
    guard let value = setting.file.merged()?.value(at: setting.path[...]) ?? setting.standard else {
      throw StartError("\(key) is not set, and has no default")
    }
    if case .string(let text) = value.content { print(text) } else { print(value.tomlText) }
  }
}

/// `hyaline settings set`: sets a value in the settings file.
struct SettingsSetCommand: RunnableCommand {
  var key = ""
  var value = ""
  var settings: String?

  static let keyText =
    "The key of the setting, such as bar.height; tables of an array are named by numbers from 0."

  static var rows: [Row<Self>] {
    [
      .argument(needed: "key", \.key, .text.asking("keys"), keyText),
      .argument(
        needed: "value", \.value, .text.asking("values"), "The value as in TOML; a text needs no quotes."),
      .settings(\.settings),
    ]
  }

  func run() throws {
    let setting = try NamedSetting(key, file: settings)
    let quoted = SettingsEditor.quoted(value)
    guard let literal = SettingsEditor.literal(value) else { return try set(setting, quoted) }
    // A text such as 1 is the name of a workspace, too.
    if try isRefused(setting, literal), try !isRefused(setting, quoted) { return try set(setting, quoted) }
    try set(setting, literal)
  }

  private func edited(_ setting: NamedSetting, _ literal: String) throws -> String {
    var editor = try setting.editor()
    do throws(SettingsEditor.Problem) {
      try editor.set(setting.path, to: literal)
    } catch {
      throw setting.failure(error, key)
    }
    return editor.text
  }

  private func isRefused(_ setting: NamedSetting, _ literal: String) throws -> Bool {
    let text = try edited(setting, literal)
    return !setting.file.load(containing: Array(text.utf8), isZone: LocalTime.isZone).errors().isEmpty
  }

  private func set(_ setting: NamedSetting, _ literal: String) throws {
    try setting.write(try edited(setting, literal))
  }
}

/// `hyaline settings unset`: removes a value or a table from the settings file.
struct SettingsUnsetCommand: RunnableCommand {
  var key = ""
  var settings: String?

  static var rows: [Row<Self>] {
    [
      .argument(needed: "key", \.key, .text.asking("keys"), SettingsSetCommand.keyText),
      .settings(\.settings),
    ]
  }

  func run() throws {
    let setting = try NamedSetting(key, file: settings)
    var editor = try setting.editor()
    do throws(SettingsEditor.Problem) {
      try editor.unset(setting.path)
    } catch {
      throw setting.failure(error, key)
    }
    try setting.write(editor.text)
  }
}
