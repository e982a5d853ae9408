import CWayland

/// The connection's `wl_display` and all of our proxies on it, each of which keeps this object alive.
@MainActor @safe final class Display {
  /// The `wl_display`; nil once disconnected.
  private(set) var native: OpaquePointer?
  /// The number of commits of surfaces, see `Connection.commitCount`.
  var commitCount = 0
  private var proxies: [OpaquePointer: Unmanaged<Proxy>] = unsafe [:]

  init(adopting native: OpaquePointer) {
    unsafe self.native = unsafe native
  }

  isolated deinit {
    disconnect()
  }

  /// Frees every proxy without sending destructors, since the compositor drops all objects with the
  /// connection; idempotent.
  ///
  /// The corresponding C function is `wl_display_disconnect`.
  func disconnect() {
    guard let native = unsafe native else { return }
    while let (_, proxy) = unsafe proxies.first { unsafe proxy.takeUnretainedValue().forget() }
    unsafe self.native = nil
    unsafe wl_display_disconnect(native)
  }

  func add(_ proxy: Proxy, native: OpaquePointer) {
    unsafe proxies[native] = Unmanaged.passUnretained(proxy)
  }

  func remove(_ native: OpaquePointer) {
    unsafe proxies[native] = nil
  }

  /// Our proxy for a `wl_proxy`; nil for a proxy of another user of the connection, such as Mesa.
  func proxy(_ native: OpaquePointer) -> Proxy? {
    unsafe proxies[native]?.takeUnretainedValue()
  }
}
