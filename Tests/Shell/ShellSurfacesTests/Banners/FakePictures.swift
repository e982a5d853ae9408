import Scenes
import ShellSurfaces

@testable import Notifications
@testable import Pictures

/// Reads a picture when a test says so.
final class FakePictures: PictureSource {
  var theme = ""
  private var waiting: [(PictureLoader.Loaded?) -> Void] = []
  /// The candidates of all requests.
  private(set) var asked: [[PictureLoader.Candidate]] = []
  /// The sizes of all requests, in logical pixels.
  private(set) var sizes: [Int] = []

  func load(
    _ candidates: [PictureLoader.Candidate], size: Int, scale: Double,
    completion: @escaping (PictureLoader.Loaded?) -> Void
  ) {
    asked.append(candidates)
    sizes.append(size)
    waiting.append(completion)
  }

  func forgetFolders() {}
  func forgetProgramFolders() {}

  func stop() { waiting = [] }

  var isReading: Bool { !waiting.isEmpty }

  /// Nothing that was asked for can be read.
  func failAll() { answerAll(nil) }

  /// All that was asked for is this picture, which a theme has in a size; nil: it cannot be read.
  func answerAll(_ picture: Bitmap?, side: Int? = nil) {
    let all = waiting
    waiting = []
    for completion in all {
      completion(picture.map { .init(bitmap: $0, isSymbolic: false, side: side) })
    }
  }
}

/// Keeps what it is to play.
final class FakeSounds: SoundPlayer {
  private(set) var played: [Sound] = []
  func play(_ sound: Sound) { played.append(sound) }
  func stop() {}
}
