public import Loop
public import Notifications
import Sounds

/// Plays the sounds of notifications: `BannerSounds`, or one that a test makes up.
@MainActor public protocol SoundPlayer: AnyObject {
  /// Begins to play a sound.
  func play(_ sound: Sound)
  /// Ends the player.
  func stop()
}

/// Plays sounds on a thread of its own: the first waits for the sound server.
@MainActor public final class BannerSounds: SoundPlayer {
  private let worker: Worker<SoundLibrary?>

  /// How long one sound may take to begin; a server that does not answer is given up then.
  private static let limit = Duration.seconds(5)

  /// The thread is started by the first sound.
  public init(_ loop: EventLoop) {
    worker = Worker(loop: loop, limit: Self.limit) { try? SoundLibrary() }
  }

  /// Begins to play; where the library or the server is missing, nothing is heard.
  public func play(_ sound: Sound) {
    worker.run(
      { library in
        switch sound {
        case .name(let name): try? library?.play(name: name)
        case .file(let path): try? library?.play(file: path)
        }
      }, then: { (_: Void?) in })
  }

  /// Ends the thread.
  public func stop() { worker.stop() }
}
