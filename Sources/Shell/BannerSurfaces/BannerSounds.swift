public import Loop
public import Notifications
import Sounds

/// A player for the sounds of notifications: a `BannerSounds`, or a test's replacement.
@MainActor public protocol SoundPlayer: AnyObject {
  /// Starts to play a sound.
  func play(_ sound: Sound)
  /// Ends the player.
  func stop()
}

/// Plays sounds on a thread of its own, since the first waits for the sound server.
@MainActor public final class BannerSounds: SoundPlayer {
  private let worker: Worker<SoundLibrary?>

  /// Time limit for starting a sound, in case the sound server does not answer.
  private static let limit = Duration.seconds(5)

  /// Makes a player; the first sound starts the thread.
  public init(_ loop: EventLoop) {
    worker = Worker(loop: loop, limit: Self.limit) { try? SoundLibrary() }
  }

  /// Starts to play a sound; without the library or the sound server nothing is heard.
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
