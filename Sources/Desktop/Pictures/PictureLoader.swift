import Geometry
public import Loop
public import Scenes

/// Gets icons and small pictures on a thread of its own, so that no file keeps the main one waiting.
public final class PictureLoader {
  /// Where a picture may be.
  public nonisolated enum Candidate: Equatable, Sendable {
    /// An absolute path.
    case file(String)
    /// The name of an icon.
    case icon(String)
    /// The icon of an application, by the identifier of its desktop entry.
    case application(String)
    /// The name of an icon of which only a symbolic one will do: a shape without colours.
    case symbolic(String)
  }

  /// What was read of the first candidate that could be.
  public nonisolated struct Loaded: Equatable, Sendable {
    public var bitmap: Bitmap
    /// Only its alpha counts: it has the colour of the text beside it.
    public var isSymbolic: Bool
  }

  /// What finding one picture and having it decoded may take, where a file system does not answer; decoding has limits
  /// of its own, for each of the candidates.
  public static let limit = Duration.seconds(20)
  /// How long what decodes is kept for more after the last picture: it takes some megabytes.
  public static let restDelay = Duration.seconds(10)

  /// In which icons are looked up first; applies to what is asked for from then on.
  public var theme: String
  /// Called once it was found that the decoder works without its filter of system calls only.
  public var onUnconfined: (() -> Void)?

  private let loop: EventLoop
  private let worker: Worker<IconCache>
  private let decodesElsewhere: Bool
  private var hasToldUnconfined = false
  private var resting: Timer?

  /// `bases` are the folders of themes, such as `IconLookup.standardBases` gives, `applications` those of desktop entries.
  /// The thread is started by the first picture. With `decoder`, a program to be called and its first arguments, it has
  /// pictures decoded by that; without, it decodes them itself.
  public init(
    loop: EventLoop, bases: [String], applications: [String] = [], theme: String,
    decoder: [String]? = nil
  ) {
    self.loop = loop
    self.theme = theme
    decodesElsewhere = decoder != nil
    worker = Worker(loop: loop, limit: Self.limit) {
      IconCache(
        bases: bases, applications: applications, decoder: decoder.map { PictureDecoder(command: $0) })
    }
  }

  /// Gives the first of the candidates that can be read, such that it fits into a square of `size` logical pixels at
  /// `scale`; nil if none can.
  ///
  /// `completion` is called later, never within this call.
  public func load(
    _ candidates: [Candidate], size: Int, scale: Double, completion: @escaping (Loaded?) -> Void
  ) {
    let theme = theme
    let side = Int((Double(size) * scale).rounded(.up))
    let iconScale = Int(scale.rounded(.up))
    worker.run(
      { cache -> Answer in
        for candidate in candidates {
          let path: String? =
            switch candidate {
            case .file(let path): path
            case .icon(let name):
              cache.path(ofIcon: name, size: size, scale: iconScale, theme: theme)
                ?? cache.path(ofSymbol: name, size: size, scale: iconScale, theme: theme)
            case .application(let id):
              cache.path(ofApplication: id, size: size, scale: iconScale, theme: theme)
            case .symbolic(let name):
              cache.path(ofSymbol: name, size: size, scale: iconScale, theme: theme)
            }
          if let path, let bitmap = cache.picture(path: path, side: side) {
            let loaded = Loaded(bitmap: bitmap, isSymbolic: candidate.isSymbolic(at: path))
            return Answer(loaded: loaded, isUnconfined: cache.isDecoderUnconfined)
          }
        }
        return Answer(loaded: nil, isUnconfined: cache.isDecoderUnconfined)
      },
      then: { [weak self] (answer: Answer?) in
        self?.restLater()
        if answer?.isUnconfined == true { self?.tellUnconfined() }
        completion(answer?.loaded)
      })
  }

  private nonisolated struct Answer: Sendable {
    var loaded: Loaded?
    var isUnconfined: Bool
  }

  private func tellUnconfined() {
    guard !hasToldUnconfined else { return }
    hasToldUnconfined = true
    onUnconfined?()
  }

  /// Ends the thread and what decodes; what was asked for is not answered.
  public func stop() {
    resting?.cancel()
    resting = nil
    worker.stop()
  }

  private func restLater() {
    guard decodesElsewhere else { return }
    resting?.cancel()
    resting = loop.schedule(at: loop.now + Self.restDelay, tolerance: .seconds(2)) { [weak self] in
      self?.resting = nil
      self?.worker.run({ $0.rest() }, then: { (_: Void?) in })
    }
  }
}

nonisolated extension PictureLoader.Candidate {
  /// Whether what was found there is a shape without colours, by its name, as the icon naming specification has it.
  fileprivate func isSymbolic(at path: String) -> Bool {
    // Of other files somebody may have chosen the name.
    if case .file = self { return path.hasSuffix("-symbolic.svg") }
    return IconCache.isSymbolic(path)
  }
}
