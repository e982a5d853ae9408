import Geometry
public import ModuleModel
public import Pictures
import Scenes
import Views

/// The icons and pictures of all bars and their popups, read off the main thread and kept while they are shown.
@MainActor public final class BarPictures {
  /// Called when a picture was read, or could not be read, and when bars and popups have to ask for their pictures
  /// again.
  public var onChange: (() -> Void)?
  private let source: any PictureSource
  private var entries: [Entry: Reading] = [:]
  /// The pixels that programs have sent, in the sizes in which they are shown.
  private var fits: [Fit: PictureTable.Picture] = [:]
  private var pending: Set<Entry> = []

  /// The theme in which symbols are looked up first: its name, or `system` for that of the source; nil: the symbols that come
  /// with the program are used where it has them.
  private var symbolTheme: String?
  /// The symbols that come with the program, in the sizes in which they are shown.
  private var symbols: [Symbol: PictureTable.Picture] = [:]

  /// The greatest number of pictures that are kept.
  private static let most = 256
  /// The greatest size in bytes of sent pictures for which results are kept: twice that of the pictures of a menu.
  private static let mostSentBytes = 8 << 20

  /// A search for the picture of an icon at a size.
  private struct Entry: Hashable {
    /// The icon without the pixels that a program has sent, and without what comes after them.
    var icon: ModuleIcon
    /// The side of the square that the picture fits into, in points.
    var side: Double
    var scale: Double

    /// Whether the entry is a later version of another one's picture.
    func isNewer(than other: Entry) -> Bool {
      icon.version > other.icon.version && side == other.side && scale == other.scale
        && icon.candidates == other.icon.candidates
    }

    /// The size in bytes of the pictures that a program has sent.
    var sentBytes: Int {
      icon.candidates.reduce(0) { if case .sent(let picture) = $1 { $0 + picture.byteCount } else { $0 } }
    }

    /// Whether icons that are installed or replaced can change the result.
    var isByName: Bool {
      icon.candidates.allSatisfy {
        switch $0 {
        case .symbol, .named, .letter: true
        case .themed, .file, .sent: false
        }
      }
    }
  }

  /// Pixels that a program has sent, at a size in pixels.
  private struct Fit: Hashable {
    var picture: SentPicture
    var side: Double
  }

  /// A symbol that comes with the program, at a size in pixels.
  private struct Symbol: Hashable {
    var name: String
    var side: Int
  }

  /// The search for the picture of an icon, and the pixels that are shown if it finds nothing.
  private typealias Lookup = (entry: Entry, pixels: SentPicture?)

  /// The result of a search.
  private struct Reading {
    /// The picture that was found; nil: none was.
    var picture: PictureTable.Picture?
    /// Whether no place that was searched has it, so that nothing or a symbol of this program is shown.
    var isMissing: Bool
    /// The number of the search that has given the result.
    var search: Int
    /// Whether the file may have changed; the former picture is shown until the file was read again.
    var isOutdated = false
  }

  /// The searches for the pictures of a bar, while it exists.
  private struct Wanted {
    weak var bar: AnyObject?
    var entries: Set<Entry>
  }

  /// The number of the present search; another one begins when icons may have been installed or replaced.
  private var search = 0
  /// The number of the first search in the present theme; what an earlier one has found is shown until it was read
  /// again.
  private var firstSearchOfTheme = 0

  /// The searches for the pictures that each bar has asked for last.
  private var wanted: [ObjectIdentifier: Wanted] = [:]

  public init(_ source: any PictureSource) {
    self.source = source
  }

  /// Returns those of the pictures wanted by `bar` that have been read; the others are read from now on. They are kept before
  /// others until the bar asks for other ones or is released.
  public func table(_ wanted: Set<PictureTable.Key>, scale: Double, of bar: AnyObject) -> PictureTable {
    var table = PictureTable()
    var lookups: [PictureTable.Key: Lookup] = [:]
    for key in wanted {
      if let symbol = ownSymbol(of: key.icon, side: key.side, scale: scale) {
        table.pictures[key] = symbol
      } else {
        lookups[key] = lookup(of: key.icon, side: key.side, scale: scale)
      }
    }
    self.wanted = self.wanted.filter { $0.value.bar != nil }
    self.wanted[ObjectIdentifier(bar)] = Wanted(bar: bar, entries: Set(lookups.values.map { $0.entry }))
    // The wanted pictures are known before any of them is read, which may remove others.
    for (key, lookup) in lookups {
      if let known = picture(lookup) { table.pictures[key] = known }
    }
    return table
  }

  /// Sets the icon theme that is searched first. Icons on the screen stay until those of the new theme have been read.
  public func use(theme: String) {
    guard theme != source.theme else { return }
    source.theme = theme
    startAnew()
  }

