public import DBus
public import Loop

/// The backlights of the machine; each is followed once for all modules that show or change it.
@MainActor public final class MachineLights {
  private let bus: MessageBus
  private let root: String
  private let open: NetlinkSocket.Opening
  private var known: [String: Known] = [:]
  private let observers = Observers()
  private var events: DeviceEvents?

  private struct Known {
    weak var light: MachineLight?
  }

  /// Creates the object, which follows nothing yet. `bus` is the bus of logind, which sets lights; `root` is the
  /// kernel's folder of classes of devices.
  public convenience init(_ bus: MessageBus, root: String = "/sys/class") {
    self.init(bus, root: root, open: NetlinkSocket.open)
  }

  /// Creates the object with another way to open netlink sockets, for tests.
  init(_ bus: MessageBus, root: String, open: @escaping NetlinkSocket.Opening) {
    (self.bus, self.root, self.open) = (bus, root, open)
    observers.onEmpty = { [unowned self] in
      events.end()
    }
  }

  /// Returns the light with this name, or the best choice if `name` is nil; nil if there is none. The light is followed
  /// while it has observers.
  public func light(_ subject: MachineLight.Subject, name: String? = nil) -> MachineLight? {
    guard let found = MachineLight.choice(subject, name, root: root) else { return nil }
    let key = "\(subject.subsystem)/\(found)"
    if let light = known[key]?.light, light.isFollowed { return light }
    let light = MachineLight(subject, name: found, bus: bus, root: root)
    known[key] = Known(light: light)
    return light
  }

  /// Calls `handler` when lights were added or removed, until the observation is cancelled or released. Lights that are
  /// followed have read their levels again before.
  public func observeDevices(_ handler: @escaping () -> Void) -> Observation {
    let observation = observers.add(handler)
    if events == nil {
      let subjects = [MachineLight.Subject.screen, .keyboard]
      events = DeviceEvents(of: Set(subjects.map(\.subsystem)), loop: bus.loop, open: open) {
        [unowned self] in
        look()
      }
    }
    return observation
  }

  private func look() {
    for known in known.values { known.light?.lookAfterEvents() }
    observers.tell()
  }
}
