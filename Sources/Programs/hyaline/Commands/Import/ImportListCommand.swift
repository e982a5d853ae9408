import Arguments
import Import

/// `hyaline import list`: lists the configurations of other programs that can be imported.
struct ImportListCommand: RunnableCommand {
  func run() throws {
    let files = SourceFiles.system()
    var found: [(program: String, path: String)] = []
    if let path = WaybarImport.find(files) { found.append(("waybar", path)) }
    for daemon in NotificationDaemon.allCases {
      if let path = daemon.paths(files).first(where: { (try? files.text($0)) != nil }) {
        found.append((daemon.rawValue, path))
      }
    }
    guard !found.isEmpty else {
      print("There is no configuration of Waybar, mako, dunst or swaync where these programs look for one.")
      return
    }
    for (program, path) in found { print("\(program): \(path)") }
    print(
      "Next: hyaline import \(found[0].program), or hyaline import \(found[0].program) -o - to look at the result."
    )
  }
}
