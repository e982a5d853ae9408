import Arguments
import Glibc
import Toml

/// `hyaline settings schema`: prints the JSON Schema of settings files.
struct SettingsSchemaCommand: RunnableCommand {
  func run() throws { print(SettingsSchema.json) }

  /// The line by which editors find the schema that was installed with this program.
  static var directive: String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
    let program = String(decoding: buffer[..<max(0, count)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let folders = program.split(separator: "/").dropLast()
    let prefix = folders.last == "bin" ? folders.dropLast().map { "/" + $0 }.joined() : "/usr/local"
    return "#:schema file://\(prefix)/share/hyaline/settings.schema.json"
  }
}
