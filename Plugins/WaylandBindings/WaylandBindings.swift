import Foundation
import PackagePlugin

/// Generates `Bindings.swift` for a target from the interfaces in `Protocols/interfaces.list`.
@main
struct WaylandBindings: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let own = context.package.directoryURL.appending(path: "Protocols")
    let list = own.appending(path: "interfaces.list")
    let output = context.pluginWorkDirectoryURL.appending(path: "Bindings.swift")
    let folders = [own] + systemFolders()
    return [
      .buildCommand(
        displayName: "Generating Wayland bindings",
        executable: try context.tool(named: "WaylandScanner").url,
        arguments: ([list, output] + folders).map { $0.path(percentEncoded: false) },
        inputFiles: [list] + (try inputs(of: list, in: folders)),
        outputFiles: [output])
    ]
  }

  private func systemFolders() -> [URL] {
    let listed = ProcessInfo.processInfo.environment["XDG_DATA_DIRS"] ?? ""
    let folders = listed.split(separator: ":").map(String.init)
    return (folders + ["/usr/local/share", "/usr/share"]).map { URL(filePath: $0) }
  }

  /// Every file that the list may stand for and that is there: a change of any makes the bindings anew.
  private func inputs(of list: URL, in folders: [URL]) throws -> [URL] {
    let names = try String(contentsOf: list, encoding: .utf8).split(separator: "\n")
      .filter { $0.first.map { !$0.isWhitespace && $0 != "#" } ?? false }
    return names.flatMap { name in folders.map { $0.appending(path: String(name)) } }
      .filter { FileManager.default.fileExists(atPath: $0.path(percentEncoded: false)) }
  }
}
