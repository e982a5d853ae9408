/// The scale at which the compositor would have a surface drawn.
@MainActor public final class FractionalScale {
  /// Told each time it changes, in 1/120.
  public var onChange: ((_ parts: Int) -> Void)?
  private let proxy: WpFractionalScaleV1

  /// Nil if the compositor does not tell; a surface has one at most.
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

  /// Before the surface itself; idempotent.
  public func destroy() {
    proxy.destroy()
  }
}
