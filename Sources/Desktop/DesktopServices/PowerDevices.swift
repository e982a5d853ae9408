public import DBus
public import DesktopModel
import Geometry
public import Loop

/// The batteries of the machine and of connected devices, shared by all modules that show them.
///
/// The batteries come from UPower. Until that has answered, or if it does not run, those of the machine come from the
/// kernel's files. Nothing is followed while there are no observers.
@MainActor public final class PowerDevices {
  /// The batteries by name.
  public private(set) var devices: [PowerDevice] = []
  /// All batteries of the machine itself, combined; nil if it has none.
  public private(set) var machine: PowerDevice?
  /// The warnings so far, which do not depend on the modules that show batteries.
  private var warnings = BatteryWarnings()
  private let bus: MessageBus
  private let files: BatteryFiles
  private let makeKernel: (@escaping ([PowerDevice]) -> Void) -> KernelBatteries
  private let observers = Observers()
  private var observer: StateObserver?
  private var subscriptions: [Subscription] = []
  private var asking: PendingCall?
  /// The timer for the next query after UPower has not answered in time; nil if none is due.
  private var retry: Timer?
  private var pause = Backoff.ofAnswers
  /// The devices of UPower, by object path.
  private var followed: [String: FollowedProperties] = [:]
  private var whole: FollowedProperties?
  private var kernel: KernelBatteries?
  /// The charges in percent at which the kernel ends charging, by the names of batteries.
  private var limits: [String: Int] = [:]
  private var limitsRead: [String] = []
  private var isFollowing = false

  private static let name = "org.freedesktop.UPower"
  private static let path = "/org/freedesktop/UPower"
  private static let deviceInterface = name + ".Device"
  private static let properties = "org.freedesktop.DBus.Properties"
  /// Limit of the number of batteries, more than anybody has.
  private static let mostDevices = 64

  /// Creates the object; following begins with the first observer. `folder` is that of the kernel's power supplies.
  public convenience init(_ bus: MessageBus, folder: String = "/sys/class/power_supply") {
    self.init(bus, folder: folder, open: NetlinkSocket.open)
  }

  init(_ bus: MessageBus, folder: String, open: @escaping NetlinkSocket.Opening) {
    self.bus = bus
    let files = BatteryFiles(loop: bus.loop, folder: folder)
    self.files = files
    makeKernel = { KernelBatteries(loop: bus.loop, files: files, open: open, onReading: $0) }
    observers.onAdd = { [unowned self] in if !isFollowing { start() } }
    observers.onEmpty = { [unowned self] in close() }
  }

  isolated deinit { close() }

  /// Calls `handler` after changes, until the observation is cancelled or released.
  public func observe(_ handler: @escaping () -> Void) -> Observation { observers.add(handler) }

  /// Returns the action to take for the charge of one of the devices, or of `machine`, with warnings at these
  /// thresholds in percent; nil if there is none. Each action is returned once, no matter which module asks.
  public func advice(
    for device: PowerDevice, thresholds: [Int]
  ) -> (advice: BatteryWarnings.Advice, battery: BatteryWarnings.Battery)? {
    let battery = BatteryWarnings.Battery(device, among: devices, machine: machine)
    // UPower reports a change of a battery and that of its summary one after the other.
    let judged = battery == .machine ? machine ?? device : device
    return warnings.update(judged, as: battery, thresholds: thresholds).map { ($0, battery) }
  }

  /// Stops following; idempotent.
  public func close() {
    isFollowing = false
    observer?.cancel()
    subscriptions.end()
    stopAsking()
    pause.reset()
    kernel = nil
    forgetService()
    (devices, machine) = ([], nil)
    bus.closeIfUnused()
  }

