/// The scale that the compositor prefers for a surface.
@MainActor public final class FractionalScale {
  /// Called each time the scale changes, with the scale in 1/120.
  public var onChange: ((_ parts: Int) -> Void)?
  private let proxy: WpFractionalScaleV1

  /// Asks for the scale of `surface`, which has at most one such object; nil if the compositor lacks the
  /// protocol.
  public init?(_ connection: Connection, of surface: Surface) {
    guard let shared = try? connection.globals.shared(WpFractionalScaleManagerV1.self, version: 1) else {
      return nil
    }
    proxy = shared.getFractionalScale(surface: surface.proxy)
    proxy.onEvent = { [unowned self] _, event in
      if case .preferredScale(let parts) = event, parts > 0 { onChange?(Int(parts)) }
    }
  }

  isolated deinit {
    destroy()
  }

  /// Destroys the object, before its surface is destroyed; idempotent.
  public func destroy() {
    proxy.destroy()
  }
}
