import Geometry
public import Loop
public import Notifications

/// The files that calls of Notify name as pictures, copied into memory before the calls are answered: a program may write the
/// file anew or remove it as soon as it has the answer.
///
/// A copy is kept until its picture was decoded for the last time, the notification is closed or there are too many.
@MainActor public final class PictureFiles {
  /// Time limit for the file system of one file to answer. Copying an icon takes a tenth of a millisecond.
  public static let patience = Duration.milliseconds(100)
  /// Most copies that are kept for notifications; the oldest are given up first.
  static let mostKept = 48
  /// Most bytes of copies that are kept for notifications.
  static let mostKeptBytes = 24 << 20
  /// Most copies that exist at a time, with those that calls wait for and those that are being decoded.
  private static let budget = (count: 64, bytes: 48 << 20)
  /// Most bytes of a file; files of more are no pictures of notifications.
  private nonisolated static let mostFileBytes = 16 << 20
  /// Time limit of the worker for one call. Its reader keeps its own limits, so that this is never reached.
  private static let limit = Duration.seconds(60)
  /// Time after the last call until the thread and its process end.
  private static let restDelay = Duration.seconds(10)

  private let loop: EventLoop
  private let worker: Worker<NamedFileReader>
  private let room = CopyBudget(count: budget.count, bytes: budget.bytes)
  private var kept: [NotificationID: [FileCopy]] = [:]
  /// The notifications with copies, the oldest first.
  private var order: [NotificationID] = []
  private var resting: Loop.Timer?

  /// The first call that names a file starts the thread.
  init(loop: EventLoop, patience: Duration) {
    self.loop = loop
    worker = Worker(loop: loop, limit: Self.limit) { NamedFileReader(patience: patience) }
  }

  /// Copies the files at `paths` that can be read; `completion` is called later, in the order of the calls of this function.
  ///
  /// If a file system does not answer in time, the files after it are left out too.
  func read(_ paths: [String], then completion: @escaping ([FileCopy]) -> Void) {
    worker.run(
      { [room] reader in Self.copies(at: paths, reader, room) },
      then: { [weak self] (copies: [FileCopy]?) in
        self?.restLater()
        completion(copies ?? [])
      })
  }

  private nonisolated static func copies(
    at paths: [String], _ reader: NamedFileReader, _ room: CopyBudget
  ) -> [FileCopy] {
    var copies: [FileCopy] = []
    for path in paths where room.hasRoom {
      do throws(RegularFile.Problem) {
        let file = try reader.copy(ofPath: path, upTo: mostFileBytes)
        if let copy = FileCopy(path: path, file: file, budget: room) { copies.append(copy) }
      } catch {
        if error == .notAnswering { break }
      }
    }
    return copies
  }

  /// Calls the completions of what was read, without waiting for the loop.
  func deliver() { worker.deliver() }

  /// Keeps the copies for a notification, in place of those of before.
  func keep(_ copies: [FileCopy], for id: NotificationID) {
    forget(id)
    guard !copies.isEmpty else { return }
    kept[id] = copies
    order.append(id)
    while let oldest = order.first, isTooMuch { forget(oldest) }
  }

  private var isTooMuch: Bool {
    let all = kept.values.joined()
    return all.count > Self.mostKept || all.reduce(0) { $0 + $1.byteCount } > Self.mostKeptBytes
  }

  /// The copy of the file at a path that a notification has named; nil if there is none or it was given up.
  public func copy(at path: String, of id: NotificationID) -> FileCopy? {
    kept[id]?.first { $0.path == path }
  }

  /// Gives up a copy whose picture is not decoded again; decoding that has begun is not affected.
  public func forget(_ copy: FileCopy, of id: NotificationID) {
    guard let left = kept[id]?.filter({ $0 != copy }) else { return }
    if left.isEmpty { forget(id) } else { kept[id] = left }
  }

  /// Gives up the copies of a notification that was closed.
  func forget(_ id: NotificationID) {
    guard kept.removeValue(forKey: id) != nil else { return }
    order.removeAll { $0 == id }
  }

  /// Ends the thread and gives up all copies; completions are not called any more.
  func stop() {
    resting?.cancel()
    worker.stop()
    (kept, order) = ([:], [])
  }

  private func restLater() {
    resting?.cancel()
    resting = loop.schedule(at: loop.now + Self.restDelay, tolerance: .seconds(2)) { [weak self] in
      self?.rest()
    }
  }

  private func rest() {
    resting = nil
    worker.run({ $0.rest() }, then: { [weak self] (_: Void?) in self?.worker.rest() })
  }
}
