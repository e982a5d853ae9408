public import BarUI
import Geometry
public import ModuleModel
public import Pictures
import Scenes
import Symbols

/// The icons and pictures of all bars, read off the main thread and kept while they are shown.
@MainActor public final class BarPictures {
  /// Called when a picture was read, or could not be read, and when bars and popups have to ask for their pictures
  /// again.
  public var onChange: (() -> Void)?
  private let source: any PictureSource
  private var entries: [Entry: Reading] = [:]
  /// The pixels that were provided, in the sizes in which they are shown.
  private var fits: [Entry: BarPictureTable.Picture] = [:]
  private var pending: Set<Entry> = []
  /// The pictures that are being read although their files may have changed since the reading began; they are read once
  /// more.
  private var outdated: Set<Entry> = []
  /// The pictures that were provided, by name.
  private var provided: [String: ProvidedPicture] = [:]

  /// The greatest number of pictures that are kept.
  private static let most = 256

  private struct Entry: Hashable {
    var key: BarPictureTable.Key
    var scale: Double

    /// Whether the entry is a later version of another one's picture.
    func isNewer(than other: Entry) -> Bool {
      key.name == other.key.name && key.side == other.key.side && scale == other.scale
        && key.version > other.key.version
    }
  }

  /// The result of a search.
  private struct Reading {
    /// The picture that was found; nil: none was.
    var picture: BarPictureTable.Picture?
    /// Whether no place that was searched has it, so that nothing or a symbol of this program is shown.
    var isMissing: Bool
    /// The number of the search that has given the result.
    var search: Int
    /// Whether the file may have changed; the former picture is shown until the file was read again.
    var isOutdated = false
  }

  /// The number of the present search; another one begins when icons may have been installed or replaced.
  private var search = 0
  /// The number of the first search in the present theme; what an earlier one has found is shown until it was read
  /// again.
  private var firstSearchOfTheme = 0

  /// The pictures that were asked for last, by scale.
  private var wanted: [Double: Set<BarPictureTable.Key>] = [:]

  public init(_ source: any PictureSource) {
    self.source = source
  }

  /// Returns those of the wanted pictures that have been read; the others are read from now on.
  public func table(_ wanted: Set<BarPictureTable.Key>, scale: Double) -> BarPictureTable {
    var table = BarPictureTable()
    self.wanted[scale] = wanted
    for key in wanted {
      let entry = Entry(key: key, scale: scale)
      if let known = known(entry) { table.pictures[key] = known }
      if needsReading(entry) { load(entry) }
    }
    return table
  }

  /// Sets the icon theme that is searched first. Icons on the screen stay until those of the new theme have been read.
  public func use(theme: String) {
    guard theme != source.theme else { return }
    source.theme = theme
    source.forgetFolders()
    search += 1
    firstSearchOfTheme = search
    onChange?()
  }

  /// Looks again for the icons that are wanted by name or were missing, since programs may have installed or replaced
  /// them; the former pictures are shown meanwhile.
  public func searchAgain() {
    let again = entries.filter { $0.value.isMissing || !$0.key.key.name.contains("/") }.map(\.key)
    guard !again.isEmpty || !pending.isEmpty else { return }
    source.forgetFolders()
    search += 1
    outdate(again)
  }

  /// Sets the picture that is shown for a name, in place of the one before; nil removes it.
  ///
  /// A name of a picture has a line for each picture that is tried in turn; `name` may be any of these lines. A file is
  /// decoded when it is first shown, so that another file needs another name.
  public func provide(_ picture: ProvidedPicture?, as name: String) {
    fits = fits.filter { !isAbout($0.key, name) }
    // The candidates before a line of pixels stay the same if other pixels replace these.
    if case (.pixels?, .pixels?) = (provided[name], picture) {
    } else {
      entries = entries.filter { !isAbout($0.key, name) }
    }
    provided[name] = picture
    onChange?()
  }

  /// Reads the pictures of a name again, since their program has reported that they changed. The former ones are shown
  /// meanwhile.
  public func readAgain(_ name: String) {
    let about = entries.keys.filter { isAbout($0, name) }
    outdated.formUnion(pending.filter { isAbout($0, name) })
    if Self.themed(name) != nil { source.forgetProgramFolders() }
    outdate(Array(about))
  }

  /// Marks pictures as outdated: those that are wanted are read again at once, the others when they are asked for.
  /// `onChange` makes all bars and popups ask, since `wanted` holds only the pictures of the bar that was drawn last.
  private func outdate(_ former: [Entry]) {
    for entry in former {
      entries[entry]?.isOutdated = true
      if isWanted(entry) { load(entry) }
    }
    if !former.allSatisfy(isWanted) { onChange?() }
  }

  private func isWanted(_ entry: Entry) -> Bool { wanted[entry.scale]?.contains(entry.key) == true }

  private func isAbout(_ entry: Entry, _ name: String) -> Bool {
    entry.key.name.split(separator: "\n").contains { $0 == name }
  }

  /// Returns the picture that is shown for an entry, `.some(nil)` if it has none; nil if it has to be read first.
  private func known(_ entry: Entry) -> BarPictureTable.Picture?? {
    let lines = entry.key.name.split(separator: "\n", omittingEmptySubsequences: false)
    func pixels(_ line: Substring) -> Bitmap? {
      if case .pixels(let bitmap)? = provided[String(line)] { bitmap } else { nil }
    }
    if let bitmap = lines.first.flatMap(pixels) { return fitted(bitmap, entry) }
    guard let read = entries[entry] else { return nil }
    return .some(read.picture ?? lines.lazy.compactMap(pixels).first.map { fitted($0, entry) })
  }

