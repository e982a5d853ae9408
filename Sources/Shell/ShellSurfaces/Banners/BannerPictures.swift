import Geometry
import Loop
import NotificationService
import Notifications
import Pictures
import Scenes

/// The pictures of the banners on screen, read on another thread and kept while they are shown.
final class BannerPictures {
  /// Called when a picture was read, or reading it has failed.
  var onChange: (() -> Void)?
  private let source: any PictureSource
  private let files: PictureFiles
  private var entries: [Key: Entry] = [:]
  private var lastRequest = 0

  /// The place where a picture is shown.
  struct Key: Hashable {
    enum Slot: Hashable {
      case picture, icon, badge, body
      /// The picture that a banner shows large while it is used.
      case large
      case action(String)
      /// The symbolic icon of an action: a shape without colours.
      case actionShape(String)

      var isShape: Bool { if case .actionShape = self { true } else { false } }

      /// Whether pictures, though not icons of a theme, are cut to the square that they are shown in.
      fileprivate var isSquare: Bool { self == .picture || self == .icon }
    }

    var banner: BannerID
    /// The name of the output.
    var output: String
    var slot: Slot
  }

  /// A banner on an output.
  private struct Place: Hashable {
    var banner: BannerID
    var output: String

    init(_ key: Key) { (banner, output) = (key.banner, key.output) }
  }

  /// The current state of a picture.
  struct State: Equatable {
    var bitmap: Bitmap?
    /// Whether only the bitmap's alpha counts, as with a symbolic icon.
    var isTemplate = false
    /// The length in logical pixels of the longer side that the picture has by itself or, while it is being read, is expected to
    /// have; nil: the length is not known or was not asked for.
    var ownSide: Double?
    /// Whether the picture is still being read for the first time.
    var isPending: Bool
  }

  /// The notification that a picture belongs to.
  struct Owner {
    /// The identifier at present: if that of the newest of several duplicates is closed, another one of them takes its place.
    var id: NotificationID
    /// The number of its arrival, which no other notification has. When a notification arrives again, its files may have been
    /// replaced or made.
    var arrival: UInt64
  }

  /// Most bytes of pictures that are kept for open banners that are not shown, for example while the session is locked.
  private static let mostHiddenBytes = 4 << 20

  private struct Entry {
    var owner: Owner
    var sources: [NotificationImage]
    /// The side of the square that the picture fits into, in physical pixels.
    var side: Int
    /// The side in logical pixels by which icons of themes are searched for that keep their sizes; nil: they fill the square.
    var themeSide: Int?
    var state: State
    var request: Int
    var isReading = true

    /// The size in bytes of the picture.
    var cost: Int { state.bitmap?.bytes.count ?? 0 }
  }

  /// The size at which pictures are read that are cut to a square, as a multiple of that square: those whose longer side
  /// is up to twice the other lose no detail.
  private static let cutReserve = 2.0

  /// Makes an empty table, which reads pictures by `source`; `files` has copies of the files that notifications name.
  init(_ source: any PictureSource, files: PictureFiles) {
    (self.source, self.files) = (source, files)
  }

  /// The first of `sources` that can be read, fitted into a square of `size` logical pixels, or cut to that square if it
  /// stands in the column of icons.
  ///
  /// A changed picture is shown once it has been read; until then the former one stays. With `themeSide` the state tells how large the
  /// picture is by itself: an icon is that of its theme whose side is at most so many logical pixels, if there is such a one.
  func picture(
    _ sources: [NotificationImage], _ key: Key, of owner: Owner, size: Double, scale: Double,
    themeSide: Int? = nil
  ) -> State {
    let side = Int((size * scale).rounded(.up))
    let known = entries[key]
    let isSame = known?.side == side && known?.sources == sources && known?.themeSide == themeSide
    if let known, isSame, known.owner.arrival == owner.arrival { return known.state }
    lastRequest += 1
    var state = known?.state ?? State(isPending: true)
    // A notification that arrives again unchanged is not laid out with room for a picture that may be missing.
    if !isSame { state.isPending = true }
    if state.isPending, state.bitmap == nil {
      state.ownSide = ownSide(before: sources.first, key.slot, themeSide)
    }
    entries[key] = Entry(
      owner: owner, sources: sources, side: side, themeSide: themeSide, state: state, request: lastRequest)
    load(sources, key, size: size, scale: scale, request: lastRequest)
    return entries[key]!.state
  }

