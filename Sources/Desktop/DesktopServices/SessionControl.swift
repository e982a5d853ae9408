public import DBus
public import DesktopModel
public import Loop

/// Locks and ends the session, suspends, restarts and so on through logind, and queries which of these the user may do.
///
/// Nothing is queried before `refresh`, because few people open the menu.
@MainActor public final class SessionControl {
  /// The permissions of the user; an action without an entry was not queried, or logind has not answered.
  public private(set) var permissions: [SessionAction: SessionPermission] = [:]
  private let bus: MessageBus
  private let observers = Observers()
  private var asking: [PendingCall] = []
  private var performing: PendingCall?

  private static let name = "org.freedesktop.login1"
  private static let path = "/org/freedesktop/login1"
  private static let manager = name + ".Manager"
  /// The object that stands for the session of the caller.
  private static let session = path + "/session/auto"
  private static let patience = Duration.seconds(5)

  /// Creates the object, which queries nothing yet.
  public init(_ bus: MessageBus) {
    self.bus = bus
    observers.onAdd = { [unowned self] in refresh() }
    observers.onEmpty = { [unowned self] in close() }
  }

  isolated deinit { close() }

  /// Calls `handler` after changes, until the observation is cancelled or released, and queries the permissions.
  public func observe(_ handler: @escaping () -> Void) -> Observation { observers.add(handler) }

  /// Queries the permissions again.
  public func refresh() {
    cancelQuestions()
    bus.start()
    for action in SessionAction.allCases {
      guard let method = action.managerMethod else { continue }
      let call = Call(
        to: Self.name, Self.path, Self.manager, "Can" + method, expects: "s", timeout: Self.patience)
      asking.append(
        bus.call(call) { [weak self] result in
          guard let self else { return }
          let answer = (try? result.get())?.first?.string
          let permission = answer.map(SessionPermission.init(answer:))
          guard permissions[action] != permission else { return }
          permissions[action] = permission
          observers.tell()
        })
    }
  }

  /// Performs an action; `completion` is called once, with the error if it has failed, and not at all after `close`.
  public func perform(_ action: SessionAction, completion: @escaping (BusError?) -> Void) {
    performing?.cancel()
    bus.start()
    let call =
      if let method = action.managerMethod {
        // True allows an authentication agent to ask for a password, for which people need time.
        Call(to: Self.name, Self.path, Self.manager, method, [.boolean(true)], timeout: .seconds(120))
      } else {
        Call(
          to: Self.name, Self.session, Self.name + ".Session", action == .lock ? "Lock" : "Terminate",
          timeout: Self.patience)
      }
    performing = bus.call(call) { [weak self] result in
      self?.performing = nil
      if case .failure(let error) = result { completion(error) } else { completion(nil) }
    }
  }

  /// Stops queries and waits for no answer; idempotent. Actions that were requested are performed nevertheless.
  public func close() {
    cancelQuestions()
    performing.end()
    permissions = [:]
    bus.closeIfUnused()
  }

  private func cancelQuestions() {
    asking.end()
  }
}
