import CompositorReadings
import IconThemes
import Loop

/// Names that programs and keyboards have on this system, read from files when they are first asked for.
final class SystemNames {
  /// The longest file that is read, in bytes: the list of keyboards has some 60 thousand.
  private static let fileLimit = 1 << 20
  /// So many programs are kept in mind.
  private static let mostPrograms = 512

  private let folders: [String]
  private let rules: String
  private var entries: [String: DesktopEntry?] = [:]
  private lazy var layouts = LayoutNames(rules: RegularFile.text(ofPath: rules, upTo: Self.fileLimit) ?? "")

  /// `folders` hold desktop entries, `rules` is the list of keyboard layouts.
  init(
    folders: [String] = DesktopEntry.standardFolders(Environment.value),
    rules: String = "/usr/share/X11/xkb/rules/evdev.lst"
  ) {
    self.folders = folders
    self.rules = rules
  }

  /// The icon of a program by the name of its desktop entry; without an entry that name itself; nil for an empty one.
  func icon(_ appID: String) -> String? {
    if appID.isEmpty { return nil }
    guard let entry = entry(appID) else { return appID }
    return entry.icon
  }

  /// The program of a desktop entry by the name of the entry; nil: none is installed.
  func program(_ id: String) -> TaskbarProgram? {
    entry(id).map { TaskbarProgram(name: $0.name, windowClass: $0.windowClass, command: $0.command) }
  }

  /// Has desktop entries read again.
  func forget() { entries = [:] }

  private func entry(_ id: String) -> DesktopEntry? {
    if let known = entries[id] { return known }
    let paths = folders.flatMap { folder in DesktopEntry.paths(ofID: id).map { folder + "/" + $0 } }
    let text = paths.lazy.compactMap { RegularFile.text(ofPath: $0, upTo: Self.fileLimit) }.first
    let entry = text.map { DesktopEntry(text: $0) }
    if entries.count >= Self.mostPrograms { entries = [:] }
    entries[id] = .some(entry)
    return entry
  }

  /// The short name of a keyboard layout; nil: it is not known.
  func layoutCode(_ name: String) -> String? { layouts.code(of: name) }
}