  /// Removes the pictures of closed banners, those that the last arrival on a `shown` banner does not have, and the oldest
  /// pictures of other banners beyond a limit.
  func keep(only shown: Set<BannerID>, isOpen: (BannerID) -> Bool) {
    removeFormer()
    var hidden = entries.filter { !shown.contains($0.key.banner) }
    if hidden.isEmpty { return }
    for key in hidden.keys where !isOpen(key.banner) {
      entries[key] = nil
      hidden[key] = nil
    }
    var bytes = 0
    for (key, entry) in hidden.sorted(by: { $0.value.request > $1.value.request }) {
      bytes += entry.cost
      if bytes > Self.mostHiddenBytes { entries[key] = nil }
    }
  }

  /// Removes the pictures of former arrivals on banners, such as icons of actions that a notification has no longer.
  private func removeFormer() {
    let newest = Dictionary(
      entries.map { (Place($0.key), $0.value.owner.arrival) }, uniquingKeysWith: { max($0, $1) })
    guard entries.contains(where: { newest[Place($0.key)] != $0.value.owner.arrival }) else { return }
    entries = entries.filter { newest[Place($0.key)] == $0.value.owner.arrival }
  }

  /// Whether pictures are still being read for the output of that name.
  func isReading(for output: String) -> Bool {
    entries.contains { $0.key.output == output && ($0.value.isReading || $0.value.state.isPending) }
  }

  /// Ends the thread that reads.
  func stop() { source.stop() }

  private func load(_ sources: [NotificationImage], _ key: Key, size: Double, scale: Double, request: Int) {
    // A picture that came with the call needs no reading, and can always be shown.
    let named = sources.prefix {
      switch $0 {
      case .bitmap, .sent: false
      case .file, .icon, .application: true
      }
    }
    let (owner, themeSide) = (entries[key]!.owner, entries[key]!.themeSide)
    let candidates = named.compactMap { candidate($0, in: key.slot, of: owner.id, themeSide) }
    let copies = candidates.compactMap { if case .copy(let copy) = $0 { copy } else { nil } }
    let side = Int((size * scale).rounded(.up))
    let sent = sentState(
      named.count < sources.count ? sources[named.count] : nil, key, side: side, themeSide)
    guard !candidates.isEmpty else {
      entries[key]?.state = sent
      entries[key]?.isReading = false
      return
    }
    let isCut = key.slot.isSquare && sources[0].isPicture
    let readSize = isCut ? size * Self.cutReserve : size
    source.load(candidates, size: Int(readSize.rounded(.up)), scale: scale) { [weak self] read in
      guard let self else { return }
      // A picture beside the texts may be read once more, to be shown large, when its file is gone or another one.
      let mayBeLarge = read != nil && key.slot == .picture && sources[0].isBrought
      if !mayBeLarge { for copy in copies { files.forget(copy, of: owner.id) } }
      guard let former = entries[key], former.request == request else { return }
      let state =
        read.map { read in
          let bitmap = isCut ? read.bitmap.cutToSquare.fitted(into: side) : read.bitmap
          let ownSide = themeSide.map { _ in read.side.map(Double.init) ?? bitmap.longestSide }
          return State(bitmap: bitmap, isTemplate: read.isSymbolic, ownSide: ownSide, isPending: false)
        }
        ?? shownElsewhere(key, side: side) ?? sent
      entries[key]?.state = state
      entries[key]?.isReading = false
      if state != former.state { onChange?() }
    }
  }

