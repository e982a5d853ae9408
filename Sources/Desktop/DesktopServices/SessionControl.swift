public import DBus
import DBusValues
public import DesktopModel
public import Loop

/// Has logind lock, suspend, restart and so on, and asks what of that the user may do.
///
/// Nothing is asked before `refresh`, since few people look at it.
@MainActor public final class SessionControl {
  /// What the user may do with the machine; an action that is not in it was not asked for, or logind did not answer.
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

  /// Asks nothing yet.
  public init(_ bus: MessageBus) {
    self.bus = bus
    observers.onEmpty = { [unowned self] in close() }
  }

  isolated deinit { close() }

  /// Has `handler` called after changes, until the observation is cancelled or released; asks what the user may do.
  public func observe(_ handler: @escaping () -> Void) -> Observation {
    let observation = observers.add(handler)
    refresh()
    return observation
  }

  /// Asks again what the user may do.
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

  /// Does it; `completion` is called once, with the reason where it was not done, and not at all after `close`.
  public func perform(_ action: SessionAction, completion: @escaping (BusError?) -> Void) {
    performing?.cancel()
    bus.start()
    let call =
      if let method = action.managerMethod {
        // True: a program that asks for a password may do so, for which people need time.
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

  /// Asks no more, and waits for no answer; idempotent. What was asked for is done all the same.
  public func close() {
    cancelQuestions()
    performing?.cancel()
    performing = nil
    permissions = [:]
    bus.closeIfUnused()
  }

  private func cancelQuestions() {
    for call in asking { call.cancel() }
    asking = []
  }
}
