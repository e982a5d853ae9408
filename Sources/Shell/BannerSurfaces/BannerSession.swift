public import Geometry
public import LiveGlass
public import Loop

/// What shows banners of the compositor: `GlassSession`, or one that a test makes up.
@MainActor public protocol BannerSession: AnyObject {
  var loop: EventLoop { get }
  /// The outputs of the compositor, in the order in which they came.
  var bannerOutputs: [any BannerOutput] { get }
  /// Whether the CPU draws, so that a frame takes as long as a few calls.
  var isSoftware: Bool { get }
  /// When drawing may begin; nil: now.
  var drawingDeadline: Instant? { get set }
  /// Requests an activation token by what was done last on `surface`; answers nil where none can be had.
  func requestToken(for surface: (any BannerSurface)?, answer: @escaping (String?) -> Void)
  /// Puts a text on the clipboard.
  func copy(_ text: String)
  /// Gives the text of the clipboard, later; nil if it has none.
  func paste(_ answer: @escaping (String?) -> Void)
}

extension GlassSession: BannerSession {
  public var bannerOutputs: [any BannerOutput] { outputs }

  public func requestToken(for surface: (any BannerSurface)?, answer: @escaping (String?) -> Void) {
    requestActivationToken(surface: surface as? LiveSurface, applicationID: nil, answer: answer)
  }
}
