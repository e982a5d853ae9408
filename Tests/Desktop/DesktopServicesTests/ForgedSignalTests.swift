import DesktopModel
import HeadlessSession
import Loop
import TestSupport
import Testing

@testable import DBus
@testable import DesktopServices

/// Every signal that the services follow, sent by a connection that owns none of their names.
@Suite(.serialized)
struct ForgedSignalTests {
  private typealias Names = NetworkManagerNames
  let stage: BusStage
  let bus: MessageBus
  let scratch = ScratchDirectory()
  let kernel = FakeKernel()

  init() throws {
    stage = try BusStage()
    bus = stage.makeBus()
  }

  /// The well-known names whose signals are followed.
  private static let names = [
    "net.hadess.PowerProfiles", "org.bluez", "org.example.item", "org.freedesktop.NetworkManager",
    "org.freedesktop.Notifications", "org.freedesktop.UPower", "org.freedesktop.login1",
    "org.freedesktop.portal.Desktop", "org.freedesktop.systemd1", "org.kde.StatusNotifierWatcher",
    "org.mpris.MediaPlayer2.fake",
  ]

  private func service(_ name: String) throws -> FakeService { FakeService(try stage.connect(), name) }

  private func startLogind() throws -> FakeProperties {
    let logind = FakeProperties.logind(try stage.connect(), isLocked: true)
    try stage.wait("logind") { logind.isReady }
    return logind
  }

  /// Starts fakes of all services that need more than a name; the others have no objects.
  private func startServices() throws -> [FakeService] {
    let power = try service("org.freedesktop.UPower")
    let device = "/org/freedesktop/UPower/devices/battery"
    power.add(
      "/org/freedesktop/UPower", "org.freedesktop.UPower", ["OnBattery": .boolean(true)],
      methods: [.init("EnumerateDevices", out: [.init("devices", "ao")])]
    ) { _, _ in [.array(.objectPath, [.objectPath(device)])] }
    let player = try service("org.mpris.MediaPlayer2.fake")
    player.add(
      "/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2.Player", ["PlaybackStatus": .string("Playing")])
    let item = try service("org.example.item")
    item.add(
      "/StatusNotifierItem", FollowedTrayItem.interface,
      ["Id": .string("item"), "Menu": .objectPath("/Menu")])
    item.addMenu("/Menu", labels: ["one"])
    let notifications = try service("org.freedesktop.Notifications")
    let inputs = zip(0..., ["s", "u", "s", "s", "s", "as", "a{sv}", "i"]).map {
      InterfaceDescription.Argument("a\($0)", $1)
    }
    notifications.add(
      "/org/freedesktop/Notifications", "org.freedesktop.Notifications",
      methods: [.init("Notify", in: inputs, out: [.init("id", "u")])]
    ) { _, _ in [.uint32(7)] }
    let rest = try [
      "net.hadess.PowerProfiles", "org.bluez", "org.freedesktop.NetworkManager", "org.freedesktop.systemd1",
      "org.freedesktop.portal.Desktop",
    ].map(service)
    let services = [power, player, item, notifications] + rest
    try stage.wait("the names") { services.allSatisfy(\.isReady) }
    return services
  }

  /// A signal that a subscription would take by all its fields but the sender.
  private func forge(_ match: SignalMatch, by sender: MessageBus) throws {
    let first = match.firstArgument ?? match.firstArgumentNamespace ?? "org.example.any"
    sender.emit(
      match.member ?? "NewAnything", match.path ?? "/org/example/any", match.interface,
      [.string(first), .options([:]), match.thirdArgument.map { .string($0) } ?? .strings([])],
      to: bus.uniqueName)
    _ = try stage.answer(sender, .ofBus("GetId", expects: "s"))
    _ = try stage.answer(bus, .ofBus("GetId", expects: "s"))
  }

