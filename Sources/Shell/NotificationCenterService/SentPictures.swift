import Loop
import Notifications
import Scenes

/// Reduces large pictures that came with calls, on a thread of its own, so that no caller waits for that.
final class SentPictures {
  private let worker: Worker<Void>
  /// Of those that wait and the one that is being reduced, bytes.
  private var waitingBytes = 0

  /// What one may take; the largest takes a few hundredths of a second.
  private static let limit = Duration.seconds(10)

  /// The thread is started by the first picture.
  init(loop: EventLoop) {
    worker = Worker(loop: loop, limit: Self.limit) {}
  }

  /// Gives the picture as it is kept; nil: it took too long.
  ///
  /// `completion` is called later, but within this call where so many wait that their memory counts more than time.
  func reduce(_ picture: SentPicture, then completion: @escaping (Bitmap?) -> Void) {
    guard waitingBytes + picture.size <= Limits.waitingImageBytes else { return completion(picture.bitmap()) }
    waitingBytes += picture.size
    worker.run(
      { _ in picture.bitmap() },
      then: { [weak self] in
        self?.waitingBytes -= picture.size
        completion($0 ?? nil)
      })
  }

  /// Ends the thread; what waits is not given any more.
  func stop() { worker.stop() }
}
