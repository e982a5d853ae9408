import DBusValues

/// Whether the user's session is locked, by `org.freedesktop.login1`.
///
/// Without logind, or with a screen locker that does not tell it, it is not.
@MainActor public final class LoginSession {
  public private(set) var isLocked = false
  private let bus: MessageBus
  private let id: String
  private let onChange: (Bool) -> Void
  private var observer: StateObserver?
  private var finding: PendingCall?
  private var hint: FollowedProperty?

  private static let name = "org.freedesktop.login1"

  /// Begins to follow; `id` is XDG_SESSION_ID. Without one it is the session that the user sees.
  public init(_ bus: MessageBus, id: String?, onChange: @escaping (_ isLocked: Bool) -> Void) {
    self.bus = bus
    self.id = id ?? "auto"
    self.onChange = onChange
    observer = bus.atEachConnection { [unowned self] in find() }
  }

  isolated deinit { close() }

  /// Follows no more; idempotent.
  public func close() {
    observer?.cancel()
    finding?.cancel()
    hint?.close()
    hint = nil
  }

  private func find() {
    finding?.cancel()
    let call = Call(
      to: Self.name, "/org/freedesktop/login1", Self.name + ".Manager", "GetSession", [.string(id)],
      expects: "o", startsService: false)
    finding = bus.call(call) { [weak self] result in
      guard let self else { return }
      finding = nil
      guard case .success(let values) = result, let path = values[0].objectPath else { return }
      hint?.close()
      hint = FollowedProperty(bus, of: Self.name, path, Self.name + ".Session", "LockedHint") {
        [unowned self] value in
        // A logind that is started anew keeps its sessions: what it said holds until it speaks again.
        guard let locked = value?.boolean, locked != isLocked else { return }
        isLocked = locked
        onChange(locked)
      }
    }
  }
}