  @Test func `no signal is taken from others than the owner of the name that is followed`() throws {
    let logind = try startLogind()
    let services = try startServices()
    let other = try stage.connect()
    let portal = PortalSettings(bus) { _ in }
    let session = LoginSession(bus, id: nil) { _ in }
    let source = PowerSource(bus) { _ in }
    let profiles = PowerProfiles(bus)
    let devices = PowerDevices(bus, folder: scratch.path, open: kernel.open)
    let units = FailedUnits(session: nil, system: bus)
    let players = MediaPlayers(bus)
    let tray = TrayHost(bus)
    let bluetooth = Bluetooth(bus)
    let networks = Networks(bus, open: kernel.open)
    let observations = [
      profiles.observe {}, devices.observe {}, units.observe {}, players.observe {}, tray.observe {},
      bluetooth.observe {}, networks.observe {}, networks.observeChoices {},
    ]
    let notices = NotificationSender(bus, application: "Test")
    notices.send(.init("low", body: "9%", icon: "battery"), subject: "a")
    try stage.wait("the session and the player") { session.isLocked == true && players.players.count == 1 }
    let item = services[2].bus
    let register = Call(
      to: TrayWatcher.name, TrayWatcher.path, TrayWatcher.name, "RegisterStatusNotifierItem",
      [.string("org.example.item")])
    try stage.wait("the watcher") { (try? stage.answer(item, register)) == .success([]) }
    try stage.wait("the item") { tray.items.count == 1 }
    let menu = try #require(tray.menu(of: tray.items[0]))
    try stage.wait("the menu") { menu.menu != nil }
    bus.move(4711, toScope: "app-a.scope") {}
    _ = try stage.answer(bus, .ofBus("GetId", expects: "s"))

    let subscriptions = bus.signals.all
    #expect(Set(subscriptions.compactMap { $0.owner == nil ? nil : $0.match.sender }).sorted() == Self.names)
    let owners = Dictionary(
      uniqueKeysWithValues: try Self.names.map { name in
        (
          name,
          try stage.answer(other, .ofBus("GetNameOwner", [.string(name)], expects: "s")).get()[0].string!
        )
      })
    let buses = [bus, logind.bus] + services.map(\.bus)
    for subscription in subscriptions where subscription.handlesSignals {
      // Everything is followed by the name of a sender.
      let sender = try #require(subscription.match.sender, "\(subscription.match)")
      let before = subscription.deliveryCount
      try forge(subscription.match, by: other)
      #expect(subscription.deliveryCount == before, "forged: \(subscription.match)")
      // The test would show nothing if the subscription did not take such a signal at all.
      guard sender != BusNames.bus,
        let genuine = buses.first(where: { $0.uniqueName == owners[sender] ?? sender })
      else { continue }
      try forge(subscription.match, by: genuine)
      #expect(
        subscription.deliveryCount > before || !subscription.handlesSignals, "genuine: \(subscription.match)")
    }
    #expect(session.isLocked == true)
    for observation in observations { observation.cancel() }
    menu.close()
    portal.close()
    session.close()
    source.close()
  }

  @Test func `another program cannot say that the session is unlocked`() throws {
    let logind = try startLogind()
    bus.start()
    var told: [Bool] = []
    let session = LoginSession(bus, id: nil) { told.append($0) }
    try stage.wait("the lock") { told == [true] }
    let other = try stage.connect()
    other.emit(
      "PropertiesChanged", "/org/freedesktop/login1/session/c7", Introspection.properties.name,
      [
        .string("org.freedesktop.login1.Session"), .options(["LockedHint": .boolean(false)]), .strings([]),
      ], to: bus.uniqueName)
    _ = try stage.answer(other, .ofBus("GetId", expects: "s"))
    _ = try stage.answer(bus, .ofBus("GetId", expects: "s"))
    #expect(told == [true])
    logind.set("LockedHint", .boolean(false))
    try stage.wait("the end of the lock") { told == [true, false] }
    session.close()
  }
}

extension Subscription {
  /// Whether no effect of an earlier signal has cancelled the subscription.
  fileprivate var handlesSignals: Bool { handler != nil }
}
