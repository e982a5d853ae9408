import Arguments
import Loop
import Toml

/// `hyaline settings schema`: prints the JSON Schema of settings files.
struct SettingsSchemaCommand: RunnableCommand {
  func run() throws { print(SettingsSchema.json) }

  /// The line by which editors find the schema that was installed with this program.
  static var directive: String {
    let program = linkTarget(of: "/proc/self/exe") ?? ""
    let folders = program.split(separator: "/").dropLast()
    let prefix = folders.last == "bin" ? folders.dropLast().map { "/" + $0 }.joined() : "/usr/local"
    return "#:schema file://\(prefix)/share/hyaline/settings.schema.json"
  }
}
