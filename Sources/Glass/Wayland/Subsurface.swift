/// A surface that lies on a parent surface and takes no input itself.
@MainActor @safe public final class Subsurface {
  public let surface: Surface

  private let role: WlSubsurface

  /// Makes a subsurface at the parent's origin, synchronised: its commits wait for the parent's.
  public init(_ connection: Connection, on parent: Surface) throws(WaylandError) {
    surface = try Surface(connection)
    let subcompositor = try connection.globals.shared(WlSubcompositor.self, version: 1)
    role = subcompositor.getSubsurface(surface: surface.proxy, parent: parent.proxy)
    surface.takeNoInput()
  }

  isolated deinit {
    destroy()
  }

  /// The `wl_surface` for EGL, whose window is destroyed before the surface; traps once the surface is
  /// destroyed.
  public var nativeSurface: OpaquePointer { unsafe surface.nativeSurface }

  /// Sets whether commits wait for the parent's, from now on.
  public func setSynchronised(_ isSynchronised: Bool) {
    if isSynchronised { role.setSync() } else { role.setDesync() }
  }

  /// Sets the origin in the parent's logical pixels, from the parent's next commit on.
  public func setPosition(x: Int, y: Int) {
    role.setPosition(x: Int32(x), y: Int32(y))
  }

  /// Destroys frame callback, role and surface, in this order; idempotent.
  public func destroy() {
    surface.cancelFrame()
    role.destroy()
    surface.destroy()
  }
}
