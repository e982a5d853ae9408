public import Loop
import NotificationService
public import Notifications

/// A player for the sounds of notifications: a `BannerSounds`, or a test's replacement.
@MainActor public protocol SoundPlayer: AnyObject {
  /// Starts to play a sound.
  func play(_ sound: Sound)
  /// Ends the player.
  func stop()
}

/// Plays sounds on a thread of its own, since the first waits for the sound server.
@MainActor public final class BannerSounds: SoundPlayer {
  private let worker: Worker<(library: SoundLibrary?, reader: NamedFileReader)>

  /// Time limit for starting a sound, in case the sound server does not answer.
  private static let limit = Duration.seconds(5)
  /// Time limit for the file system of a sound file to answer.
  private nonisolated static let patience = Duration.seconds(1)

  /// Makes a player; the first sound starts the thread.
  public init(_ loop: EventLoop) {
    worker = Worker(loop: loop, limit: Self.limit) {
      (try? SoundLibrary(), NamedFileReader(patience: Self.patience))
    }
  }

  /// Starts to play a sound; without the library or the sound server nothing is heard.
  public func play(_ sound: Sound) {
    worker.run(
      { (context: inout (library: SoundLibrary?, reader: NamedFileReader)) in
        switch sound {
        case .name(let name): try? context.library?.play(name: name)
        case .file(let path):
          try? context.library?.play(file: path, context.reader)
          context.reader.rest()
        }
      }, then: { (_: Void?) in })
  }

  /// Ends the thread.
  public func stop() { worker.stop() }
}
