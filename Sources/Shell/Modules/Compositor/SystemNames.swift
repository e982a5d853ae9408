import DesktopModel
import Loop
import ModuleReadings

/// Names that programs and keyboards have on this system, read from files when they are first asked for.
///
/// All desktop entries are read where no entry has the name of a window's program. They may be many, so that another thread
/// reads them, and observers are told of what it has found.
final class SystemNames {
  /// The longest file that is read, in bytes: the list of keyboards has some 60 thousand.
  private nonisolated static let fileLimit = 1 << 20
  /// The time limit for reading the folders of desktop entries.
  private static let patience = Duration.seconds(20)
  /// The greatest number of programs whose entries are kept.
  private static let mostPrograms = 512
  /// The greatest number of entries of a folder that are searched for the class of a window.
  private nonisolated static let mostEntries = 4096

  private let folders: [String]
  private let rules: String
  private var entries: [String: DesktopEntry?] = [:]
  /// The names of entries as they were found last, by the same names in lower case and by the classes of their windows.
  private var classes: [String: String] = [:]
  /// Whether `classes` is what the folders have.
  private var classesAreRead = false
  private var isReadingClasses = false
  private let worker: Worker<Void>
  private let observers = Observers()
  /// When names in each folder were changed last, as of the last search for an entry that is not there.
  private var changes: [Int?] = []
  private lazy var layouts = LayoutNames(rules: RegularFile.text(ofPath: rules, upTo: Self.fileLimit) ?? "")

  /// `folders` hold desktop entries, `rules` is the list of keyboard layouts.
  init(
    loop: EventLoop, folders: [String] = DesktopEntry.standardFolders(Environment.value),
    rules: String = "/usr/share/X11/xkb/rules/evdev.lst"
  ) {
    worker = Worker(loop: loop, limit: Self.patience) {}
    self.folders = folders
    self.rules = rules
  }

  /// Calls `handler` when more has become known of programs whose names were asked for, until the observation is cancelled or
  /// released.
  func observe(_ handler: @escaping () -> Void) -> Observation { observers.add(handler) }

  /// The icon of a program whose windows have this identifier or class; without an entry that name itself, also in lower case,
  /// each on a line; nil for an empty one.
  func icon(_ appID: String) -> String? {
    if appID.isEmpty { return nil }
    guard let entry = entry(ofWindows: appID) else {
      let small = appID.lowercased()
      return small == appID ? appID : "\(appID)\n\(small)"
    }
    return entry.icon
  }

  /// The program of a desktop entry by the name of the entry; nil: none is installed.
  func program(_ id: String) -> TaskbarProgram? {
    entry(id).map { TaskbarProgram(name: $0.name, windowClass: $0.windowClass, command: $0.command) }
  }

  /// Forgets the desktop entries, which are read again when one is needed.
  func forget() { (entries, classesAreRead) = ([:], false) }

  /// The entry for the application that windows name: the one of this name, whatever its case, or else one that names this
  /// class, as entries of programs for X11 do.
  private func entry(ofWindows appID: String) -> DesktopEntry? {
    let small = appID.lowercased()
    if let found = entry(appID) ?? (small == appID ? nil : entry(small)) { return found }
    if !classesAreRead { readClasses() }
    return classes[small].flatMap { entry($0) }
  }

  private func entry(_ id: String) -> DesktopEntry? {
    // A program may have been installed since its entry was missed.
    if let known = entries[id], known != nil || !forgetMisses() { return known }
    let paths = folders.flatMap { folder in DesktopEntry.paths(ofID: id).map { folder + "/" + $0 } }
    let text = paths.lazy.compactMap { RegularFile.text(ofPath: $0, upTo: Self.fileLimit) }.first
    let entry = text.map { DesktopEntry(text: $0) }
    if entry == nil { _ = forgetMisses() }
    if entries.count >= Self.mostPrograms { entries = [:] }
    entries[id] = .some(entry)
    return entry
  }

  /// Forgets which entries there are not, if files have come or gone since; returns whether they have.
  private func forgetMisses() -> Bool {
    let changes = folders.map { Directory.changeTime(of: $0) }
    if changes == self.changes { return false }
    self.changes = changes
    entries = entries.filter { $0.value != nil }
    classesAreRead = false
    return true
  }

  private func readClasses() {
    guard !isReadingClasses else { return }
    (isReadingClasses, classesAreRead) = (true, true)
    worker.run(
      { [folders] _ in Self.classes(in: folders) }, then: { [weak self] in self?.take(classes: $0) })
  }

  private func take(classes found: [String: String]?) {
    isReadingClasses = false
    // Files may have come or gone after they were read.
    if classesAreRead { worker.rest() } else { readClasses() }
    // If the entries could not be read, the names that were read before are kept until files come or go.
    guard let found, found != classes else { return }
    classes = found
    observers.tell()
  }

  private nonisolated static func classes(in folders: [String]) -> [String: String] {
    var found: [String: String] = [:]
    var names: [String: String] = [:]
    // Entries of the user, which are in the first folder, take the place of others.
    for folder in folders.reversed() {
      for name in Directory.names(in: folder).sorted().prefix(mostEntries) {
        guard name.hasSuffix(".desktop") else { continue }
        let id = String(name.dropLast(".desktop".count))
        names[id.lowercased()] = id
        guard
          let text = RegularFile.text(ofPath: folder + "/" + name, upTo: fileLimit),
          // Most entries name no class, and need not be understood.
          text.text(after: "StartupWMClass") != nil,
          let windowClass = DesktopEntry(text: text).windowClass
        else { continue }
        found[windowClass.lowercased()] = id
      }
    }
    return found.merging(names) { _, name in name }
  }

  /// The short name of a keyboard layout; nil: it is not known.
  func layoutCode(_ name: String) -> String? { layouts.code(of: name) }
}
