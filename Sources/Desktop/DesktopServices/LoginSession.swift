public import DBus
import DBusValues

/// Whether the user's session is locked, by `org.freedesktop.login1`.
///
/// Nobody knows without logind; with a screen locker that does not tell logind, it seems never to be locked.
@MainActor public final class LoginSession {
  /// As logind told last; nil: it has not yet.
  public private(set) var isLocked: Bool?
  private let bus: MessageBus
  private let id: String
  private let onChange: (Bool) -> Void
  private var observer: StateObserver?
  private var appearance: Subscription?
  private var finding: PendingCall?
  private var hint: FollowedProperty?

  private static let name = "org.freedesktop.login1"
  /// The caller's own session, or else the one that the user sees.
  private static let automatic = "auto"

  /// Begins to follow; `id` is XDG_SESSION_ID. Without one, or where logind does not know it, it is the session that the
  /// user sees.
  public init(_ bus: MessageBus, id: String?, onChange: @escaping (_ isLocked: Bool) -> Void) {
    self.bus = bus
    self.id = id ?? Self.automatic
    self.onChange = onChange
    appearance = bus.subscribe(.ownerChanges(of: Self.name)) { [unowned self] signal in
      // What is followed already is read again by itself.
      if hint == nil, signal.newOwner != nil { find(self.id) }
    }
    observer = bus.atEachConnection { [unowned self] in find(self.id) }
  }

  isolated deinit { close() }

  /// Follows no more; idempotent.
  public func close() {
    observer?.cancel()
    appearance?.cancel()
    finding?.cancel()
    hint?.close()
    hint = nil
  }

  private func find(_ id: String) {
    finding?.cancel()
    let call = Call(
      to: Self.name, "/org/freedesktop/login1", Self.name + ".Manager", "GetSession", [.string(id)],
      expects: "o", startsService: false)
    finding = bus.call(call) { [weak self] result in
      guard let self else { return }
      finding = nil
      guard case .success(let values) = result, let path = values[0].objectPath else {
        // What outlives a session may still have its name.
        if id != Self.automatic { find(Self.automatic) }
        return
      }
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
