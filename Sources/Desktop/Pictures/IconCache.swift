import Glibc
import IconThemes
import Loop
public import Scenes

/// Looks icons up in the themes of this machine and reads them, and remembers both; of one thread.
public nonisolated struct IconCache {
  /// Pictures that are kept.
  static let mostPictures = 64
  /// After how many seconds folders are looked at again: five, as the icon theme specification has it.
  static let folderLifetime = 5

  private let bases: [String]
  private let applications: [String]
  private let decoder: PictureDecoder?
  private let folders = Folders()
  /// Nil for files that are none, or take too long.
  private var pictures: [Key: Bitmap?] = [:]

  private struct Key: Hashable {
    var file: RegularFile.Version
    var side: Int
  }

  /// What was read of the file system.
  private final class Folders {
    var names: [String: Set<String>] = [:]
    var themes: [String: IconTheme?] = [:]
    /// By the identifiers of desktop entries.
    var icons: [String: String?] = [:]
    var readAt = 0
  }

  /// With the folders of themes, such as `IconLookup.standardBases` gives, and of desktop entries, as
  /// `DesktopEntry.standardFolders` does; without `decoder` pictures are decoded here.
  public init(bases: [String], applications: [String] = [], decoder: PictureDecoder? = nil) {
    self.bases = bases
    self.applications = applications
    self.decoder = decoder
  }

  /// The path of an icon that suits `size` logical pixels; nil: there is none.
  public func path(ofIcon name: String, size: Int, scale: Int, theme: String) -> String? {
    forgetWhatIsOld()
    let lookup = IconLookup(bases: bases, list: { names(in: $0) }, theme: { self.theme($0) })
    return lookup.path(name, size: size, scale: scale, theme: theme)
  }

  /// The same for the icon of an application, by the identifier of its desktop entry: what that says, or else the icon
  /// of that name.
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

  /// The same for the symbolic icon of that name, whose own name ends in `-symbolic` as the icon naming
  /// specification has it; nil too where only a coloured one is found.
  public func path(ofSymbol name: String, size: Int, scale: Int, theme: String) -> String? {
    let symbol = name.hasSuffix(Self.symbolic) ? name : name + Self.symbolic
    let found = path(ofIcon: symbol, size: size, scale: scale, theme: theme)
    return found.flatMap { Self.isSymbolic($0) ? $0 : nil }
  }

  private static let symbolic = "-symbolic"
  /// Bytes of a text file that are read: many times the largest index of a theme that there is.
  private static let longestFile = 1 << 20

  /// Whether that of a theme at `path` is a symbolic icon.
  static func isSymbolic(_ path: String) -> Bool {
    path.split(separator: "/").last?.text(after: symbolic + ".") != nil
  }

  /// The picture of a file that fits into a square of `side` pixels; nil if it cannot be read.
  public mutating func picture(path: String, side: Int) -> Bitmap? {
    guard let file = try? RegularFile(path: path) else { return nil }
    let key = Key(file: file.version, side: side)
    if let known = pictures[key] { return known }
    let bitmap: Bitmap?
    do throws(PictureError.Reason) {
      bitmap = try SmallPicture.load(file, side: side, decoder: decoder)
    } catch {
      // What the system had not, it may have another time.
      if case .system = error { return nil }
      bitmap = nil
    }
    if pictures.count >= Self.mostPictures { pictures = [:] }
    pictures[key] = .some(bitmap)
    return bitmap
  }

  /// Whether pictures are decoded by a program that has no filter of system calls.
  var isDecoderUnconfined: Bool { decoder?.isUnconfined ?? false }

  /// Gives back the memory that is held for decoding.
  public func rest() { decoder?.rest() }

  private func icon(ofApplication id: String) -> String? {
    if let known = folders.icons[id] { return known }
    var icon: String?
    let paths = applications.flatMap { folder in DesktopEntry.paths(ofID: id).map { folder + "/" + $0 } }
    // The user's entry hides that of the system, also if it names no icon.
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
    (folders.names, folders.themes, folders.icons) = ([:], [:], [:])
    folders.readAt = now
  }

  private func names(in folder: String) -> Set<String> {
    if let known = folders.names[folder] { return known }
    var names: Set<String> = []
    if let directory = unsafe opendir(folder) {
      defer { unsafe closedir(directory) }
      while let entry = unsafe readdir(directory) {
        let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
          unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        names.insert(name)
      }
    }
    folders.names[folder] = names
    return names
  }

  private func theme(_ name: String) -> IconTheme? {
    if let known = folders.themes[name] { return known }
    guard !name.contains("/"), name != ".." else { return nil }
    var theme: IconTheme?
    for base in bases {
      if let text = RegularFile.text(ofPath: base + "/" + name + "/index.theme", upTo: Self.longestFile) {
        theme = IconTheme(index: text)
        break
      }
    }
    folders.themes[name] = theme
    return theme
  }

  private static func seconds() -> Int {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec
  }
}
