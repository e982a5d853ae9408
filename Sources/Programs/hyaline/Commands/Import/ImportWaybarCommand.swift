import Application
import Arguments
import Import
import Modules
import Settings

/// `hyaline import waybar`: makes settings of bars of the configuration of Waybar.
struct ImportWaybarCommand: RunnableCommand {
  var file: String?
  var style: String?
  var out: String?
  var force = false

  static var rows: [Row<Self>] {
    [
      .configuration(\.file, "which is ~/.config/waybar/config or config.jsonc there if none is named."),
      .importStyle(\.style), .importOut(\.out), .importForce(\.force),
    ]
  }

  func run() throws {
    let imported: WaybarImport
    do throws(ImportError) {
      let files = SourceFiles.system()
      guard let path = file ?? WaybarImport.find(files) else {
        throw ImportError(.nothingFound(WaybarImport.candidates(files)))
      }
      imported = try WaybarImport(
        path, style: style, files: files, isZone: LocalTime.isZone, measure: SystemText.measure())
    } catch {
      throw StartError(error.description)
    }
    try ImportTarget(path: out, replaces: force).write(
      imported.draft, imported.report, of: "Waybar", tables: Self.tables(imported.draft))
  }

  /// The kinds of tables that always have a name, so that those with other names are no concern of an import.
  private static let named: Set = ["materials", "text", "script", "image", "group"]

  /// The tables that settings have, as far as a file must not have them already: the bars, the modules and materials.
  private static func tables(_ draft: SettingsDraft) -> [[String]] {
    var tables = [["bar"]]
    for path in draft.tablePaths {
      let table = named.contains(path[0]) ? Array(path.prefix(2)) : [path[0]]
      if !tables.contains(table) { tables.append(table) }
    }
    return tables
  }
}
