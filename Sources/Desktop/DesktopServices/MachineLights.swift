public import DBus
public import Loop

/// The lights of the machine, each of which is followed once for all who show it or change it.
@MainActor public final class MachineLights {
  private let bus: MessageBus
  private let loop: EventLoop
  private let root: String
  private var known: [String: Known] = [:]

  private struct Known {
    weak var light: MachineLight?
  }

  /// Follows nothing yet. `bus` is the one of logind, which sets lights; `root` is the kernel's folder of classes of devices.
  public init(_ bus: MessageBus, loop: EventLoop, root: String = "/sys/class") {
    (self.bus, self.loop, self.root) = (bus, loop, root)
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
}
