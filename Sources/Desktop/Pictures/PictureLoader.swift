import Geometry
public import Loop
public import Scenes

/// Loads icons and small pictures on a thread of its own, so that no file blocks the main thread.
public final class PictureLoader {
  /// A place where a picture may be found.
  public nonisolated enum Candidate: Equatable, Sendable {
    /// An absolute path.
    case file(String)
    /// The name of an icon.
    case icon(String)
    /// The name of an icon in a folder of themes of its own.
    case themed(String, folder: String)
    /// The icon of an application, by the identifier of its desktop entry.
    case application(String)
    /// The name of an icon that must be symbolic: a shape without colours.
    case symbolic(String)
    /// The contents of a file.
    case data([UInt8])
  }

  /// The picture of the first candidate that could be read.
  public nonisolated struct Loaded: Equatable, Sendable {
    public var bitmap: Bitmap
    /// Whether only the alpha of the picture counts, which is drawn in the colour of the text beside it.
    public var isSymbolic: Bool
  }

  /// Time limit for finding and decoding one picture, in case a file system does not answer; decoding has
  /// limits of its own for each candidate.
  public static let limit = Duration.seconds(20)
  /// Time after the last picture until the decoder is ended, which takes some megabytes of memory.
  public static let restDelay = Duration.seconds(10)

  /// The icon theme that is searched first; a change applies to later requests.
  public var theme: String
  /// Called once when the decoder turned out to work only without its filter of system calls.
  public var onUnconfined: (() -> Void)?

  private let loop: EventLoop
  private let worker: Worker<IconCache>
  private let decodesElsewhere: Bool
  private var hasToldUnconfined = false
  private var resting: Timer?

  /// Makes a loader for the folders of themes (`bases`, see `IconLookup.standardBases`) and of desktop
  /// entries (`applications`). The first picture starts the thread. `decoder` is a program and its first
  /// arguments, which decodes the pictures; without it the thread decodes them.
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

  /// Loads the first of the candidates that can be read, fitted into a square of `size` logical pixels at
  /// `scale`; nil if none can be read.
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
          var path: String?
          var bitmap: Bitmap?
          switch candidate {
          case .data(let bytes): bitmap = cache.picture(bytes: bytes, side: side)
          case .file(let named): path = named
          case .icon(let name):
            path =
              cache.path(ofIcon: name, size: size, scale: iconScale, theme: theme)
              ?? cache.path(ofSymbol: name, size: size, scale: iconScale, theme: theme)
          case .themed(let name, let folder):
            path = cache.path(ofIcon: name, in: folder, size: size, scale: iconScale, theme: theme)
          case .application(let id):
            path = cache.path(ofApplication: id, size: size, scale: iconScale, theme: theme)
          case .symbolic(let name):
            path = cache.path(ofSymbol: name, size: size, scale: iconScale, theme: theme)
          }
          if let path { bitmap = cache.picture(path: path, side: side) }
          if let bitmap {
            let loaded = Loaded(bitmap: bitmap, isSymbolic: path.map(candidate.isSymbolic) ?? false)
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

  /// Has folders of icons read anew for later requests, although they were read in the last seconds.
  public func forgetFolders() { worker.run({ $0.forgetFolders() }, then: { (_: Void?) in }) }

  private nonisolated struct Answer: Sendable {
    var loaded: Loaded?
    var isUnconfined: Bool
  }

  private func tellUnconfined() {
    guard !hasToldUnconfined else { return }
    hasToldUnconfined = true
    onUnconfined?()
  }

  /// Ends the thread and the decoder; completions of outstanding requests are not called.
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
  /// Whether the picture at `path` is a shape without colours, by its name, as in the icon
  /// naming specification.
  fileprivate func isSymbolic(at path: String) -> Bool {
    // A file outside of a theme may have any name, so that only this suffix counts.
    if case .file = self { return path.hasSuffix("-symbolic.svg") }
    return IconCache.isSymbolic(path)
  }
}
