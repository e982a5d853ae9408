public import DBus
import DesktopModel
import Geometry
import Glibc
import Loop

/// The move of a process into a unit of its own, by the systemd of the user, `org.freedesktop.systemd1`.
///
/// A child process belongs to the systemd unit of this program and ends with the unit, however it was started; only
/// systemd can move it elsewhere.
@MainActor private final class ScopeMove {
  private var call: PendingCall?
  private var subscription: Subscription?
  private var timer: Loop.Timer?
  private var completion: (() -> Void)?
  /// The object path of systemd's job for the move.
  private var job: String?

  private static let name = "org.freedesktop.systemd1"
  private static let path = "/org/freedesktop/systemd1"
  private static let interface = name + ".Manager"
  /// The time limit of the move, since a user waits for it.
  static let limit = Duration.seconds(2)

  init(_ bus: MessageBus, unit: String, process: Int32, then completion: @escaping () -> Void) {
    self.completion = completion
    let match = SignalMatch(
      sender: Self.name, path: Self.path, interface: Self.interface, member: "JobRemoved")
    subscription = bus.subscribe(match) { [self] signal in
      if let job, signal.arguments.dropFirst().first?.objectPath == job { end() }
    }
    timer = bus.loop.schedule(at: bus.loop.now + Self.limit) { [self] in end() }
    let request = Call(
      to: Self.name, Self.path, Self.interface, "StartTransientUnit",
      Self.arguments(unit: unit, process: process), expects: "o", startsService: false)
    call = bus.call(request) { [self] result in
      call = nil
      if case .success(let values) = result { job = values[0].objectPath } else { end() }
    }
  }

  /// The arguments of StartTransientUnit, from systemd's documentation, "org.freedesktop.systemd1" and "Desktop
  /// Environment Integration".
  private static func arguments(unit: String, process: Int32) -> [DBusValue] {
    let properties: KeyValuePairs<String, DBusValue> = [
      "PIDs": .array(.uint32, [.uint32(UInt32(process))]),
      "Slice": .string("app.slice"),
      "CollectMode": .string("inactive-or-failed"),
    ]
    let property = DBusType.structure([.string, .variant])
    return [
      .string(unit), .string("fail"),
      .array(property, properties.map { .structure([.string($0), .variant($1)]) }),
      .array(.structure([.string, .array(property)]), []),
    ]
  }

  private func end() {
    call?.cancel()
    subscription?.cancel()
    timer?.cancel()
    let completion = self.completion
    (call, subscription, timer, self.completion) = (nil, nil, nil, nil)
    completion?()
  }
}

extension MessageBus {
  /// Moves a child process into a systemd scope with this name, such as `app-hyaline-1234.scope`. `completion` is
  /// called once that is done, is refused or has taken two seconds, or at once if there is no connection.
  public func move(_ process: Int32, toScope unit: String, then completion: @escaping () -> Void) {
    guard state == .connected else { return completion() }
    _ = ScopeMove(self, unit: unit, process: process, then: completion)
  }
}
