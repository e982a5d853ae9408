public import DBus
public import DesktopModel
public import Loop

/// The network connection of the machine, for all who show or change it. Nothing is followed while nobody observes.
///
/// NetworkManager tells of it. Until it has answered, and where there is none, the kernel does.
@MainActor public final class Networks {
  /// Nil: nobody tells.
  public private(set) var status: NetworkStatus?
  /// What can be chosen; nil: networks are not managed by a service that is known, or nobody chooses.
  public var choices: NetworkChoices? { manager?.choices }
  private let bus: MessageBus
  private let loop: EventLoop
  private let observers = Observers()
  private let choosers = Observers()
  /// Those who are told of the changes of any interface.
  private let interfaceObservers = Observers()
  private let strengthReaders = Observers()
  private let open: NetlinkSocket.Opening
  private var manager: NetworkManagerLink?
  /// Nil while a service tells.
  private var kernel: KernelNetwork?

  /// Follows nothing yet.
  public convenience init(_ bus: MessageBus, loop: EventLoop) {
    self.init(bus, loop: loop, open: NetlinkSocket.open)
  }

  /// Does the same with sockets of the kernel that are opened in another way.
  init(_ bus: MessageBus, loop: EventLoop, open: @escaping NetlinkSocket.Opening) {
    (self.bus, self.loop, self.open) = (bus, loop, open)
    observers.onEmpty = { [unowned self] in close() }
    choosers.onEmpty = { [unowned self] in manager?.endChoosing() }
    interfaceObservers.onEmpty = { [unowned self] in tellInterfaces() }
    strengthReaders.onEmpty = { [unowned self] in kernel?.readsStrength = false }
  }

  isolated deinit { close() }

  /// Has `handler` called after changes of the status, until the observation is cancelled or released.
  public func observe(_ handler: @escaping () -> Void) -> Observation {
    let observation = observers.add(handler)
    if manager == nil {
      manager = NetworkManagerLink(bus, loop: loop) { [unowned self] in settle() }
      tellInterfaces()
      askKernel()
      bus.start()
    }
    return observation
  }

  /// The status of the interfaces whose names are meant; nil: nobody tells, or the machine has none of them.
  public func status(of isMeant: @escaping InterfaceFilter) -> NetworkStatus? {
    manager?.status != nil ? manager?.status(of: isMeant) : kernel?.status(of: isMeant)
  }

  /// Has `handler` called after changes of any interface, until the observation is cancelled or released. Somebody observes the
  /// status meanwhile.
  public func observeInterfaces(_ handler: @escaping () -> Void) -> Observation {
    let observation = interfaceObservers.add(handler)
    tellInterfaces()
    return observation
  }

  /// Has changes of all interfaces told while somebody observes them.
  private func tellInterfaces() {
    let isNeeded = !interfaceObservers.isEmpty
    let tell = { [unowned self] in interfaceObservers.tell() }
    manager?.onAnyChange = isNeeded ? tell : nil
    kernel?.onAnyChange = isNeeded ? tell : nil
  }

  /// Has `handler` called after changes of the status and of the choices, and networks looked for, until the observation
  /// is cancelled or released. Somebody observes the status meanwhile.
  public func observeChoices(_ handler: @escaping () -> Void) -> Observation {
    let observation = choosers.add(handler)
    manager?.beginChoosing()
    return observation
  }

  /// Has the strength of the signal read where nobody tells it, every ten seconds, until the observation is cancelled or
  /// released.
  public func followStrength() -> Observation {
    let observation = strengthReaders.add {}
    kernel?.readsStrength = true
    return observation
  }

  /// Follows no more; idempotent.
  public func close() {
    manager?.close()
    manager = nil
    kernel?.close()
    kernel = nil
    status = nil
    bus.closeIfUnused()
  }

  /// How a command has ended: with the reason why it was not done; nil: it was.
  public typealias Completion = (NetworkAttempt.Failure?) -> Void

  /// Turns Wi-Fi on or off; `completion` is called unless no service manages networks.
  public func turnWireless(on isOn: Bool, completion: @escaping Completion = { _ in }) {
    manager?.turnWireless(on: isOn, completion: completion)
  }

  /// Has networks used, or none at all; `completion` is called unless no service manages networks.
  public func turnNetworking(on isOn: Bool, completion: @escaping Completion = { _ in }) {
    manager?.turnNetworking(on: isOn, completion: completion)
  }

  /// Joins a network that is or was among the choices, with a password where one is needed that is not known or was wrong. The
  /// password is kept by the service alone.
  public func join(_ network: WirelessNetwork, password: String? = nil) {
    manager?.join(network, password: password)
  }

  /// Has the service forget a network and its password; `completion` is called unless it is not saved.
  public func forget(_ network: WirelessNetwork, completion: @escaping Completion = { _ in }) {
    if let saved = network.saved { manager?.forget(saved, completion: completion) }
  }

  /// Connects a device with a cable, or disconnects it; `completion` is called unless there is no such device.
  public func toggleWired(_ device: String, completion: @escaping Completion = { _ in }) {
    guard let device = choices?.wired.first(where: { $0.id == device }) else { return }
    if let active = device.active {
      manager?.disconnect(active, completion: completion)
    } else {
      manager?.connect(device.id, completion: completion)
    }
  }

  /// Joins a network that does not tell its name; without a password one that is open.
  public func joinHidden(_ name: NetworkName, password: String?) {
    guard let network = choices?.hidden(name, isOpen: password == nil) else { return }
    manager?.join(network, password: password)
  }

  /// Leaves a network of the choices; `completion` is called unless there is no such network.
  public func leave(_ network: String, completion: @escaping Completion = { _ in }) {
    if let active = choices?.networks.first(where: { $0.id == network })?.active {
      manager?.disconnect(active, completion: completion)
    }
  }

  /// Connects to a private network of the choices, or disconnects from it; `completion` is called unless there is no such
  /// network or another command follows.
  public func togglePrivate(_ network: String, completion: @escaping Completion = { _ in }) {
    guard let network = choices?.privateNetworks.first(where: { $0.id == network }) else { return }
    if let active = network.active {
      manager?.disconnect(active, completion: completion)
    } else {
      manager?.connectPrivately(network.id, completion: completion)
    }
  }

  private func settle() {
    if let told = manager?.status {
      kernel?.close()
      kernel = nil
      show(told)
    } else {
      if kernel == nil { askKernel() }
      // What was told last is shown for the moment that the kernel needs to answer.
      if kernel?.isWaiting != true { show(kernel?.status) }
    }
    choosers.tell()
  }

  private func askKernel() {
    kernel = KernelNetwork(loop: loop, open: open) { [unowned self] in
      if manager?.status == nil { show(kernel?.status) }
    }
    kernel?.readsStrength = !strengthReaders.isEmpty
    tellInterfaces()
  }

  private func show(_ new: NetworkStatus?) {
    guard new != status else { return }
    status = new
    observers.tell()
  }
}
