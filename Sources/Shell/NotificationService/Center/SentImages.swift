import Loop
import Notifications
import Scenes

/// Scales down large pictures that came with calls, on a thread of its own, so that no caller waits for that.
final class SentImages {
  private let worker: Worker<Void>
  /// The size in bytes of the pictures that wait, and of the one that is being scaled.
  private var waitingBytes = 0

  /// The time after which a picture is given up; the largest takes a few hundredths of a second.
  private static let limit = Duration.seconds(10)

  /// The first picture starts the thread.
  init(loop: EventLoop) {
    worker = Worker(loop: loop, limit: Self.limit) {}
  }

  /// Scales a picture to the size in which it is kept; `completion` gets nil if that took too long.
  ///
  /// `completion` is called later, but within this call where so many wait that their memory counts more than time.
  func reduce(_ picture: SentImage, then completion: @escaping (Bitmap?) -> Void) {
    guard waitingBytes + picture.size <= Limits.waitingImageBytes else { return completion(picture.bitmap()) }
    waitingBytes += picture.size
    worker.run(
      { _ in picture.bitmap() },
      then: { [weak self] in
        self?.waitingBytes -= picture.size
        completion($0 ?? nil)
      })
  }

  /// Ends the thread; the completions of waiting pictures are not called any more.
  func stop() { worker.stop() }
}
