public import DBus
public import Loop

/// The lights of the machine, each of which is followed once for all who show it or change it.
@MainActor public final class MachineLights {
  private let bus: MessageBus
  private let loop: EventLoop
  private let root: String
  private let open: NetlinkSocket.Opening
  private var known: [String: Known] = [:]
  private let observers = Observers()
  private var events: DeviceEvents?

  private struct Known {
    weak var light: MachineLight?
  }

  /// Follows nothing yet. `bus` is the one of logind, which sets lights; `root` is the kernel's folder of classes of devices.
  public convenience init(_ bus: MessageBus, loop: EventLoop, root: String = "/sys/class") {
    self.init(bus, loop: loop, root: root, open: NetlinkSocket.open)
  }

  /// Does the same with a socket of the kernel that is opened in another way.
  init(_ bus: MessageBus, loop: EventLoop, root: String, open: @escaping NetlinkSocket.Opening) {
    (self.bus, self.loop, self.root, self.open) = (bus, loop, root, open)
    observers.onEmpty = { [unowned self] in
      events?.close()
      events = nil
    }
  }

  /// The light of that name, or the one that fits best; nil: there is none. It is followed while somebody observes it.
  public func light(_ subject: MachineLight.Subject, name: String? = nil) -> MachineLight? {
    guard let found = MachineLight.choice(subject, name, root: root) else { return nil }
    let key = "\(subject.subsystem)/\(found)"
    if let light = known[key]?.light, light.isFollowed { return light }
    let light = MachineLight(subject, name: found, bus: bus, loop: loop, root: root)
    known[key] = Known(light: light)
    return light
  }

  /// Has `handler` called when lights have come or gone, until the observation is cancelled or released. Those that are
  /// followed have looked by then.
  public func observeDevices(_ handler: @escaping () -> Void) -> Observation {
    let observation = observers.add(handler)
    if events == nil {
      let subjects = [MachineLight.Subject.screen, .keyboard]
      events = DeviceEvents(of: Set(subjects.map(\.subsystem)), loop: loop, open: open) { [unowned self] in
        look()
      }
    }
    return observation
  }

  private func look() {
    for known in known.values { known.light?.look() }
    observers.tell()
  }
}
