import Geometry
import GlassModel
import Loop

/// A reader of wallpapers on a thread of its own: a large picture takes long to decode, and a file system may
/// not answer.
final class WallpaperReader {
  private let worker: Worker<Void>

  /// The time limit for one wallpaper; a photograph of the largest supported size takes a second or two.
  private static let limit = Duration.seconds(20)

  /// The decoder, called on the thread with the output's size in physical pixels; nil: no wallpaper can be
  /// decoded.
  var decode: (@Sendable (BackdropPolicy.Wallpaper, PixelSize) -> WallpaperContent)?

  /// Makes a reader, whose thread is started for the first wallpaper and ends when none is being read.
  init(loop: EventLoop) {
    worker = Worker(loop: loop, limit: Self.limit) {}
  }

  /// Reads a wallpaper for an output of `size` physical pixels, and calls `completion` later.
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

  /// Ends the thread; pending requests are not answered.
  func stop() { worker.stop() }
}