  private func start() {
    isFollowing = true
    func told(_ member: String, _ handle: @escaping (String) -> Void) -> Subscription {
      let match = SignalMatch(sender: Self.name, path: Self.path, interface: Self.name, member: member)
      return bus.subscribe(match) { signal in signal.arguments.first?.objectPath.map(handle) }
    }
    subscriptions = [
      bus.subscribe(.ownerChanges(of: Self.name)) { [unowned self] signal in
        if signal.newOwner != nil { ask() } else { lose() }
      },
      told("DeviceAdded") { [unowned self] in follow($0) },
      told("DeviceRemoved") { [unowned self] path in
        if followed.removeValue(forKey: path) != nil { settle() }
      },
    ]
    askKernel()
    observer = bus.atEachConnection({ [unowned self] in ask() }, onLoss: { [unowned self] in lose() })
    bus.start()
  }

  // MARK: - UPower

  private func ask() {
    stopAsking()
    let call = Call(
      to: Self.name, Self.path, Self.name, "EnumerateDevices", expects: "ao", timeout: .seconds(10))
    asking = bus.call(call) { [weak self] result in
      guard let self else { return }
      asking = nil
      guard case .success(let values) = result else {
        useKernel()
        // UPower may be waiting for a device that does not answer.
        if case .failure(let error) = result, error.isTimeout { askLater() }
        return
      }
      pause.reset()
      forgetService()
      whole = follow(device: Self.path + "/devices/DisplayDevice")
      for path in (values[0].elements ?? []).compactMap(\.objectPath) { follow(path) }
    }
  }

  private func askLater() {
    let pause = pause.next()
    retry = bus.loop.schedule(at: bus.loop.now + pause, tolerance: pause / 4) { [unowned self] in ask() }
  }

  private func stopAsking() {
    asking.end()
    retry.end()
  }

  private func follow(_ path: String) {
    guard whole != nil, followed[path] == nil, followed.count < Self.mostDevices else { return }
    followed[path] = follow(device: path)
  }

  private func follow(device path: String) -> FollowedProperties {
    FollowedProperties(
      bus, of: Self.name, path, Self.deviceInterface, keeping: PowerDevice.upowerNames
    ) { [unowned self] in settle() }
  }

  private func forgetService() {
    followed.end()
    whole.end()
    (limits, limitsRead) = ([:], [])
  }

  /// Handles the loss of UPower or of the bus.
  private func lose() {
    pause.reset()
    useKernel()
  }

  /// Uses the kernel's files until UPower answers.
  private func useKernel() {
    stopAsking()
    forgetService()
    askKernel()
  }

  /// Combines the properties from UPower, once its summary of the machine was read.
  private func settle() {
    guard let summary = whole?.content else { return }
    kernel = nil
    let told = followed.sorted { $0.key < $1.key }.compactMap(\.value.content)
    let adapters = Set(told.compactMap(PowerDevice.connectedSource(upower:)))
    var read = told.compactMap(PowerDevice.init(upower:))
    readLimits(of: read)
    for index in read.indices {
      read[index].connectToPower(by: adapters)
      if read[index].limit == nil { read[index].setLimit(limits[read[index].name]) }
    }
    let whole = PowerDevice(upower: summary)
    let own = PowerDevice.combined(read.filter { $0.kind == whole?.kind ?? .laptop })
    show(read, whole?.completed(by: own) ?? own)
  }

  /// Reads the limits that UPower does not report because another program has set them, whenever a battery changes its
  /// state.
  private func readLimits(of devices: [PowerDevice]) {
    let own = devices.filter { $0.kind == .laptop && $0.limit == nil }
    let wanted = own.map { "\($0.name) \($0.state)" }
    guard wanted != limitsRead else { return }
    limitsRead = wanted
    files.readLimits(of: own.map(\.name)) { [weak self] read in
      guard let self, let read, read != limits, !limitsRead.isEmpty else { return }
      limits = read
      settle()
    }
  }

  private func show(_ devices: [PowerDevice], _ machine: PowerDevice?) {
    guard devices != self.devices || machine != self.machine else { return }
    (self.devices, self.machine) = (devices, machine)
    observers.tell()
  }

  private func askKernel() {
    if kernel == nil {
      kernel = makeKernel { [unowned self] read in show(read, PowerDevice.combined(read)) }
    }
    kernel?.read()
  }
}