  /// Returns the candidate that is read for a source; nil: nothing is read.
  private func candidate(
    _ source: NotificationImage, in slot: Key.Slot, of owner: NotificationID, _ themeSide: Int?
  ) -> PictureLoader.Candidate? {
    switch source {
    case .file(let path):
      slot.isShape ? nil : files.copy(at: path, of: owner).map { .copy($0) } ?? .file(path)
    case .application(let id): slot.isShape ? nil : .application(id, side: themeSide)
    case .icon(let name): slot.isShape ? .symbolic(name) : .icon(name, side: themeSide)
    case .bitmap, .sent: nil
    }
  }

  /// The length of the longer side of a picture that was not read yet, for which a banner leaves room; nil: the length is unknown,
  /// as with a file.
  private func ownSide(before source: NotificationImage?, _ slot: Key.Slot, _ themeSide: Int?) -> Double? {
    guard let themeSide else { return nil }
    switch source {
    // The greatest icon up to this size is searched for.
    case .icon, .application: return Double(themeSide)
    case .sent(let image):
      let size = image.keptSize
      return Double(slot.isSquare ? min(size.width, size.height) : max(size.width, size.height))
    case .file, .bitmap, nil: return nil
    }
  }

  /// The picture of a source that came with the call, in a square of `side` pixels; none if there is no such source.
  private func sentState(
    _ source: NotificationImage?, _ key: Key, side: Int, _ themeSide: Int?
  ) -> State {
    var sent = State(bitmap: nil, isPending: false)
    switch source {
    case .bitmap(let bitmap):
      sent.bitmap = (key.slot.isSquare ? bitmap.cutToSquare : bitmap).fitted(into: side)
      if themeSide != nil { sent.ownSide = sent.bitmap?.longestSide }
    case .sent:
      // A picture that is still being scaled down is requested again as another source when that is done.
      sent = entries[key]?.state ?? sent
      sent.isPending = true
      if sent.bitmap == nil { sent.ownSide = ownSide(before: source, key.slot, themeSide) }
    case .file, .icon, .application, nil: break
    }
    return sent
  }

  /// The picture that another output shows at this place; its file may have been removed since that output read it.
  private func shownElsewhere(_ key: Key, side: Int) -> State? {
    let own = entries[key]
    let other = entries.first { place, entry in
      place.banner == key.banner && place.slot == key.slot && place.output != key.output
        && entry.owner.arrival == own?.owner.arrival && entry.sources == own?.sources
        && entry.state.bitmap != nil
    }
    guard var state = other?.value.state else { return nil }
    (state.bitmap, state.isPending) = (state.bitmap?.fitted(into: side), false)
    return state
  }
}

extension NotificationImage {
  /// Whether this is a picture, and no icon of a theme, whose shape has a meaning.
  fileprivate var isPicture: Bool {
    switch self {
    case .file, .bitmap, .sent: true
    case .icon, .application: false
    }
  }
}

extension Bitmap {
  /// The greater one of the width and the height, of which a pixel is a logical one.
  fileprivate var longestSide: Double { Double(max(size.width, size.height)) }

  /// The largest square in the middle of the bitmap.
  fileprivate var cutToSquare: Bitmap {
    let side = min(size.width, size.height)
    guard size.width != size.height, side > 0 else { return self }
    let (left, top) = ((size.width - side) / 2, (size.height - side) / 2)
    var square = Bitmap(size: PixelSize(width: side, height: side))
    for y in 0..<side {
      let start = ((top + y) * size.width + left) * 4
      square.bytes.replaceSubrange(y * side * 4..<(y + 1) * side * 4, with: bytes[start..<start + side * 4])
    }
    return square
  }

  /// The bitmap scaled down to fit into a square of `side` pixels; a smaller one is unchanged.
  fileprivate func fitted(into side: Int) -> Bitmap {
    let longest = max(size.width, size.height)
    guard longest > side, side > 0 else { return self }
    return scaled(
      to: PixelSize(
        width: max(1, size.width * side / longest), height: max(1, size.height * side / longest)))
  }
}
