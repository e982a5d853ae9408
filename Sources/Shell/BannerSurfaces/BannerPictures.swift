import Geometry
import Notifications
import Pictures
import Scenes

/// The pictures of the banners on screen, read on another thread and kept while they are shown.
final class BannerPictures {
  /// Called when a picture was read, or reading it has failed.
  var onChange: (() -> Void)?
  private let source: any PictureSource
  private var entries: [Key: Entry] = [:]
  private var lastRequest = 0

  /// The place where a picture is shown.
  struct Key: Hashable {
    enum Slot: Hashable {
      case picture, icon, badge, body
      case action(String)
      /// The symbolic icon of an action: a shape without colours.
      case actionShape(String)

      var isShape: Bool { if case .actionShape = self { true } else { false } }
    }

    var banner: BannerID
    /// The name of the output.
    var output: String
    var slot: Slot
  }

  /// The current state of a picture.
  struct State: Equatable {
    var bitmap: Bitmap?
    /// Whether only the bitmap's alpha counts, as with a symbolic icon.
    var isTemplate = false
    /// Whether the picture is still being read.
    var isPending: Bool
  }

  private struct Entry {
    var sources: [ImageSource]
    /// The side of the square that the picture fits into, in physical pixels.
    var side: Int
    var state: State
    var request: Int
  }

  init(_ source: any PictureSource) {
    self.source = source
  }

  /// The first of `sources` that can be read, fitted into a square of `size` logical pixels.
  ///
  /// A changed picture is shown once it has been read; until then the former one stays.
  func picture(_ sources: [ImageSource], _ key: Key, size: Double, scale: Double) -> State {
    let side = Int((size * scale).rounded(.up))
    if let known = entries[key], known.side == side, known.sources == sources { return known.state }
    lastRequest += 1
    var state = entries[key]?.state ?? State(isPending: true)
    state.isPending = true
    entries[key] = Entry(sources: sources, side: side, state: state, request: lastRequest)
    load(sources, key, size: size, scale: scale, request: lastRequest)
    return entries[key]!.state
  }

  /// Removes the pictures of banners that are not shown any more.
  func keep(only banners: Set<BannerID>) {
    entries = entries.filter { banners.contains($0.key.banner) }
  }

  /// Whether pictures are still being read for the output of that name.
  func isReading(for output: String) -> Bool {
    entries.contains { $0.key.output == output && $0.value.state.isPending }
  }

  /// Ends the thread that reads.
  func stop() { source.stop() }

  private func load(_ sources: [ImageSource], _ key: Key, size: Double, scale: Double, request: Int) {
    // A picture that came with the call needs no reading, and can always be shown.
    let named = sources.prefix {
      switch $0 {
      case .bitmap, .sent: false
      case .file, .icon, .application: true
      }
    }
    let candidates = named.compactMap { source -> PictureLoader.Candidate? in
      switch source {
      case .file(let path): key.slot.isShape ? nil : .file(path)
      case .application(let id): key.slot.isShape ? nil : .application(id)
      case .icon(let name): key.slot.isShape ? .symbolic(name) : .icon(name)
      case .bitmap, .sent: nil
      }
    }
    let side = Int((size * scale).rounded(.up))
    // A picture that is still being scaled down is requested again as another source when that is done.
    var sent = State(bitmap: nil, isPending: false)
    switch named.count < sources.count ? sources[named.count] : nil {
    case .bitmap(let bitmap): sent.bitmap = bitmap.fitted(into: side)
    case .sent:
      sent = entries[key]?.state ?? sent
      sent.isPending = true
    case .file, .icon, .application, nil: break
    }
    guard !candidates.isEmpty else {
      entries[key]?.state = sent
      return
    }
    source.load(candidates, size: Int(size.rounded(.up)), scale: scale) { [weak self] read in
      guard let self, entries[key]?.request == request else { return }
      entries[key]?.state =
        read.map { State(bitmap: $0.bitmap, isTemplate: $0.isSymbolic, isPending: false) } ?? sent
      onChange?()
    }
  }
}

extension Bitmap {
  /// The bitmap scaled down to fit into a square of `side` pixels; a smaller one is unchanged.
  fileprivate func fitted(into side: Int) -> Bitmap {
    let longest = max(size.width, size.height)
    guard longest > side, side > 0 else { return self }
    return scaled(
      to: PixelSize(
        width: max(1, size.width * side / longest), height: max(1, size.height * side / longest)))
  }
}
