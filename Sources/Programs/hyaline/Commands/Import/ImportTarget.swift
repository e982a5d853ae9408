import Application
import Arguments
import Import
import Loop
import ModuleModel
import Modules
import Settings
import Toml

/// The settings file that an import writes.
///
/// An existing file keeps its text: tables are added behind it, unless it has them already.
struct ImportTarget {
  /// The word that stands for standard output in place of a path.
  static let standardOutput = "-"

  /// The path of the file; nil: the user's settings file.
  var path: String?
  /// Whether tables that the file has already are replaced.
  var replaces: Bool

  /// Writes settings, and prints the account.
  ///
  /// - Parameters:
  ///   - program: The name of the program whose configuration they were made of.
  ///   - tables: The paths of the tables that belong together: if the file has one of them, none is added to it.
  ///   - ofNewFiles: The keys of options that concern more than these tables, which an existing file does not get.
  func write(
    _ settings: SettingsDraft, _ report: ImportReport, of program: String, tables: [[String]],
    ofNewFiles: Set<String> = []
  ) throws {
    if path == Self.standardOutput {
      print(settings.text, terminator: "")
      for line in report.summary(of: program, written: nil).split(separator: "\n") { Log.plain(String(line)) }
      return
    }
    let file = try SettingsFile.chosen(path, to: "write settings to")
    let old = try text(of: file)
    let new = try old.map { try merged($0, settings, file, tables, without: ofNewFiles) } ?? settings.text
    try file.load(containing: Array(new.utf8), isZone: LocalTime.isZone).refuseErrors()
    let backup = if let old, replaces { try keep(old, of: file) } else { nil as String? }
    if let reason = file.replace(with: new) { throw StartError("cannot write \(file.path): \(reason)") }
    print(report.summary(of: program, written: file.path))
    if let backup { print("The file as it was before is \(backup).") }
  }

  /// The text of the file; nil if there is none, or nothing in it.
  private func text(of file: SettingsFile) throws -> String? {
    guard file.load().file.path == file.path else { return nil }
    do throws(Diagnostic) {
      let text = try file.editableText()
      return text.isEmpty ? nil : text
    } catch {
      throw StartError(error.message(file: file.path))
    }
  }

  /// The text of the file with the new tables behind it; options before any table are set where the file has none.
  private func merged(
    _ old: String, _ settings: SettingsDraft, _ file: SettingsFile, _ tables: [[String]],
    without ofNewFiles: Set<String>
  ) throws -> String {
    guard var editor = try? SettingsEditor(old) else {
      throw StartError("\(file.path) is no valid settings file; see \"hyaline check\"")
    }
    do throws(SettingsEditor.Problem) {
      let known = file.merged()
      for table in tables
      where try Self.remove(table, keeping: Self.others(table, known, settings), from: &editor) && !replaces {
        throw SettingsEditor.Problem.table(table)
      }
      var rest = settings
      for key in settings.keys([]) {
        guard let value = settings.value([key]) else { continue }
        let isAdded = !ofNewFiles.contains(key) && (replaces || known?.value(at: [key]) == nil)
        if isAdded { try editor.set([key], to: value.tomlText) }
        rest.remove([key])
      }
      let isBroken = editor.text.utf8.last != UInt8(ascii: "\n")
      let lines = ((isBroken ? "\n\n" : "\n") + rest.text).split(
        separator: "\n", omittingEmptySubsequences: false)
      return editor.text + lines.joined(separator: editor.newline)
    } catch .table(let table) {
      throw StartError(
        "\(file.path) has [\(Diagnostic.key(table))] already; --force replaces it, and -o names another file")
    } catch {
      throw StartError("\(file.path) cannot be changed; name another file with -o")
    }
  }

  /// The tables of modules with names in the table of their kind, as far as the new settings have none with these names.
  private static func others(
    _ table: [String], _ known: SettingsValue?, _ settings: SettingsDraft
  ) -> [[String]] {
    guard table.count == 1, ModuleKind.all.contains(where: { $0.name == table[0] }),
      case .table(let entries)? = known?.value(at: table[...])?.content
    else { return [] }
    let parts: Set = ["states", "on", "menu"]
    return entries.map { table + [$0.key] }.filter { path in
      !parts.contains(path[1]) && !SettingsDraft.hasOption(path) && settings.keys(path).isEmpty
    }
  }

  /// Removes a table without the tables `kept` in it; returns whether there was one.
  private static func remove(
    _ table: [String], keeping kept: [[String]], from editor: inout SettingsEditor
  ) throws(SettingsEditor.Problem) -> Bool {
    do throws(SettingsEditor.Problem) {
      try editor.unset(table, keeping: kept)
      return true
    } catch .notSet {
      return false
    }
  }

  /// Writes the text of the file to one beside it with a new name, which is returned.
  private func keep(_ text: String, of file: SettingsFile) throws -> String {
    for number in 1...99 {
      let copy = SettingsFile(path: "\(file.path).before-import" + (number == 1 ? "" : "-\(number)"))
      if copy.load().exists { continue }
      if let reason = copy.replace(with: text) { throw StartError("cannot write \(copy.path): \(reason)") }
      return copy.path
    }
    throw StartError("too many copies \(file.path).before-import")
  }
}