  /// Sets the theme in which symbols are looked up: its name, or `system` for that of all icons; nil: the symbols that come with
  /// the program are used.
  public func use(symbolTheme: String?) {
    guard symbolTheme != self.symbolTheme else { return }
    self.symbolTheme = symbolTheme
    startAnew()
  }

  private func startAnew() {
    source.forgetFolders()
    search += 1
    firstSearchOfTheme = search
    onChange?()
  }

  /// Looks again for the icons that are wanted by name or were missing, since programs may have installed or replaced
  /// them; the former pictures are shown meanwhile.
  public func searchAgain() {
    let again = entries.filter { $0.value.isMissing || $0.key.isByName }.map(\.key)
    guard !again.isEmpty || !pending.isEmpty else { return }
    source.forgetFolders()
    search += 1
    outdate(again)
  }

  /// Marks pictures as outdated: those that are wanted are read again at once, the others when they are asked for.
  /// `onChange` makes popups ask, since `wanted` holds only the pictures of bars.
  private func outdate(_ former: [Entry]) {
    for entry in former {
      entries[entry]?.isOutdated = true
      if isWanted(entry) { load(entry) }
    }
    if !former.allSatisfy(isWanted) { onChange?() }
  }

  private func isWanted(_ entry: Entry) -> Bool {
    wanted.values.contains { $0.bar != nil && $0.entries.contains(entry) }
  }

  /// Returns the icon for a square of `side` points; nil if there is none, or if it is being read from now on, after
  /// which `onChange` is called.
  public func icon(_ icon: ModuleIcon, side: Double = PictureTable.iconSide, scale: Double)
    -> PictureTable.Picture?
  {
    if let symbol = ownSymbol(of: icon, side: side, scale: scale) { return symbol }
    return picture(lookup(of: icon, side: side, scale: scale)) ?? nil
  }

  /// Whether there is no icon for a square of `side` points; false also while that is not known.
  func isMissing(_ icon: ModuleIcon, side: Double = PictureTable.iconSide, scale: Double) -> Bool {
    ownSymbol(of: icon, side: side, scale: scale) == nil
      && known(lookup(of: icon, side: side, scale: scale)) == .some(nil)
  }

  /// Ends the reading; idempotent.
  public func stop() { source.stop() }

  /// Returns the picture for a search, `.some(nil)` if there is none; nil if it has to be read first. What is not known or may
  /// have changed is read from now on.
  private func picture(_ lookup: Lookup) -> PictureTable.Picture?? {
    let entry = lookup.entry
    if !entry.icon.candidates.isEmpty, entries[entry].map(isCurrent) != true { load(entry) }
    return known(lookup)
  }

  /// Returns the search for an icon, and the pixels that are shown if it finds nothing.
  private func lookup(of icon: ModuleIcon, side: Double, scale: Double) -> Lookup {
    let entry = Entry(icon: icon, side: side, scale: scale)
    for (place, candidate) in icon.candidates.enumerated() {
      guard case .sent(let sent) = candidate, case .pixels = sent else { continue }
      var shorter = entry
      shorter.icon.candidates = Array(icon.candidates[..<place])
      return (shorter, sent)
    }
    return (entry, nil)
  }

  /// Returns the picture for a search, `.some(nil)` if there is none; nil if it has to be read first. A former version is
  /// shown until a new one was read.
  private func known(_ lookup: Lookup) -> PictureTable.Picture?? {
    let entry = lookup.entry
    let pixels = lookup.pixels.flatMap { fitted($0, side: entry.side * entry.scale) }
    if entry.icon.candidates.isEmpty { return .some(pixels) }
    return reading(of: entry).map { $0.picture ?? pixels }
  }

  /// Returns the result of a search, or that for a former version of the picture; nil: there is neither.
  private func reading(of entry: Entry) -> Reading? {
    entries[entry] ?? entries.first { entry.isNewer(than: $0.key) }?.value
  }

  private func isCurrent(_ read: Reading) -> Bool {
    !read.isOutdated && read.search >= (read.isMissing ? search : firstSearchOfTheme)
  }

  /// Returns pixels in the size in which they are shown, in a square of `side` pixels; a smaller picture keeps its size.
  private func fitted(_ sent: SentPicture, side: Double) -> PictureTable.Picture? {
    guard case .pixels(let bitmap) = sent else { return nil }
    let fit = Fit(picture: sent, side: side)
    if let known = fits[fit] { return known }
    let longest = Double(max(bitmap.size.width, bitmap.size.height))
    let factor = min(1, side.rounded(.up) / longest)
    func length(_ pixels: Int) -> Int { max(1, Int((Double(pixels) * factor).rounded())) }
    let picture = PictureTable.Picture(
      bitmap: bitmap.scaled(
        to: PixelSize(width: length(bitmap.size.width), height: length(bitmap.size.height))),
      isTemplate: false)
    // A program may send another picture for each step of a motion.
    if fits.keys.reduce(sent.byteCount, { $0 + $1.picture.byteCount }) > Self.mostSentBytes { fits = [:] }
    fits[fit] = picture
    return picture
  }

