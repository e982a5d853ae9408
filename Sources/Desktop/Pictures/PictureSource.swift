/// Loads pictures off the main thread: a `PictureLoader`, or a test's replacement.
public protocol PictureSource: AnyObject {
  /// The icon theme that is searched first.
  var theme: String { get set }
  /// Loads the first of the candidates that can be read, as `PictureLoader` does; never
  /// completes within this call, and may complete twice.
  func load(
    _ candidates: [PictureLoader.Candidate], size: Int, scale: Double,
    completion: @escaping (PictureLoader.Loaded?) -> Void)
  /// Requests that later requests read folders of icons again, even if they were read in the last seconds.
  func forgetFolders()
  /// Requests that later requests read folders of icons that belong to programs again.
  func forgetProgramFolders()
  /// Ends the thread; completions of outstanding requests are not called.
  func stop()
}

extension PictureLoader: PictureSource {}
