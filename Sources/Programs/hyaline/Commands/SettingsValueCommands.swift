import Application
import Arguments
import Modules
import Settings
import Toml

/// The settings file that a command of `hyaline settings` reads or changes, and the key of a value in it.
struct NamedSetting {
  let file: SettingsFile
  let key: String
  let path: [String]

  /// Reads a key; `file` is the path of the settings file, nil: the user's file.
  init(_ key: String, file: String?) throws {
    let settings = try SettingsFile.chosen(file)
    guard let path = SettingsEditor.path(key) else {
      throw StartError("expected a key such as bar.height, got \"\(key)\"")
    }
    (self.file, self.key, self.path) = (settings, key, path)
  }

  /// Throws if no settings file can have a value at the key.
  func refuseUnknown() throws {
    var shape = SettingsShape.file
    for (index, part) in path.enumerated() {
      // The value of an option may be an array or a table, whose parts the check of the value knows.
      if case .option = shape { return }
      // An element of an array may be named by its identifier.
      if case .tables(let element) = shape {
        shape = element
        continue
      }
      if case .tableOrTables(let element) = shape {
        shape = element
        if Int(part) != nil { continue }
      }
      guard let next = shape.shape(at: [part]) else {
        let nearest = nearestName(to: part, among: shape.keys).map { "; did you mean \"\($0)\"?" } ?? ""
        throw StartError("\(Diagnostic.key(path[...index])): unknown key\(nearest)")
      }
      shape = next
    }
  }

  /// Throws if the key names an element that the arrays of the file, and of those that it includes, do not have: a table that is added
  /// in place of an array of an included file would replace all of it. The key of a single bar has no number.
  func refuseMissingElement() throws {
    // A file that is not TOML has no values either, so its mistake is named first.
    _ = try editor()
    do throws(SettingsLookup.Problem) {
      _ = try SettingsLookup(file.merged()).value(at: path)
    } catch {
      switch error {
      case .noElement, .single: throw StartError(words(error))
      // A value that is not set yet may be set.
      case .noName, .noTable, .notSet: return
      }
    }
  }

  /// The value in the file and those that it includes, or the default.
  func value() throws -> SettingsValue {
    do throws(SettingsLookup.Problem) {
      return try SettingsLookup(file.merged()).value(at: path)
    } catch {
      throw StartError(words(error))
    }
  }

  private func words(_ problem: SettingsLookup.Problem) -> String {
    switch problem {
    case .noElement(let missing): return missing.message
    case .single(let table):
      return "\(Diagnostic.key(table)) is one table and no array; expected a key such as "
        + Diagnostic.key(table + path.dropFirst(table.count + 1))
    case .noName(let table, let name, let names):
      let known = names.map { Diagnostic.key(table + [$0]) }.joined(separator: ", ")
      return "there is no \(Diagnostic.key(table + [name]))" + (known.isEmpty ? "" : "; there are: \(known)")
    case .noTable(let value): return "\(Diagnostic.key(value)) is no table"
    case .notSet: return "\(key) is not set, and has no default"
    }
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
      throw StartError(error.message(file: file.name))
    }
  }

  /// The error for the user that an edit has failed.
  func failure(_ problem: SettingsEditor.Problem) -> StartError {
    switch problem {
    case .syntax(let error): StartError(error.message(file: file.name))
    case .noElement(let missing): StartError(missing.message)
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

  static var rows: [Row<Self>] { [.key(\.key), .settings(\.settings)] }

  func run() throws {
    let setting = try NamedSetting(key, file: settings)
    try setting.refuseUnknown()
    try setting.file.load(isZone: LocalTime.isZone).refuseErrors()
    let value = try setting.value()
    if case .string(let text) = value.content { print(text) } else { print(value.tomlText) }
  }
}

/// `hyaline settings set`: sets a value in the settings file.
struct SettingsSetCommand: RunnableCommand {
  var key = ""
  var value = ""
  var settings: String?

  static var rows: [Row<Self>] {
    [
      .key(\.key),
      .argument(
        needed: "value", \.value, .text.asking("values"), "The value as in TOML; a text needs no quotes."),
      .settings(\.settings),
    ]
  }

  func run() throws {
    let setting = try NamedSetting(key, file: settings)
    try setting.refuseUnknown()
    try setting.refuseMissingElement()
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
      throw setting.failure(error)
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

  static var rows: [Row<Self>] { [.key(\.key), .settings(\.settings)] }

  func run() throws {
    let setting = try NamedSetting(key, file: settings)
    var editor = try setting.editor()
    do throws(SettingsEditor.Problem) {
      try editor.unset(setting.path)
    } catch {
      // A key that the file has may be removed although it is unknown.
      if error == .notSet {
        try setting.refuseUnknown()
        try setting.refuseMissingElement()
      }
      throw setting.failure(error)
    }
    try setting.write(editor.text)
  }
}
