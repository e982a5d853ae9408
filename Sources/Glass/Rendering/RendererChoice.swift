/// The renderer that draws, chosen from several, and the reasons why those before it do not.
///
/// A renderer that cannot start, or that is given up, is not tried again.
@MainActor public struct RendererChoice {
  /// A renderer that does not draw, and the reason.
  public struct Rejection: Equatable, Sendable {
    public var name: String
    public var reason: String
    /// Whether the rejection was to be expected, because this machine has no GPU.
    public var isExpected: Bool
  }

  private var candidates: [RendererFactory]
  /// The renderers that cannot draw, in the order in which they were tried.
  public private(set) var rejections: [Rejection] = []

  /// `preferred` is tried first, then its fallbacks in their order.
  public init(_ preferred: RendererFactory) { candidates = [preferred] + preferred.fallbacks }

  /// The name of the renderer that draws, or that will be tried next.
  public var name: String { candidates[0].name }

  /// Starts the first renderer that can start; throws what the last one threw.
  ///
  /// `display` is the connection's `wl_display`, which must outlive the renderer, or nil off screen.
  public mutating func start(_ display: OpaquePointer?) throws(RenderingError) -> any Renderer {
    while true {
      do throws(RenderingError) { return try unsafe candidates[0].make(display) } catch {
        guard candidates.count > 1 else { throw error }
        reject("\(error)", isExpected: error.isAboutMissingGPU)
      }
    }
  }

  /// Gives up the renderer that draws; returns false, and keeps it, if there is no other.
  public mutating func giveUp(_ reason: String) -> Bool {
    guard candidates.count > 1 else { return false }
    reject(reason, isExpected: false)
    return true
  }

  private mutating func reject(_ reason: String, isExpected: Bool) {
    let rejected = candidates.removeFirst()
    rejections.append(Rejection(name: rejected.name, reason: reason, isExpected: isExpected))
  }
}

extension RenderingError {
  fileprivate var isAboutMissingGPU: Bool { if case .noGPU = self { true } else { false } }
}
