public import DBus
public import DesktopModel

/// A fake BlueZ with an adapter that is on, whose devices a test chooses and whose pairings it answers by hand.
///
/// The values are those of BlueZ's documentation (org.bluez.Adapter1, Device1, Agent1): none were recorded from a
/// BlueZ, which runs only where the kernel has Bluetooth.
@MainActor public final class FakeBlueZ {
  public static let name = "org.bluez"
  public static let adapter = "/org/bluez/hci0"
  private static let (adapterInterface, deviceInterface) = ("org.bluez.Adapter1", "org.bluez.Device1")

  public let objects: FakeObjects
  /// The answers of agents, in order.
  public private(set) var answers: [Result<[DBusValue], BusError>] = []

  /// Requests the name on `bus`, a connection of its own that was started; `devices` are the properties of devices by
  /// their paths.
  public init(_ bus: MessageBus, _ devices: [String: [String: DBusValue]]) {
    objects = FakeObjects(
      bus, Self.name, root: "/",
      [Self.adapter: [Self.adapterInterface: ["Powered": .boolean(true)]]].merging(
        devices.mapValues { [Self.deviceInterface: $0] }, uniquingKeysWith: { $1 }))
    service.add(
      Self.adapter, Self.adapterInterface, ["Powered": .boolean(true)],
      methods: [.init("StartDiscovery"), .init("StopDiscovery")])
    for device in devices.keys {
      service.add(
        device, Self.deviceInterface, ["Trusted": .boolean(false)],
        methods: [.init("Connect"), .init("Disconnect"), .init("Pair"), .init("CancelPairing")])
    }
  }

  public var service: FakeService { objects.service }

  /// Accepts agents from now on, and leaves calls of Pair unanswered until `answerHeld` or `failHeld` of `service`.
  public func takeAgents() {
    service.add(
      "/org/bluez", "org.bluez.AgentManager1",
      methods: [
        .init("RegisterAgent", in: [.init("path", "o"), .init("capability", "s")]),
        .init("UnregisterAgent", in: [.init("path", "o")]),
      ])
    service.heldMembers = ["Pair"]
  }

  /// The calls of a method that have come.
  public func calls(_ member: String) -> [FakeService.Call] { service.calls.filter { $0.member == member } }

  /// Changes properties of a device and tells so.
  public func set(_ device: String, _ changed: [String: DBusValue]) {
    objects.set(device, Self.deviceInterface, changed)
  }

  /// Calls the agent that was registered last, as BlueZ does, or as another program on `bus`.
  public func ask(
    _ member: String, _ arguments: [DBusValue] = [], about device: String, expects: String = "",
    from bus: MessageBus? = nil
  ) {
    guard let agent = calls("RegisterAgent").last, let path = agent.arguments[0].objectPath else {
      preconditionFailure("no agent")
    }
    // People who are asked take longer than a call usually does.
    let call = Call(
      to: agent.sender, path, "org.bluez.Agent1", member, [.objectPath(device)] + arguments,
      expects: expects, timeout: .seconds(300))
    (bus ?? service.bus).call(call) { [weak self] in self?.answers.append($0) }
  }
}
