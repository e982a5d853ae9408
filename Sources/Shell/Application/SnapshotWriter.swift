import Loop
import Pictures
import Scenes

/// Writes pictures of bars to files, each on a thread of its own, since a file system may not answer.
final class SnapshotWriter {
  /// The time limit for one picture, which is less than the time for which a command waits for its answer.
  private static let patience = Duration.seconds(8)
  /// The maximum number of threads that write or hang at the same time.
  private static let mostAtOnce = 8

  private let loop: EventLoop
  private let write: @Sendable (Bitmap, String) throws(PictureError) -> Void
  /// The workers whose threads write a picture, or hang at a file system that has not answered in time.
  private var workers: [Worker<Void>] = []

  /// Creates a writer; tests pass a function of their own to write.
  init(
    loop: EventLoop,
    write: @escaping @Sendable (Bitmap, String) throws(PictureError) -> Void = {
      (picture: Bitmap, path: String) throws(PictureError) in
      try Picture.write(picture, to: path, onlyToFiles: true)
    }
  ) {
    self.loop = loop
    self.write = write
  }

  isolated deinit { stop() }

  /// Writes a picture to a regular file, then calls `completion` with nil, or with the reason in words if that failed.
  func write(_ picture: Bitmap, to path: String, then completion: @escaping (String?) -> Void) {
    forgetIdleWorkers()
    guard workers.count < Self.mostAtOnce else {
      return completion("cannot write picture \(path): \(workers.count) others are being written")
    }
    let worker = Worker(loop: loop, limit: Self.patience) {}
    workers.append(worker)
    worker.run(
      { [write] (_: inout Void) -> Result<Void, PictureError> in
        do throws(PictureError) { return .success(try write(picture, path)) } catch { return .failure(error) }
      },
      then: { [weak self] result in
        switch result {
        case .success?: completion(nil)
        case .failure(let error)?: completion("\(error)")
        case nil: completion("cannot write picture \(path): its file system does not answer")
        }
        worker.rest()
        self?.forgetIdleWorkers()
      })
  }

  /// Ends the writing; the completions of pictures that are being written are not called.
  func stop() {
    for worker in workers { worker.stop() }
    workers = []
  }

  private func forgetIdleWorkers() {
    workers.removeAll { $0.pendingCount == 0 && $0.abandonedCount == 0 }
  }
}