  /// Whether an entry was not read, or another search may find something else.
  private func needsReading(_ entry: Entry) -> Bool {
    guard let read = entries[entry] else { return known(entry) == nil }
    return !isCurrent(read)
  }

  private func isCurrent(_ read: Reading) -> Bool {
    !read.isOutdated && read.search >= (read.isMissing ? search : firstSearchOfTheme)
  }

  /// The lines of a name that are tried before provided pixels.
  private func linesBeforePixels(_ name: String) -> [String] {
    name.split(separator: "\n").map(String.init).prefix { line in
      if case .pixels? = provided[line] { false } else { true }
    }
    .map(\.self)
  }

  /// Returns a provided picture in the size in which it is shown; a smaller one keeps its size.
  private func fitted(_ bitmap: Bitmap, _ entry: Entry) -> BarPictureTable.Picture {
    if let known = fits[entry] { return known }
    let longest = Double(max(bitmap.size.width, bitmap.size.height))
    let factor = min(1, (entry.key.side * entry.scale).rounded(.up) / longest)
    func length(_ pixels: Int) -> Int { max(1, Int((Double(pixels) * factor).rounded())) }
    let picture = BarPictureTable.Picture(
      bitmap: bitmap.scaled(
        to: PixelSize(width: length(bitmap.size.width), height: length(bitmap.size.height))),
      isTemplate: false)
    fits[entry] = picture
    return picture
  }

  /// Returns the icon for a square of `side` points; nil if there is none, or if it is being read from now on, after
  /// which `onChange` is called.
  public func icon(_ name: String, side: Double = BarPictureTable.iconSide, scale: Double)
    -> BarPictureTable.Picture?
  {
    let entry = Entry(key: BarPictureTable.Key(name: name, side: side), scale: scale)
    if needsReading(entry) { load(entry) }
    return known(entry) ?? nil
  }

  /// Whether there is no icon for a square of `side` points; false also while that is not known.
  public func isMissing(_ name: String, side: Double = BarPictureTable.iconSide, scale: Double) -> Bool {
    known(Entry(key: BarPictureTable.Key(name: name, side: side), scale: scale)) == .some(nil)
  }

  /// Ends the reading; idempotent.
  public func stop() { source.stop() }

  private func load(_ entry: Entry) {
    guard pending.insert(entry).inserted else { return }
    let size = Int(entry.key.side.rounded(.up))
    let names = linesBeforePixels(entry.key.name)
    let search = search
    source.load(names.flatMap(candidates(line:)), size: size, scale: entry.scale) { [weak self] read in
      guard let self else { return }
      pending.remove(entry)
      let isOutdated = outdated.remove(entry) != nil
      let picture = read.map { BarPictureTable.Picture(bitmap: $0.bitmap, isTemplate: $0.isSymbolic) }
      let read = Reading(
        picture: picture ?? Self.builtIn(names, entry), isMissing: picture == nil, search: search,
        isOutdated: isOutdated)
      take(read, for: entry)
    }
  }

  private func take(_ read: Reading, for entry: Entry) {
    // A later version of the file may have been read meanwhile.
    guard !entries.keys.contains(where: { $0.isNewer(than: entry) }) else { return }
    makeRoom(for: entry)
    let former = entries[entry]
    // Pictures beyond the limit are left out, since they would be read again and again.
    guard former != nil || entries.count < Self.most else { return }
    entries[entry] = read
    // Another search may have begun meanwhile.
    if !isCurrent(read) { load(entry) }
    if former == nil || former?.picture != read.picture { onChange?() }
  }

  /// Removes former versions of a picture, and at the limit all pictures that were not asked for last.
  private func makeRoom(for new: Entry) {
    entries = entries.filter { entry, _ in
      entry == new || entry.key.name != new.key.name || entry.key.side != new.key.side
        || entry.scale != new.scale
    }
    guard entries.count >= Self.most else { return }
    entries = entries.filter { entry, _ in isWanted(entry) }
  }

  /// Returns a symbol that comes with this program, for icons that no theme has; nil if there is none.
  private static func builtIn(_ names: [String], _ entry: Entry) -> BarPictureTable.Picture? {
    let side = Int((entry.key.side * entry.scale).rounded())
    return names.lazy.compactMap { BuiltInSymbols.bitmap(named: $0, side: side) }.first
      .map { BarPictureTable.Picture(bitmap: $0, isTemplate: true) }
  }

  /// Returns the folder and the name of an icon that are written as `FOLDER//NAME`; nil: the line is something else.
  private static func themed(_ line: String) -> (folder: String, name: String)? {
    guard let slash = line.lastIndex(of: "/"), slash > line.startIndex else { return nil }
    let (folder, name) = (line[..<slash], line[line.index(after: slash)...])
    guard folder.last == "/", folder.count > 1, !name.isEmpty else { return nil }
    return (String(folder.dropLast()), String(name))
  }

  /// Returns the candidates for a line of a name: a path, an icon in a folder of themes (`FOLDER//NAME`), a symbolic
  /// icon, or else the icon of an application or any other.
  private func candidates(line name: String) -> [PictureLoader.Candidate] {
    if case .file(let bytes)? = provided[name] { return [.data(bytes)] }
    if name.hasPrefix("/") {
      // Two slashes in a path of a file mean the same as one.
      let themed = Self.themed(name).map { [PictureLoader.Candidate.themed($0.name, folder: $0.folder)] }
      return (themed ?? []) + [.file(name)]
    }
    return name.hasSuffix("-symbolic") ? [.symbolic(name)] : [.application(name), .icon(name)]
  }
}
