public import DBus
import DesktopModel
import Loop

/// The lock state of the user's session, from `org.freedesktop.login1`.
///
/// Without logind the state is unknown; with a screen locker that does not inform logind, the session never appears locked.
@MainActor public final class LoginSession {
  /// Whether logind has last reported the session as locked; nil if it has reported nothing yet.
  public private(set) var isLocked: Bool?
  private let bus: MessageBus
  private let id: String
  private let onChange: (Bool) -> Void
  private var observer: StateObserver?
  private var appearance: Subscription?
  private var finding: PendingCall?
  private var hint: FollowedProperties?

  private static let name = "org.freedesktop.login1"
  /// The name of the caller's own session, or else of the session that the user sees.
  private static let automatic = "auto"

  /// Starts following; `id` is XDG_SESSION_ID. If it is nil, or logind does not know it, the session that the user sees
  /// is followed.
  public init(_ bus: MessageBus, id: String?, onChange: @escaping (_ isLocked: Bool) -> Void) {
    self.bus = bus
    self.id = id ?? Self.automatic
    self.onChange = onChange
    appearance = bus.subscribe(.ownerChanges(of: Self.name)) { [unowned self] signal in
      // A property that is already followed is read again by itself.
      if hint == nil, signal.newOwner != nil { find(self.id) }
    }
    observer = bus.atEachConnection { [unowned self] in find(self.id) }
  }

  isolated deinit { close() }

  /// Stops following; idempotent.
  public func close() {
    observer?.cancel()
    appearance?.cancel()
    finding?.cancel()
    hint.end()
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
        // A process that outlives its session may still have the session's name in its environment.
        if id != Self.automatic { find(Self.automatic) }
        return
      }
      hint?.cancel()
      hint = FollowedProperties(bus, of: Self.name, path, Self.name + ".Session", property: "LockedHint") {
        [unowned self] value in
        // A restarted logind keeps its sessions, so the last state is valid until it reports again.
        guard let locked = value?.boolean, locked != isLocked else { return }
        isLocked = locked
        onChange(locked)
      }
    }
  }
}
