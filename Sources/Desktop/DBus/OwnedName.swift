import DesktopModel

/// A well-known name that we request, from `MessageBus.own` to `release`.
///
/// While another connection owns it we are in its queue, and get it as soon as the other releases it.
public final class OwnedName {
  public enum State: Equatable {
    /// The name was not requested, or the bus has not answered: it may be away.
    case waiting
    case owned
    /// Another connection owns the name; nil if its owner cannot be found out.
    case taken(by: NameOwner?)
  }

  public let name: String
  public private(set) var state = State.waiting
  private let replaces: Bool
  private weak var bus: MessageBus?
  private var onChange: ((State) -> Void)?
  private var observers: [StateObserver] = []
  private var subscription: Subscription?

  init(_ name: String, replaces: Bool, bus: MessageBus, onChange: @escaping (State) -> Void) {
    self.name = name
    self.replaces = replaces
    self.bus = bus
    self.onChange = onChange
    // The subscription precedes the request, so that no change is missed.
    subscription = bus.subscribe(.ownerChanges(of: name)) { [unowned self] signal in ownerChanged(signal) }
    observers = [
      bus.observe { [unowned self] state in
        if case .unavailable = state { change(to: .waiting) }
      },
      bus.atEachConnection { [unowned self] in request() },
    ]
  }

  /// Releases the name; idempotent.
  public func release() {
    guard onChange != nil else { return }
    onChange = nil
    for observer in observers { observer.cancel() }
    subscription?.cancel()
    bus?.call(.ofBus("ReleaseName", [.string(name)], expects: "u")) { _ in }
  }

  /// Flags of the D-Bus Specification, "org.freedesktop.DBus.RequestName": other daemons may replace us.
  private static let allowReplacement: UInt32 = 1
  private static let replaceExisting: UInt32 = 2

  private func request() {
    let flags = Self.allowReplacement | (replaces ? Self.replaceExisting : 0)
    bus?.call(.ofBus("RequestName", [.string(name), .uint32(flags)], expects: "u")) { [weak self] result in
      guard let self, onChange != nil, case .success(let values) = result else { return }
      // The replies are 1 for owner, 2 for in the queue and 4 for owner already.
      if values.first?.uint32 == 2 { findOwner() } else { change(to: .owned) }
    }
  }

  private func ownerChanged(_ signal: Signal) {
    guard signal.arguments.count == 3, let owner = signal.arguments[2].string else { return }
    if owner == bus?.uniqueName { change(to: .owned) } else if !owner.isEmpty { findOwner() }
  }

  private func findOwner() {
    bus?.findOwner(of: name) { [weak self] owner in
      guard let self, onChange != nil else { return }
      // The name may have become ours meanwhile, which was reported already.
      if let owner, owner.uniqueName == bus?.uniqueName { return }
      change(to: .taken(by: owner))
    }
  }

  private func change(to new: State) {
    guard state != new else { return }
    state = new
    onChange?(new)
  }
}

extension MessageBus {
  /// Requests a name now and at each new connection; `onChange` is called with the outcome.
  ///
  /// The name is taken from another owner that allows it if `replaces` is true, once at each connection. The
  /// caller keeps the result.
  public func own(
    _ name: String, replaces: Bool = false, _ onChange: @escaping (OwnedName.State) -> Void
  ) -> OwnedName {
    OwnedName(name, replaces: replaces, bus: self, onChange: onChange)
  }
}
