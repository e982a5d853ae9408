import DesktopModel
import Glibc
import Loop
public import Scenes

/// Finds icons in the installed themes, reads them, and caches both; used by one thread.
public nonisolated struct IconCache {
  /// Most pictures that are cached.
  static let mostPictures = 64
  /// Seconds after which folders are read again: five, as in the icon theme specification.
  static let folderLifetime = 5
  /// The time limit for an answer of a file system about a path that another program has named.
  static let patience = Duration.seconds(1)

  private let bases: [String]
  private let applications: [String]
  private let decoder: PictureDecoder?
  private let reader: NamedFileReader
  private let folders = Folders(
    list: { Directory.names(in: $0) }, read: { RegularFile.text(ofPath: $0, upTo: Self.longestFile) })
  /// The cached contents of folders of themes that belong to programs.
  private let programFolders: Folders
  /// The pictures by file and size; nil for files that are no pictures or take too long.
  private var pictures: [Key: Bitmap?] = [:]

  private struct Key: Hashable {
    var file: RegularFile.Version
    /// A hash of the content of a file that was new; nil if the version of the file identifies the content.
    var content: Int?
    var side: Int
  }

  /// Cached contents of the file system.
  private final class Folders {
    /// Returns the names in a folder.
    private let list: (_ folder: String) -> [String]
    /// Returns the text of a file; nil if it cannot be read.
    let read: (_ path: String) -> String?
    private var names: [String: Set<String>] = [:]
    private var themes: [String: IconTheme?] = [:]
    /// The icons by the identifiers of desktop entries.
    var icons: [String: String?] = [:]
    var readAt = 0

    init(list: @escaping (_ folder: String) -> [String], read: @escaping (_ path: String) -> String?) {
      (self.list, self.read) = (list, read)
    }

    func forget() { (names, themes, icons) = ([:], [:], [:]) }

    func names(in folder: String) -> Set<String> {
      if let known = names[folder] { return known }
      let found = Set(list(folder))
      names[folder] = found
      return found
    }

    /// The theme of this name in the first of `bases` that has it, which is cached as `key`.
    func theme(_ name: String, in bases: [String], as key: String) -> IconTheme? {
      if let known = themes[key] { return known }
      // A path, or `..`, would lead out of the folder of themes.
      guard !name.contains("/"), name != ".." else { return nil }
      var text: String?
      for base in bases where text == nil { text = read(base + "/" + name + "/index.theme") }
      let theme = text.map { IconTheme(index: $0) }
      themes[key] = theme
      return theme
    }
  }

  /// Makes a cache for the folders of themes (see `IconLookup.standardBases`) and of desktop entries (see
  /// `DesktopEntry.standardFolders`); without `decoder` pictures are decoded in this process.
  public init(bases: [String], applications: [String] = [], decoder: PictureDecoder? = nil) {
    self.init(
      bases: bases, applications: applications, decoder: decoder,
      reader: NamedFileReader(patience: Self.patience))
  }

  /// Makes a cache with the reader of paths that other programs have named.
  init(bases: [String], applications: [String], decoder: PictureDecoder?, reader: NamedFileReader) {
    self.bases = bases
    self.applications = applications
    self.decoder = decoder
    self.reader = reader
    programFolders = Folders(
      list: { reader.names(in: $0) }, read: { reader.text(ofPath: $0, upTo: Self.longestFile) })
  }

  /// The path of an icon that suits `size` logical pixels; nil if there is none.
  public func path(ofIcon name: String, size: Int, scale: Int, theme: String) -> String? {
    forgetWhatIsOld()
    return lookup.path(name, size: size, scale: scale, theme: theme)
  }

  /// An icon in the size that its theme has it in, which is at most `size` logical pixels if there is such a one; nil if there is none.
  func sized(_ name: String, size: Int, scale: Int, theme: String) -> IconLookup.Sized? {
    forgetWhatIsOld()
    return lookup.sized(name, size: size, scale: scale, theme: theme)
  }

  private var lookup: IconLookup {
    IconLookup(bases: bases, list: { folders.names(in: $0) }, theme: { self.theme($0) })
  }

  /// The path of an icon in a folder of themes of its own, that of a program; nil if there is none of just that name.
  ///
  /// Programs have icons for the themes of the system there as a rule, without the indices of those.
  public func path(ofIcon name: String, in folder: String, size: Int, scale: Int, theme: String) -> String? {
    forgetWhatIsOld()
    var lookup = IconLookup(
      bases: [folder], list: { programFolders.names(in: $0) },
      theme: { self.theme($0) ?? programFolders.theme($0, in: [folder], as: folder + "/" + $0) })
    lookup.isExact = true
    return lookup.path(name, size: size, scale: scale, theme: theme)
  }

  /// The path of an application's icon that suits `size` logical pixels; nil if there is none.
  ///
  /// `id` is the identifier of its desktop entry, which names the icon; otherwise the icon with the
  /// name `id` is used.
  public func path(ofApplication id: String, size: Int, scale: Int, theme: String) -> String? {
    found(
      ofApplication: id, file: { $0 },
      search: { path(ofIcon: $0, size: size, scale: scale, theme: theme) })
  }

  /// An application's icon in the size that its theme has it in, as by `sized`; nil if there is none.
  func sized(ofApplication id: String, size: Int, scale: Int, theme: String) -> IconLookup.Sized? {
    found(
      ofApplication: id, file: { IconLookup.Sized(path: $0) },
      search: { sized($0, size: size, scale: scale, theme: theme) })
  }

  /// The icon that an application's desktop entry names, which may be a file, or that of its identifier.
  private func found<Icon>(
    ofApplication id: String, file: (_ path: String) -> Icon, search: (_ name: String) -> Icon?
  ) -> Icon? {
    forgetWhatIsOld()
    for name in [icon(ofApplication: id), id].compactMap({ $0 }) {
      if name.hasPrefix("/") {
        if reader.hasFile(at: name) { return file(name) }
      } else if let icon = search(name) {
        return icon
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

  /// The picture of a file of a theme, fitted into a square of `side` physical pixels; nil if it cannot be read.
  public mutating func picture(path: String, side: Int) -> Bitmap? {
    guard let file = try? RegularFile(path: path) else { return nil }
    return picture(file, side: side)
  }

  /// The picture of a file at a path that another program has named; nil if it cannot be read. Throws only if a file system
  /// does not answer.
  mutating func picture(named path: String, side: Int) throws(NotAnswering) -> Bitmap? {
    do throws(RegularFile.Problem) {
      if let version = try reader.settledVersion(ofPath: path),
        let known = pictures[Key(file: version, content: nil, side: side)]
      {
        return known
      }
      return picture(try reader.copy(ofPath: path, upTo: SmallPicture.mostBytes), side: side)
    } catch {
      if error == .notAnswering { throw NotAnswering() }
      return nil
    }
  }

  /// The picture of a file that was found for the name of an icon or an application; nil if it cannot be read. Throws only if a
  /// file system does not answer, to a path outside of the folders of themes, which another program may have named.
  mutating func picture(ofFound path: String, side: Int) throws(NotAnswering) -> Bitmap? {
    isInThemes(path) ? picture(path: path, side: side) : try picture(named: path, side: side)
  }

  /// Whether a path leads into the folders of themes, and does not leave them by `..`.
  func isInThemes(_ path: String) -> Bool {
    bases.contains { base in
      path.hasPrefix(base + "/") && !path.dropFirst(base.count).split(separator: "/").contains("..")
    }
  }

  /// A file system on a path does not answer.
  struct NotAnswering: Error {}

  /// The picture of an open file; nil if it cannot be read.
  mutating func picture(_ file: borrowing RegularFile, side: Int) -> Bitmap? {
    let content = file.isFresh ? try? file.contentHash(upTo: SmallPicture.mostBytes) : nil
    let key = Key(file: file.version, content: content, side: side)
    if let known = pictures[key] { return known }
    let bitmap: Bitmap?
    do throws(PictureError.Reason) {
      bitmap = try SmallPicture.load(file, side: side, decoder: decoder)
    } catch {
      switch error {
      // A failure of the system may be temporary, and a library may be installed, so that these are not cached.
      case .system, .missingLibrary: return nil
      default: bitmap = nil
      }
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
  public func forgetFolders() {
    folders.forget()
    programFolders.forget()
  }

  /// Forgets the contents of the folders of themes that belong to programs.
  func forgetProgramFolders() { programFolders.forget() }

  /// Whether pictures are decoded by a program without a filter of system calls.
  var isDecoderUnconfined: Bool { decoder?.isUnconfined ?? false }

  /// Frees the memory that is held for decoding.
  public func rest() {
    decoder?.rest()
    reader.rest()
  }

  private func icon(ofApplication id: String) -> String? {
    if let known = folders.icons[id] { return known }
    // The user's entry hides that of the system, even if it names no icon.
    let text = DesktopEntry.text(
      ofID: id, in: applications, list: { folders.names(in: $0) }, read: folders.read)
    let icon = text.flatMap { DesktopEntry(text: $0).icon }
    folders.icons[id] = .some(icon)
    return icon
  }

  private func forgetWhatIsOld() {
    let now = Self.seconds()
    guard now - folders.readAt >= Self.folderLifetime else { return }
    forgetFolders()
    folders.readAt = now
  }

  private func theme(_ name: String) -> IconTheme? { folders.theme(name, in: bases, as: name) }

  private static func seconds() -> Int {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec
  }
}
