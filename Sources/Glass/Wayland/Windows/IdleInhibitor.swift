/// Keeps the session from becoming idle, by idle-inhibit, as long as a surface of ours can be seen.
@MainActor public final class IdleInhibitor {
  private let inhibitor: ZwpIdleInhibitorV1

  /// Begins for a surface; nil if the compositor does not offer the protocol.
  public init?(_ connection: Connection, surface: WlSurface) {
    let manager = try? connection.globals.shared(ZwpIdleInhibitManagerV1.self, version: 1)
    guard let manager, !surface.isDestroyed else { return nil }
    inhibitor = manager.createInhibitor(surface: surface)
  }

  /// Whether the compositor offers the protocol.
  public static func isOffered(by connection: Connection) -> Bool {
    connection.globals.all.contains { $0.interface == ZwpIdleInhibitManagerV1.interfaceName }
  }

  isolated deinit {
    destroy()
  }

  /// Lets the session become idle again; before its surface goes, and idempotent.
  public func destroy() { inhibitor.destroy() }
}
