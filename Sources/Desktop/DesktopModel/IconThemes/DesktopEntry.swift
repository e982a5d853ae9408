/// The icon, the name and the command in a program's desktop entry, by the Desktop Entry Specification 1.5.
public struct DesktopEntry: Equatable, Sendable {
  /// The name of an icon, or an absolute path; nil if the entry has none.
  public var icon: String?
  /// The name of the program for the user; empty if the entry has none.
  public var name: String
  /// The class that windows of the program have under X11; nil if the entry has none.
  public var windowClass: String?
  /// The program and its arguments, without files to open; nil if the entry starts none.
  public var command: [String]?

  /// Most subfolders that an entry's file is looked for in; an identifier has a dash for each.
  static let mostFolders = 4

  /// Reads the text of an entry; lines that are not understood are ignored.
  public init(text: String) {
    let group = KeyFile(text: text).group("Desktop Entry")
    icon = group.value("Icon").flatMap(Self.icon)
    name = group.value("Name").map(String.init) ?? ""
    windowClass = group.value("StartupWMClass").map(String.init)
    let isProgram = group.value("Type") ?? "Application" == "Application" && group.value("Hidden") != "true"
    if isProgram, let line = group.value("Exec") {
      command = ExecLine(line, name: name, icon: icon).command
      // The Default Terminal Execution Specification has this name for the terminal of the user's choice.
      if group.value("Terminal") == "true" { command = command.map { ["xdg-terminal-exec"] + $0 } }
    }
  }

  /// Decodes an icon; nil for an empty text and for a relative path.
  private static func icon(_ value: Substring) -> String? {
    var text = ""
    var isEscaped = false
    for character in value {
      if isEscaped {
        text.append(character == "s" ? " " : character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        text.append(character)
      }
    }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text.isEmpty || text.contains("/") && !text.hasPrefix("/") ? nil : text
  }

  /// The paths that the entry of an identifier may have below a folder of entries, the likeliest first.
  public static func paths(ofID id: String) -> [String] {
    let parts = id.split(separator: "-", omittingEmptySubsequences: false)
    guard !id.isEmpty, !id.contains("/"), !parts.contains(where: { $0.hasPrefix(".") }) else { return [] }
    return (0..<min(parts.count, mostFolders)).map { folders in
      (parts[..<folders] + [parts[folders...].joined(separator: "-")[...]]).joined(separator: "/")
        + ".desktop"
    }
  }

  /// The text of the entry with an identifier in the first of the folders that has one, whatever the case of the letters of its
  /// name; nil if no folder has one.
  ///
  /// In a folder, an entry whose name is the identifier itself comes before others. `list` returns the names of the files in a
  /// folder, and `read` the text of a file.
  public static func text(
    ofID id: String, in folders: [String], list: (String) -> Set<String>, read: (String) -> String?
  ) -> String? {
    let paths = paths(ofID: id)
    for folder in folders {
      for path in paths { if let text = read(folder + "/" + path) { return text } }
      for path in paths {
        let parts = path.split(separator: "/")
        let name = parts[parts.count - 1].lowercased()
        let place = ([folder] + parts.dropLast().map(String.init)).joined(separator: "/")
        let same = list(place).filter { $0.lowercased() == name }.sorted()
        for file in same { if let text = read(place + "/" + file) { return text } }
      }
    }
    return nil
  }

  /// The folders of entries by the XDG Base Directory Specification, those of the user first; `variable`
  /// returns the value of an environment variable.
  public static func standardFolders(_ variable: (String) -> String?) -> [String] {
    BaseFolders.data(variable).map { $0 + "/applications" }
  }
}
