public import DBus
public import DesktopModel
public import Loop

/// The network connection of the machine, shared by all modules that show or change it. Nothing is followed while there
/// are no observers.
///
/// The status comes from NetworkManager. Until that has answered, or if it does not run, it comes from the kernel.
@MainActor public final class Networks {
  /// The status; nil if neither NetworkManager nor the kernel has reported it.
  public private(set) var status: NetworkStatus?
  /// The choices of a network menu; nil if NetworkManager does not run, or no menu observes them.
  public var choices: NetworkChoices? { manager?.choices }
  private let bus: MessageBus
  private let observers = Observers()
  private let choosers = Observers()
  /// Observers of the changes of any interface.
  private let interfaceObservers = Observers()
  private let strengthReaders = Observers()
  private let radios: RadioReadings
  private let open: NetlinkSocket.Opening
  private var manager: NetworkManagerLink?
  /// The status from the kernel; nil while NetworkManager reports it.
  private var kernel: KernelNetwork?

  /// Creates the object; following begins with the first observer.
  public convenience init(_ bus: MessageBus) {
    self.init(bus, open: NetlinkSocket.open)
  }

  /// Creates the object with another way to open netlink sockets, for tests.
  init(_ bus: MessageBus, open: @escaping NetlinkSocket.Opening) {
    (self.bus, self.open) = (bus, open)
    radios = RadioReadings(loop: bus.loop, open: open)
    observers.onAdd = { [unowned self] in if manager == nil { start() } }
    observers.onEmpty = { [unowned self] in close() }
    choosers.onAdd = { [unowned self] in manager?.beginChoosing() }
    choosers.onEmpty = { [unowned self] in manager?.endChoosing() }
    interfaceObservers.onAdd = { [unowned self] in tellInterfaces() }
    interfaceObservers.onEmpty = { [unowned self] in tellInterfaces() }
    strengthReaders.onAdd = { [unowned self] in kernel?.readsStrength = true }
    strengthReaders.onEmpty = { [unowned self] in kernel?.readsStrength = false }
  }

  isolated deinit { close() }

  /// Calls `handler` after changes of the status, until the observation is cancelled or released.
  public func observe(_ handler: @escaping () -> Void) -> Observation { observers.add(handler) }

  private func start() {
    manager = NetworkManagerLink(bus) { [unowned self] in settle() }
    tellInterfaces()
    askKernel()
    bus.start()
  }

  /// The status of the interfaces that the filter accepts; nil if it is unknown, or the machine has none.
  public func status(of isMeant: @escaping InterfaceFilter) -> NetworkStatus? {
    manager?.status != nil ? manager?.status(of: isMeant) : kernel?.status(of: isMeant)
  }

  /// Calls `handler` after changes of any interface, until the observation is cancelled or released. There must be an
  /// observer of the status meanwhile.
  public func observeInterfaces(_ handler: @escaping () -> Void) -> Observation {
    interfaceObservers.add(handler)
  }

  /// Requests the changes of all interfaces while there are observers of them.
  private func tellInterfaces() {
    let isNeeded = !interfaceObservers.isEmpty
    let tell = { [unowned self] in interfaceObservers.tell() }
    manager?.onAnyChange = isNeeded ? tell : nil
    kernel?.onAnyChange = isNeeded ? tell : nil
  }

  /// Calls `handler` after changes of the status and of the choices, and scans for networks, until the observation is
  /// cancelled or released. There must be an observer of the status meanwhile.
  public func observeChoices(_ handler: @escaping () -> Void) -> Observation { choosers.add(handler) }

  /// Reads the strength of the signal every ten seconds if no service reports it, until the observation is cancelled or
  /// released.
  public func followStrength() -> Observation { strengthReaders.add {} }

  /// Reads the radio links of wireless interfaces every ten seconds, and calls `handler` after changes, until the
  /// observation is cancelled or released.
  public func observeRadios(_ handler: @escaping () -> Void) -> Observation { radios.observe(handler) }

  /// The radio link of an interface; nil: it has none, or nobody observes them.
  public func radio(of interface: String) -> WirelessLink? { radios.links[interface] }

  /// Stops following; idempotent.
  public func close() {
    manager.end()
    kernel.end()
    status = nil
    bus.closeIfUnused()
  }

  /// A handler for the end of a command, with the failure, or nil after success.
  public typealias Completion = (NetworkAttempt.Failure?) -> Void

  /// Turns Wi-Fi on or off; `completion` is not called if NetworkManager does not run.
  public func turnWireless(on isOn: Bool, completion: @escaping Completion = { _ in }) {
    manager?.turnWireless(on: isOn, completion: completion)
  }

  /// Enables or disables networking; `completion` is not called if NetworkManager does not run.
  public func turnNetworking(on isOn: Bool, completion: @escaping Completion = { _ in }) {
    manager?.turnNetworking(on: isOn, completion: completion)
  }

  /// Joins a network that is or was among the choices, with a password if one is required that is not saved or was
  /// wrong. Only NetworkManager keeps the password.
  public func join(_ network: WirelessNetwork, password: String? = nil) {
    manager?.join(network, password: password)
  }

  /// Deletes the saved connection of a network, with its password; `completion` is not called if it is not saved.
  public func forget(_ network: WirelessNetwork, completion: @escaping Completion = { _ in }) {
    if let saved = network.saved { manager?.forget(saved, completion: completion) }
  }

  /// Connects or disconnects an Ethernet device; `completion` is not called if there is no such device.
  public func toggleWired(_ device: String, completion: @escaping Completion = { _ in }) {
    guard let device = choices?.wired.first(where: { $0.id == device }) else { return }
    if let active = device.active {
      manager?.disconnect(active, completion: completion)
    } else {
      manager?.connect(device.id, completion: completion)
    }
  }

  /// Joins a hidden network; without a password it is taken for an open one.
  public func joinHidden(_ name: NetworkName, password: String?) {
    guard let network = choices?.hidden(name, isOpen: password == nil) else { return }
    manager?.join(network, password: password)
  }

  /// Disconnects from a network of the choices; `completion` is not called if it is not connected.
  public func leave(_ network: String, completion: @escaping Completion = { _ in }) {
    if let active = choices?.networks.first(where: { $0.id == network })?.active {
      manager?.disconnect(active, completion: completion)
    }
  }

  /// Connects to a VPN of the choices or disconnects from it; `completion` is not called if there is no such VPN, or
  /// another attempt follows.
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
      kernel.end()
      show(told)
    } else {
      if kernel == nil { askKernel() }
      // The last status is shown for the moment that the kernel needs to answer.
      if kernel?.isWaiting != true { show(kernel?.status) }
    }
    choosers.tell()
  }

  private func askKernel() {
    kernel = KernelNetwork(loop: bus.loop, open: open) { [unowned self] in
      if manager?.status == nil { show(kernel?.status) }
    }
    kernel?.readsStrength = !strengthReaders.isEmpty
    tellInterfaces()
  }

  private func show(_ new: NetworkStatus?) {
    guard new != status else { return }
    status = new
    // The new connection may be one with another access point.
    radios.readIfObserved()
    observers.tell()
  }
}
