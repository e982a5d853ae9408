import Loop
import Measures
import Pictures
import Scenes

/// Reads wallpapers on a thread of its own: a large one takes long to decode, and a file system may not answer.
final class WallpaperReader {
  private let worker: Worker<Void>

  /// What one may take: a photograph of the largest size that is read takes a second or two.
  private static let limit = Duration.seconds(20)

  /// What is shown of a wallpaper.
  nonisolated enum Reading: Sendable {
    /// It covers the output.
    case picture(Bitmap)
    /// Its average, encoded sRGB, 0 … 1.
    case colour(SIMD3<Double>)
    /// Why it cannot be read, for people.
    case failed(String)
  }

  /// The thread is started by the first wallpaper, and ends when none is waited for.
  init(loop: EventLoop) {
    worker = Worker(loop: loop, limit: Self.limit) {}
  }

  /// Gives what is shown of it on an output of `size` physical pixels, later.
  func read(
    _ wallpaper: BackdropPolicy.Wallpaper, on size: PixelSize, then completion: @escaping (Reading) -> Void
  ) {
    worker.run(
      { _ in Self.reading(wallpaper, on: size) },
      then: { [weak self] in
        completion($0 ?? .failed("cannot read picture \(wallpaper.path): it takes too long"))
        self?.worker.rest()
      })
  }

  /// Ends the thread; what was asked for is not answered.
  func stop() { worker.stop() }

  private nonisolated static func reading(_ wallpaper: BackdropPolicy.Wallpaper, on size: PixelSize)
    -> Reading
  {
    do throws(PictureError) {
      let picture = try Picture.load(path: wallpaper.path)
      return wallpaper.isPlain
        ? .colour(picture.averageColour) : .picture(picture.placed(wallpaper.placement, on: size))
    } catch {
      return .failed("\(error)")
    }
  }
}
