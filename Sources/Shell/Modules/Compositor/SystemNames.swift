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
  private var icons: [String: String?] = [:]
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
    if let known = icons[appID] { return known }
    let paths = folders.flatMap { folder in DesktopEntry.paths(ofID: appID).map { folder + "/" + $0 } }
    let text = paths.lazy.compactMap { RegularFile.text(ofPath: $0, upTo: Self.fileLimit) }.first
    let icon = text.map { DesktopEntry(text: $0).icon } ?? appID
    if icons.count >= Self.mostPrograms { icons = [:] }
    icons[appID] = icon
    return icon
  }

  /// The short name of a keyboard layout; nil: it is not known.
  func layoutCode(_ name: String) -> String? { layouts.code(of: name) }
}