  private func load(_ entry: Entry) {
    guard pending.insert(entry).inserted else { return }
    let isInProgramFolder = entry.icon.candidates.contains { if case .themed = $0 { true } else { false } }
    // The program may have written another file into its folder.
    if isInProgramFolder, entry.icon.version > 0 { source.forgetProgramFolders() }
    let search = search
    source.load(
      entry.icon.candidates.prefix { !isOwnSymbol($0) }.flatMap(candidates),
      size: Int(entry.side.rounded(.up)), scale: entry.scale
    ) { [weak self] read in
      guard let self else { return }
      pending.remove(entry)
      let picture = read.map { PictureTable.Picture(bitmap: $0.bitmap, isTemplate: $0.isSymbolic) }
      take(
        Reading(picture: picture ?? builtIn(entry), isMissing: picture == nil, search: search),
        for: entry)
    }
  }

  private func take(_ read: Reading, for entry: Entry) {
    // A later version of the file may have been read meanwhile.
    guard !entries.keys.contains(where: { $0.isNewer(than: entry) }) else { return }
    let former = reading(of: entry)
    makeRoom(for: entry)
    // Pictures beyond the limit are left out, since they would be read again and again.
    guard former != nil || entries.count < Self.most else { return }
    entries[entry] = read
    // Another search may have begun meanwhile.
    if !isCurrent(read) { load(entry) }
    if former == nil || former?.picture != read.picture { onChange?() }
  }

  /// Removes former versions of a picture, and at a limit all sent pictures, or all pictures that no bar has asked for last.
  private func makeRoom(for new: Entry) {
    entries = entries.filter { entry, _ in !new.isNewer(than: entry) }
    if entries.keys.reduce(new.sentBytes, { $0 + $1.sentBytes }) > Self.mostSentBytes {
      entries = entries.filter { entry, _ in entry.sentBytes == 0 }
    }
    guard entries.count >= Self.most else { return }
    entries = entries.filter { entry, _ in isWanted(entry) }
  }

  /// The symbol that comes with the program if an icon is one, without a search in themes; nil if it is another icon.
  ///
  /// If there are several, the first that comes with the program is shown, so that all symbols are of one family.
  private func ownSymbol(of icon: ModuleIcon, side: Double, scale: Double) -> PictureTable.Picture? {
    guard symbolTheme == nil else { return nil }
    for candidate in icon.candidates {
      guard case .symbol(let name) = candidate else { return nil }
      if let symbol = symbol(name, side: side * scale) { return symbol }
    }
    return nil
  }

  /// Whether a candidate is a symbol that comes with the program, which no theme replaces.
  private func isOwnSymbol(_ candidate: ModuleIcon.Candidate) -> Bool {
    guard symbolTheme == nil, case .symbol(let name) = candidate else { return false }
    return symbol(name, side: PictureTable.iconSide) != nil
  }

  /// Returns a symbol that comes with the program, for a square of `side` pixels; nil if there is none of that name.
  private func symbol(_ name: String, side: Double) -> PictureTable.Picture? {
    let key = Symbol(name: name, side: Int(side.rounded()))
    if let known = symbols[key] { return known }
    let drawn = BuiltInSymbols.bitmap(named: name, side: key.side)
    guard let picture = drawn.map({ PictureTable.Picture(bitmap: $0, isTemplate: true) }) else { return nil }
    if symbols.count >= Self.most { symbols = [:] }
    symbols[key] = picture
    return picture
  }

  /// Returns a symbol that comes with this program, for icons that no theme has; nil if there is none.
  private func builtIn(_ entry: Entry) -> PictureTable.Picture? {
    entry.icon.candidates.lazy.compactMap { candidate in
      switch candidate {
      case .symbol(let name), .named(let name): self.symbol(name, side: entry.side * entry.scale)
      case .themed, .file, .sent, .letter: nil
      }
    }.first
  }

  /// Returns what is looked up for a candidate of an icon.
  private func candidates(for candidate: ModuleIcon.Candidate) -> [PictureLoader.Candidate] {
    switch candidate {
    case .symbol(let name): [.symbolic(name, theme: symbolTheme == "system" ? nil : symbolTheme)]
    case .named(let name):
      name.hasSuffix("-symbolic") ? [.symbolic(name)] : [.application(name), .icon(name)]
    case .themed(let name, let folder): [.themed(name, folder: folder), .file("\(folder)/\(name)")]
    case .file(let path): [.file(path)]
    case .sent(let picture): if case .file(let bytes) = picture { [.data(bytes)] } else { [] }
    case .letter: []
    }
  }
}
