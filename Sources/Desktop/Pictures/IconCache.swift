import Glibc
import IconThemes
import Loop
public import Scenes

/// Finds icons in the installed themes, reads them, and caches both; used by one thread.
public nonisolated struct IconCache {
  /// Most pictures that are cached.
  static let mostPictures = 64
  /// Seconds after which folders are read again: five, as in the icon theme specification.
  static let folderLifetime = 5

  private let bases: [String]
  private let applications: [String]
  private let decoder: PictureDecoder?
  private let folders = Folders()
  /// The pictures by file and size; nil for files that are no pictures or take too long.
  private var pictures: [Key: Bitmap?] = [:]

  private struct Key: Hashable {
    var file: RegularFile.Version
    var side: Int
  }

  /// Cached contents of the file system.
  private final class Folders {
    var names: [String: Set<String>] = [:]
    var themes: [String: IconTheme?] = [:]
    /// The icons by the identifiers of desktop entries.
    var icons: [String: String?] = [:]
    var readAt = 0
  }

  /// Makes a cache for the folders of themes (see `IconLookup.standardBases`) and of desktop entries (see
  /// `DesktopEntry.standardFolders`); without `decoder` pictures are decoded in this process.
  public init(bases: [String], applications: [String] = [], decoder: PictureDecoder? = nil) {
    self.bases = bases
    self.applications = applications
    self.decoder = decoder
  }

  /// The path of an icon that suits `size` logical pixels; nil if there is none.
  public func path(ofIcon name: String, size: Int, scale: Int, theme: String) -> String? {
    forgetWhatIsOld()
    let lookup = IconLookup(bases: bases, list: { names(in: $0) }, theme: { self.theme($0) })
    return lookup.path(name, size: size, scale: scale, theme: theme)
  }

  /// The path of an icon in a folder of themes of its own, that of a program; nil if there is none of just that name.
  ///
  /// Programs have icons for the themes of the system there as a rule, without the indices of those.
  public func path(ofIcon name: String, in folder: String, size: Int, scale: Int, theme: String) -> String? {
    forgetWhatIsOld()
    var lookup = IconLookup(
      bases: [folder], list: { names(in: $0) }, theme: { self.theme($0) ?? self.theme($0, in: folder) })
    lookup.isExact = true
    return lookup.path(name, size: size, scale: scale, theme: theme)
  }

  /// The path of an application's icon that suits `size` logical pixels; nil if there is none.
  ///
  /// `id` is the identifier of its desktop entry, which names the icon; otherwise the icon with the
  /// name `id` is used.
  public func path(ofApplication id: String, size: Int, scale: Int, theme: String) -> String? {
    forgetWhatIsOld()
    for name in [icon(ofApplication: id), id].compactMap({ $0 }) {
      if name.hasPrefix("/") {
        if unsafe access(name, R_OK) == 0 { return name }
      } else if let path = path(ofIcon: name, size: size, scale: scale, theme: theme) {
        return path
      }
    }
    return nil
  }

  /// The path of a symbolic icon that suits `size` logical pixels; nil if there is none or
  /// only a coloured one.
  ///
  /// The names of symbolic icons end in `-symbolic`, as in the icon naming specification.
  public func path(ofSymbol name: String, size: Int, scale: Int, theme: String) -> String? {
    let symbol = name.hasSuffix(Self.symbolic) ? name : name + Self.symbolic
    let found = path(ofIcon: symbol, size: size, scale: scale, theme: theme)
    return found.flatMap { Self.isSymbolic($0) ? $0 : nil }
  }

  private static let symbolic = "-symbolic"
  /// Most bytes of a text file that are read: many times the size of the largest theme index.
  private static let longestFile = 1 << 20

  /// Whether the theme's icon at `path` is symbolic.
  static func isSymbolic(_ path: String) -> Bool {
    path.split(separator: "/").last?.text(after: symbolic + ".") != nil
  }

  /// The picture of a file, fitted into a square of `side` physical pixels; nil if it cannot be read.
  public mutating func picture(path: String, side: Int) -> Bitmap? {
    guard let file = try? RegularFile(path: path) else { return nil }
    let key = Key(file: file.version, side: side)
    if let known = pictures[key] { return known }
    let bitmap: Bitmap?
    do throws(PictureError.Reason) {
      bitmap = try SmallPicture.load(file, side: side, decoder: decoder)
    } catch {
      // A failure of the system may be temporary, so that it is not cached.
      if case .system = error { return nil }
      bitmap = nil
    }
    if pictures.count >= Self.mostPictures { pictures = [:] }
    pictures[key] = .some(bitmap)
    return bitmap
  }

  /// The picture that `bytes` are a file of, fitted into a square of `side` physical pixels; nil if they are none. It is not
  /// cached.
  public func picture(bytes: [UInt8], side: Int) -> Bitmap? {
    guard let file = try? RegularFile(containing: bytes) else { return nil }
    return try? SmallPicture.load(file, side: side, decoder: decoder)
  }

  /// Forgets the contents of folders, so that they are read again before their lifetime is over.
  public func forgetFolders() { (folders.names, folders.themes, folders.icons) = ([:], [:], [:]) }

  /// Whether pictures are decoded by a program without a filter of system calls.
  var isDecoderUnconfined: Bool { decoder?.isUnconfined ?? false }

  /// Frees the memory that is held for decoding.
  public func rest() { decoder?.rest() }

  private func icon(ofApplication id: String) -> String? {
    if let known = folders.icons[id] { return known }
    var icon: String?
    let paths = applications.flatMap { folder in DesktopEntry.paths(ofID: id).map { folder + "/" + $0 } }
    // The user's entry hides that of the system, even if it names no icon.
    for path in paths {
      guard let text = RegularFile.text(ofPath: path, upTo: Self.longestFile) else { continue }
      icon = DesktopEntry(text: text).icon
      break
    }
    folders.icons[id] = .some(icon)
    return icon
  }

  private func forgetWhatIsOld() {
    let now = Self.seconds()
    guard now - folders.readAt >= Self.folderLifetime else { return }
    forgetFolders()
    folders.readAt = now
  }

  private func names(in folder: String) -> Set<String> {
    if let known = folders.names[folder] { return known }
    let names = Set(Directory.names(in: folder))
    folders.names[folder] = names
    return names
  }

  private func theme(_ name: String) -> IconTheme? { theme(name, in: bases, as: name) }

  private func theme(_ name: String, in folder: String) -> IconTheme? {
    theme(name, in: [folder], as: folder + "/" + name)
  }

  /// A theme of the first base that has it; `key` is the name by which it is cached.
  private func theme(_ name: String, in bases: [String], as key: String) -> IconTheme? {
    if let known = folders.themes[key] { return known }
    guard !name.contains("/"), name != ".." else { return nil }
    var theme: IconTheme?
    for base in bases {
      if let text = RegularFile.text(ofPath: base + "/" + name + "/index.theme", upTo: Self.longestFile) {
        theme = IconTheme(index: text)
        break
      }
    }
    folders.themes[key] = theme
    return theme
  }

  private static func seconds() -> Int {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec
  }
}
