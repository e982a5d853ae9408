import TestSupport
import Testing

@testable import DesktopModel

/// Answers of real services as they were recorded, and with parts of them missing or of other types.
struct ServiceRecordingTests {
  private typealias Names = NetworkManagerNames

  private static func networkManager() throws -> DBusValue {
    try BusctlJSON.value(ServiceRecording.networkManager, "a{oa{sa{sv}}}")
  }

  private static func tree(_ objects: DBusValue) -> ObjectTree {
    var tree = ObjectTree(keeping: Names.properties)
    let isRead = tree.replace(with: objects)
    #expect(isRead)
    return tree
  }

  @Test func `the connection of a recorded NetworkManager is read`() throws {
    var expected = NetworkStatus()
    (expected.state, expected.kind, expected.name) = (.connected, .ethernet, "Wired connection 1")
    (expected.interface, expected.address, expected.address6) = ("eth0", "192.168.7.2", "2001:db8::7")
    (expected.prefix, expected.gateway, expected.vpns) = (24, "192.168.7.1", ["office"])
    let tree = Self.tree(try Self.networkManager())
    #expect(NetworkStatus(networkManager: tree) == expected)
    let choices = try #require(NetworkChoices(networkManager: tree, saved: []))
    #expect(choices.isWirelessOn == nil && choices.networks.isEmpty)
  }

  @Test(
    arguments: [
      ("eth0", .connected, .ethernet, "192.168.7.2"), ("tun9", .connected, .vpn, "10.8.0.2"),
      ("port0", .connected, .ethernet, "192.168.7.1"), ("br0", .disconnected, .none, ""),
    ] as [(String, NetworkStatus.State, NetworkStatus.Kind, String)])
  func `each interface of a recorded NetworkManager is read if it is meant`(
    interface: String, state: NetworkStatus.State, kind: NetworkStatus.Kind, address: String
  ) throws {
    let tree = Self.tree(try Self.networkManager())
    let status = try #require(NetworkStatus(networkManager: tree) { $0 == interface })
    #expect(status.state == state && status.kind == kind && status.address == address)
  }

  @Test func `recorded connections are read, and a new password replaces none of their other settings`()
    throws
  {
    func saved(_ text: String) throws -> SavedConnection {
      try #require(SavedConnection(path: "/1", settings: try BusctlJSON.value(text, "a{sa{sv}}")))
    }
    let home = try saved(ServiceRecording.wireless)
    #expect(home.id == "home" && home.kind == .wifi && home.security == .personal)
    #expect(home.network == NetworkName("café".utf8))
    let groups = try #require(home.settings(withPassword: "another one").options)
    let before = try #require(home.settings.options)
    #expect(Set(groups.keys) == Set(before.keys))
    #expect(groups["802-11-wireless"] == before["802-11-wireless"])
    #expect(groups["802-11-wireless-security"]?.options?["psk"] == .string("another one"))
    let wired = try saved(ServiceRecording.wired)
    #expect(wired.kind == .ethernet && wired.network == nil)
  }

  @Test func `batteries of a recorded UPower are read, and what is none is none`() throws {
    let battery = try #require(PowerDevice(upower: BusctlJSON.properties(ServiceRecording.battery)))
    var expected = PowerDevice(
      kind: .laptop, state: .discharging, percent: 60, model: "45N1041", name: "BAT0")
    (expected.power, expected.energy, expected.fullEnergy, expected.cycles) = (12.5, 30, 50, 211)
    (expected.health, expected.remaining) = (battery.health, .seconds(8640))
    #expect(battery == expected && abs((battery.health ?? 0) - 83.3) < 0.1)
    let display = try #require(PowerDevice(upower: BusctlJSON.properties(ServiceRecording.display)))
    #expect(display.kind == .laptop && display.percent == 60 && display.remaining == .seconds(8640))
    // UPower calls what has no input device that it finds a battery, which powers nothing of the machine.
    let mouse = try #require(PowerDevice(upower: BusctlJSON.properties(ServiceRecording.mouse)))
    #expect(mouse.kind == .other && mouse.model == "Wireless Mouse MX" && mouse.percent == 15)
    #expect(PowerDevice(upower: try BusctlJSON.properties(ServiceRecording.supply)) == nil)
  }

  /// The same value with some parts left out, and others of another type.
  static func damaged(_ value: DBusValue, _ random: inout SplitMix, depth: Int = 0) -> DBusValue {
    if depth > 2, Int.random(in: 0..<12, using: &random) == 0 {
      return [
        DBusValue.string("\u{202E}\n"), .uint32(.max), .int64(.min), .double(.nan), .objectPath("/"),
        .boolean(true), .array(.variant, []), .bytes([0xFF]), .options([:]),
      ].randomElement(using: &random)!
    }
    switch value {
    case .variant(let inner): return .variant(damaged(inner, &random, depth: depth + 1))
    case .array(let type, let elements):
      return .array(type, elements.filter { _ in Int.random(in: 0..<8, using: &random) > 0 })
    case .dictionary(let key, let type, let pairs):
      let kept = pairs.filter { _ in Int.random(in: 0..<10, using: &random) > 0 }
      return .dictionary(
        key: key, value: type,
        kept.map { .init($0.key, damaged($0.value, &random, depth: depth + 1)) })
    default: return value
    }
  }

  @Test(arguments: DailySeeds.first(40) as [UInt64])
  func `recordings of which parts are missing or of other types make sense as far as they go`(seed: UInt64)
    throws
  {
    var random = SplitMix(seed: seed)
    for _ in 0..<10 {
      let tree = Self.tree(Self.damaged(try Self.networkManager(), &random))
      for status in [
        NetworkStatus(networkManager: tree), NetworkStatus(networkManager: tree) { $0 == "eth0" },
      ] {
        guard let status else { continue }
        #expect(status.strength == nil && !status.name.contains("\n"), "seed \(seed)")
        #expect(status.state != .disconnected || status.name.isEmpty, "seed \(seed)")
      }
      let settings = Self.damaged(try BusctlJSON.value(ServiceRecording.wireless, "a{sa{sv}}"), &random)
      let saved = SavedConnection(path: "/1", settings: settings)
      #expect(saved?.id.contains("\n") != true, "seed \(seed)")
      let properties = Self.damaged(
        try BusctlJSON.value(ServiceRecording.battery, "a{sv}"), &random, depth: 2)
      if let battery = PowerDevice(upower: properties.options ?? [:]) {
        #expect(
          battery.percent.map { (0...100).contains($0) } != false && battery.power?.isFinite != false,
          "seed \(seed)")
      }
    }
  }
}
