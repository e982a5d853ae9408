import Loop
import Notifications
import Sounds

/// Plays sounds on a thread of its own: the first waits for the sound server.
final class BannerSounds {
  private let worker: Worker<SoundLibrary?>

  /// What one sound may take to begin; a server that does not answer is given up.
  private static let limit = Duration.seconds(5)

  init(_ loop: EventLoop) {
    worker = Worker(loop: loop, limit: Self.limit) { try? SoundLibrary() }
  }

  /// Begins to play; where the library or the server is missing, nothing is heard.
  func play(_ sound: Sound) {
    worker.run(
      { library in
        switch sound {
        case .name(let name): try? library?.play(name: name)
        case .file(let path): try? library?.play(file: path)
        }
      }, then: { (_: Void?) in })
  }

  /// Ends the thread.
  func stop() { worker.stop() }
}
