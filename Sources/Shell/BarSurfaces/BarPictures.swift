public import BarUI
import Geometry
public import ModuleModel
public import Pictures
import Scenes
import Symbols

/// The icons and pictures of all bars, read off the main thread and kept while they are shown.
@MainActor public final class BarPictures {
  /// Called when a picture was read, or could not be.
  public var onChange: (() -> Void)?
  private let source: any PictureSource
  private var entries: [Entry: BarPictureTable.Picture?] = [:]
  private var pending: Set<Entry> = []
  /// The pictures that were provided, by name.
  private var provided: [String: ProvidedPicture] = [:]

  /// How many pictures are kept at most.
  private static let most = 256

  private struct Entry: Hashable {
    var key: BarPictureTable.Key
    var scale: Double
  }

  /// What was wanted last, by scale.
  private var wanted: [Double: Set<BarPictureTable.Key>] = [:]

  public init(_ source: any PictureSource) {
    self.source = source
  }

  /// Those of the wanted pictures that were read; the others are being read from now on.
  public func table(_ wanted: Set<BarPictureTable.Key>, scale: Double) -> BarPictureTable {
    var table = BarPictureTable()
    self.wanted[scale] = wanted
    for key in wanted {
      let entry = Entry(key: key, scale: scale)
      if case .pixels(let bitmap)? = provided[Self.firstLine(key.name)] {
        table.pictures[key] = fitted(bitmap, entry)
        continue
      }
      if let known = entries[entry] { table.pictures[key] = known } else { load(entry) }
    }
    return table
  }

  /// Takes a picture that is shown by that name, in place of the one before; nil: there is none any more.
  ///
  /// Names have several lines where several pictures are tried; that of a file may be any of them, that of pixels is the
  /// first. A file is decoded when it is first shown, so that another one needs another name.
  public func provide(_ picture: ProvidedPicture?, as name: String) {
    entries = entries.filter { entry, _ in !entry.key.name.split(separator: "\n").contains { $0 == name } }
    provided[name] = picture
    onChange?()
  }

  /// The name that counts most of those of a picture, which stand in lines.
  private static func firstLine(_ name: String) -> String { String(name.prefix { $0 != "\n" }) }

  /// A provided picture in the size in which it is shown; a smaller one stays as it is.
  private func fitted(_ bitmap: Bitmap, _ entry: Entry) -> BarPictureTable.Picture {
    if case .some(.some(let known)) = entries[entry] { return known }
    let longest = Double(max(bitmap.size.width, bitmap.size.height))
    let factor = min(1, (entry.key.side * entry.scale).rounded(.up) / longest)
    func length(_ pixels: Int) -> Int { max(1, Int((Double(pixels) * factor).rounded())) }
    let picture = BarPictureTable.Picture(
      bitmap: bitmap.scaled(
        to: PixelSize(width: length(bitmap.size.width), height: length(bitmap.size.height))),
      isTemplate: false)
    entries[entry] = .some(picture)
    return picture
  }

  /// An icon for a square of `side` points; nil: there is none, or it is being read from now on, and `onChange` tells.
  public func icon(_ name: String, side: Double = BarPictureTable.iconSide, scale: Double)
    -> BarPictureTable.Picture?
  {
    let entry = Entry(key: BarPictureTable.Key(name: name, side: side), scale: scale)
    if case .pixels(let bitmap)? = provided[name] { return fitted(bitmap, entry) }
    if let known = entries[entry] { return known }
    load(entry)
    return nil
  }

  /// Ends the reading; idempotent.
  public func stop() { source.stop() }

  private func load(_ entry: Entry) {
    guard pending.insert(entry).inserted else { return }
    let size = Int(entry.key.side.rounded(.up))
    source.load(candidates(entry.key.name), size: size, scale: entry.scale) { [weak self] read in
      guard let self else { return }
      pending.remove(entry)
      makeRoom(for: entry)
      // More at once than can be kept are left out, rather than read again and again.
      guard entries.count < Self.most else { return }
      entries[entry] = .some(
        read.map { BarPictureTable.Picture(bitmap: $0.bitmap, isTemplate: $0.isSymbolic) }
          ?? Self.builtIn(entry))
      onChange?()
    }
  }

  /// Forgets former versions of a picture, and at the limit what was not wanted of late.
  private func makeRoom(for new: Entry) {
    entries = entries.filter { entry, _ in
      entry == new || entry.key.name != new.key.name || entry.key.side != new.key.side
        || entry.scale != new.scale
    }
    guard entries.count >= Self.most else { return }
    entries = entries.filter { entry, _ in wanted[entry.scale]?.contains(entry.key) == true }
  }

  /// A symbol that comes with the program, for what no theme has.
  private static func builtIn(_ entry: Entry) -> BarPictureTable.Picture? {
    let side = Int((entry.key.side * entry.scale).rounded())
    return entry.key.name.split(separator: "\n").lazy
      .compactMap { BuiltInSymbols.bitmap(named: String($0), side: side) }.first
      .map { BarPictureTable.Picture(bitmap: $0, isTemplate: true) }
  }

  /// What is tried for each line of a name: a path, a symbolic icon, or else the icon of an application or any other.
  private func candidates(_ names: String) -> [PictureLoader.Candidate] {
    names.split(separator: "\n").flatMap { candidates(line: String($0)) }
  }

  private func candidates(line name: String) -> [PictureLoader.Candidate] {
    if case .file(let bytes)? = provided[name] { return [.data(bytes)] }
    if name.hasPrefix("/") { return [.file(name)] }
    return name.hasSuffix("-symbolic") ? [.symbolic(name)] : [.application(name), .icon(name)]
  }
}
