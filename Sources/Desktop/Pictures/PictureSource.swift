/// Reads pictures off the main thread: `PictureLoader`, or one that a test makes up.
public protocol PictureSource: AnyObject {
  /// The icon theme that is looked in first.
  var theme: String { get set }
  /// Gives the first of the candidates that can be read, as `PictureLoader` does; never within this call.
  func load(
    _ candidates: [PictureLoader.Candidate], size: Int, scale: Double,
    completion: @escaping (PictureLoader.Loaded?) -> Void)
  /// Ends the thread.
  func stop()
}

extension PictureLoader: PictureSource {}
