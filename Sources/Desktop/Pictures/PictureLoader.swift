import DesktopModel
import Geometry
public import Loop
public import Scenes

/// Loads icons and small pictures on a thread of its own, so that no file blocks the main thread.
public final class PictureLoader {
  /// A place where a picture may be found.
  public nonisolated enum Candidate: Equatable, Sendable {
    /// An absolute path.
    case file(String)
    /// A file that was copied from a path.
    case copy(FileCopy)
    /// The name of an icon; `side`: it keeps the size that its theme has it in, the greatest up to so many logical pixels.
    case icon(String, side: Int? = nil)
    /// The name of an icon in a folder of themes of its own.
    case themed(String, folder: String)
    /// The icon of an application, by the identifier of its desktop entry; `side` as for an icon.
    case application(String, side: Int? = nil)
    /// The name of an icon that must be symbolic, a shape without colours, in a theme; nil: in that of the loader.
    case symbolic(String, theme: String? = nil)
    /// The contents of a file.
    case data([UInt8])
  }

  /// The picture of the first candidate that could be read.
  public nonisolated struct Loaded: Equatable, Sendable {
    public var bitmap: Bitmap
    /// Whether only the alpha of the picture counts, which is drawn in the colour of the text beside it.
    public var isSymbolic: Bool
    /// The size that the theme has the icon in, in logical pixels; nil: the picture was not searched for by a size that it keeps.
    public var side: Int?
  }

  /// Time limit for finding and decoding one picture, in case a file system does not answer; decoding has
  /// limits of its own for each candidate.
  public static let limit = Duration.seconds(20)
  /// The number of further requests for a picture whose file system does not answer: the first follows after one second, and
  /// each of the others after twice the time of the one before.
  private static let mostRetries = 5
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
  /// The timers of further requests for pictures whose file systems do not answer, by the numbers of these requests.
  private var retries: [Int: Timer] = [:]
  private var lastRetry = 0

  /// Makes a loader for the folders of themes (`bases`, see `IconLookup.standardBases`) and of desktop
  /// entries (`applications`). The first picture starts the thread. `decoder` is a program and its first
  /// arguments, which decodes the pictures; without it the thread decodes them.
  public convenience init(
    loop: EventLoop, bases: [String], applications: [String] = [], theme: String,
    decoder: [String]? = nil
  ) {
    self.init(loop: loop, theme: theme, decodesElsewhere: decoder != nil) {
      IconCache(
        bases: bases, applications: applications, decoder: decoder.map { PictureDecoder(command: $0) })
    }
  }

  /// Makes a loader with the cache that `makeCache` makes on the thread.
  init(
    loop: EventLoop, theme: String, decodesElsewhere: Bool, makeCache: @escaping @Sendable () -> IconCache
  ) {
    self.loop = loop
    self.theme = theme
    self.decodesElsewhere = decodesElsewhere
    worker = Worker(loop: loop, limit: Self.limit, makeContext: makeCache)
  }

  /// Loads the first of the candidates that can be read, fitted into a square of `size` logical pixels at
  /// `scale`; nil if none can be read.
  ///
  /// `completion` is called later, never within this call. It is called again only if a file system that did not answer in time
  /// does so within half a minute.
  public func load(
    _ candidates: [Candidate], size: Int, scale: Double, completion: @escaping (Loaded?) -> Void
  ) {
    load(candidates, size: size, scale: scale, retriesLeft: Self.mostRetries, completion: completion)
  }

  private func load(
    _ candidates: [Candidate], size: Int, scale: Double, retriesLeft: Int,
    completion: @escaping (Loaded?) -> Void
  ) {
    let theme = theme
    let side = Int((Double(size) * scale).rounded(.up))
    let iconScale = Int(scale.rounded(.up))
    worker.run(
      { cache -> Answer in
        var answer = Answer()
        for candidate in candidates where answer.loaded == nil {
          do throws(IconCache.NotAnswering) {
            answer.loaded = try cache.load(
              candidate, size: size, iconScale: iconScale, side: side, theme: theme)
          } catch { answer.isLate = true }
        }
        answer.isUnconfined = cache.isDecoderUnconfined
        return answer
      },
      then: { [weak self] (answer: Answer?) in
        guard let self else { return }
        restLater()
        if answer?.isUnconfined == true { tellUnconfined() }
        let isRetry = retriesLeft < Self.mostRetries
        // A repeated request that was abandoned counts as late, too.
        let isLate = answer?.isLate ?? isRetry
        if isLate, retriesLeft > 0 {
          retry(after: .seconds(1 << (Self.mostRetries - retriesLeft))) { [weak self] in
            self?.load(
              candidates, size: size, scale: scale, retriesLeft: retriesLeft - 1, completion: completion)
          }
        }
        if !isRetry || !isLate { completion(answer?.loaded) }
      })
  }

