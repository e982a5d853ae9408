public import Geometry

/// A viewport, which gives a surface a logical size that does not depend on its buffer's.
@MainActor public final class Viewport {
  private let proxy: WpViewport

  /// Whether the compositor offers viewports.
  public static func isOffered(by connection: Connection) -> Bool {
    connection.globals.all.contains { $0.interface == WpViewporter.interfaceName }
  }

  /// Makes the viewport of `surface`, which has at most one.
  public init(_ connection: Connection, on surface: Surface) throws(WaylandError) {
    proxy = try connection.globals.shared(WpViewporter.self, version: 1).getViewport(surface: surface.proxy)
  }

  isolated deinit {
    destroy()
  }

  /// Sets the surface's logical size from its next commit on; traps unless it is in whole numbers above 0.
  public func setDestination(_ size: LogicalSize) {
    guard let width = Int32(exactly: size.width), let height = Int32(exactly: size.height), width > 0,
      height > 0
    else { preconditionFailure("\(size) is no size of a viewport") }
    proxy.setDestination(width: width, height: height)
  }

  /// Gives the surface its buffer's size again; called before the surface is destroyed, and idempotent.
  public func destroy() {
    proxy.destroy()
  }
}
