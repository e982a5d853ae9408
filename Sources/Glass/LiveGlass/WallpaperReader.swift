import Geometry
import GlassModel
import Loop

/// Reads wallpapers on a thread of its own: a large one takes long to decode, and a file system may not answer.
final class WallpaperReader {
  private let worker: Worker<Void>

  /// What one may take: a photograph of the largest size that is read takes a second or two.
  private static let limit = Duration.seconds(20)

  /// Decodes a wallpaper for an output of so many physical pixels, on the thread; nil: nothing can.
  var decode: (@Sendable (BackdropPolicy.Wallpaper, PixelSize) -> WallpaperContent)?

  /// The thread is started by the first wallpaper, and ends when none is waited for.
  init(loop: EventLoop) {
    worker = Worker(loop: loop, limit: Self.limit) {}
  }

  /// Gives what is shown of it on an output of `size` physical pixels, later.
  func read(
    _ wallpaper: BackdropPolicy.Wallpaper, on size: PixelSize,
    then completion: @escaping (WallpaperContent) -> Void
  ) {
    let decode = decode
    worker.run(
      { _ in
        decode?(wallpaper, size)
          ?? .failed("cannot read picture \(wallpaper.path): this program decodes no pictures")
      },
      then: { [weak self] in
        completion($0 ?? .failed("cannot read picture \(wallpaper.path): it takes too long"))
        self?.worker.rest()
      })
  }

  /// Ends the thread; what was asked for is not answered.
  func stop() { worker.stop() }
}