  private func retry(after pause: Duration, _ request: @escaping () -> Void) {
    lastRetry += 1
    let number = lastRetry
    retries[number] = loop.schedule(at: loop.now + pause, tolerance: .seconds(1)) { [weak self] in
      self?.retries[number] = nil
      request()
    }
  }

  /// Requests that later requests read folders of icons again, even if they were read in the last seconds.
  public func forgetFolders() { worker.run({ $0.forgetFolders() }, then: { (_: Void?) in }) }

  /// Requests that later requests read folders of icons that belong to programs again.
  public func forgetProgramFolders() { worker.run({ $0.forgetProgramFolders() }, then: { (_: Void?) in }) }

  private nonisolated struct Answer: Sendable {
    var loaded: Loaded?
    var isUnconfined = false
    /// Whether a file system has not answered for a candidate that comes before the one that was loaded.
    var isLate = false
  }

  private func tellUnconfined() {
    guard !hasToldUnconfined else { return }
    hasToldUnconfined = true
    onUnconfined?()
  }

  /// The number of requests that the thread has not answered.
  var pendingCount: Int { worker.pendingCount }

  /// Ends the thread and the decoder; completions of outstanding requests are not called.
  public func stop() {
    resting.end()
    retries.end()
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

nonisolated extension IconCache {
  /// The picture of a candidate; nil if it cannot be read.
  fileprivate mutating func load(
    _ candidate: PictureLoader.Candidate, size: Int, iconScale: Int, side: Int, theme: String
  ) throws(NotAnswering) -> PictureLoader.Loaded? {
    var path: String?
    var sized: IconLookup.Sized?
    switch candidate {
    case .data(let bytes):
      return picture(bytes: bytes, side: side).map { .init(bitmap: $0, isSymbolic: false) }
    case .copy(let copy):
      let isSymbolic = Self.isSymbolicFile(copy.path)
      return picture(copy.file, side: side).map { .init(bitmap: $0, isSymbolic: isSymbolic) }
    case .file(let named):
      let isSymbolic = Self.isSymbolicFile(named)
      return try picture(named: named, side: side).map { .init(bitmap: $0, isSymbolic: isSymbolic) }
    case .themed(let name, let folder):
      path = self.path(ofIcon: name, in: folder, size: size, scale: iconScale, theme: theme)
    case .icon(let name, let own?):
      sized =
        self.sized(name, size: own, scale: iconScale, theme: theme)
        ?? self.path(ofSymbol: name, size: own, scale: iconScale, theme: theme).map {
          .init(path: $0, side: own)
        }
    case .icon(let name, nil):
      path =
        self.path(ofIcon: name, size: size, scale: iconScale, theme: theme)
        ?? self.path(ofSymbol: name, size: size, scale: iconScale, theme: theme)
    case .application(let id, let own?):
      sized = self.sized(ofApplication: id, size: own, scale: iconScale, theme: theme)
    case .application(let id, nil):
      path = self.path(ofApplication: id, size: size, scale: iconScale, theme: theme)
    case .symbolic(let name, let own):
      path = self.path(ofSymbol: name, size: size, scale: iconScale, theme: own ?? theme)
    }
    guard let path = path ?? sized?.path else { return nil }
    let isSymbolic = Self.isSymbolic(path)
    let ownSide = sized?.side.map { min($0 * iconScale, side) }
    return try picture(ofFound: path, side: ownSide ?? side).map {
      .init(bitmap: $0, isSymbolic: isSymbolic, side: sized?.side)
    }
  }

  /// Whether a file outside of a theme is a shape without colours. It may have any name, so that only this suffix counts.
  private static func isSymbolicFile(_ path: String) -> Bool { path.hasSuffix("-symbolic.svg") }
}
