import Testing

@testable import DesktopModel

/// Batteries as UPower and the kernel tell of them.
struct PowerDeviceTests {
  @Test(
    arguments: [
      (PowerDevice.State.held, 80, 80.0, PowerDevice.State.full, 100.0), (.charging, 80, 82, .full, 100),
      (.discharging, 80, 80, .discharging, 100), (.held, 80, 40, .held, 50), (.held, 100, 80, .held, 80),
      (.discharging, 50, 25, .discharging, 50),
    ] as [(PowerDevice.State, Int, Double, PowerDevice.State, Double)])
  func `a charge that counts as full is the whole of what is shown`(
    state: PowerDevice.State, limit: Int, percent: Double, shownState: PowerDevice.State, shown: Double
  ) {
    var device = PowerDevice(state: state, percent: percent)
    device.remaining = .seconds(60)
    let filled = device.filled(at: limit)
    #expect(filled.state == shownState && filled.percent == shown)
    #expect((filled.remaining == nil) == (state != shownState))
  }

  /// The properties of a laptop's battery in UPower 1.90.
  private let laptop: [String: DBusValue] = [
    "NativePath": .string("BAT0"), "Vendor": .string("SMP"), "Model": .string("DELL 4GVMP"),
    "Type": .uint32(2),
    "PowerSupply": .boolean(true), "Online": .boolean(false), "Energy": .double(41.2),
    "EnergyEmpty": .double(0),
    "EnergyFull": .double(52.1), "EnergyFullDesign": .double(57.0), "EnergyRate": .double(8.4),
    "TimeToEmpty": .int64(17_657), "TimeToFull": .int64(0), "Percentage": .double(79),
    "IsPresent": .boolean(true),
    "State": .uint32(2), "Capacity": .double(91.4), "IconName": .string("battery-full-symbolic"),
  ]

  @Test func `a battery of a laptop is read as UPower tells it`() throws {
    let device = try #require(PowerDevice(upower: laptop))
    var expected = PowerDevice(
      kind: .laptop, state: .discharging, percent: 79, model: "DELL 4GVMP", name: "BAT0")
    (expected.power, expected.energy, expected.fullEnergy) = (8.4, 41.2, 52.1)
    (expected.health, expected.remaining) = (91.4, .seconds(17_657))
    #expect(device == expected)
  }

  @Test(arguments: [
    ("Type", DBusValue.uint32(0)), ("Type", .uint32(1)), ("Type", .string("2")),
    ("IsPresent", .boolean(false)),
  ])
  func `what is no battery or is not there is none`(key: String, value: DBusValue) {
    var properties = laptop
    properties[key] = value
    #expect(PowerDevice(upower: properties) == nil)
  }

  @Test(
    arguments: [
      (.double(-1), nil), (.double(101), 100), (.double(.nan), nil), (.double(.infinity), nil),
      (.string("79"), nil), (.double(1e9), nil),
    ] as [(DBusValue, Double?)])
  func `a charge that makes no sense is that by the energy, where that is told`(
    told: DBusValue, percent: Double?
  ) {
    var properties = laptop
    properties["Percentage"] = told
    (properties["Energy"], properties["EnergyFull"]) = (.double(30), .double(40))
    #expect(PowerDevice(upower: properties)?.percent == 75)
    properties["EnergyFull"] = .double(0)
    #expect(PowerDevice(upower: properties)?.percent == percent)
  }

  @Test(
    arguments: [
      (0, nil, nil), (1, 50, nil), (2, nil, nil), (3, nil, .low), (4, nil, .critical), (5, nil, .critical),
      (6, nil, .normal), (7, nil, .high), (8, nil, .full), (99, nil, nil),
    ] as [(UInt32, Double?, PowerDevice.Level?)])
  func `a device that tells levels has no percentage`(
    number: UInt32, percent: Double?, level: PowerDevice.Level?
  ) throws {
    let properties: [String: DBusValue] = [
      "Type": .uint32(5), "Percentage": .double(50), "State": .uint32(2), "BatteryLevel": .uint32(number),
    ]
    let device = try #require(PowerDevice(upower: properties))
    #expect(device.percent == percent && device.level == level)
  }

  @Test func `the charge of a battery of the machine is measured, whatever level is told`() {
    var properties = laptop
    properties["BatteryLevel"] = .uint32(0)
    #expect(PowerDevice(upower: properties)?.percent == 79)
  }

  @Test(
    arguments: [
      ([:], false), (["State": .uint32(2)], true), (["Percentage": .double(40)], true),
      (["BatteryLevel": .uint32(0), "Percentage": .double(50)], false),
      (["BatteryLevel": .uint32(7)], true), (["Type": .uint32(2), "PowerSupply": .boolean(true)], true),
      (["Type": .uint32(2), "PowerSupply": .boolean(false)], false),
    ] as [([String: DBusValue], Bool)])
  func `a device that is turned off is none`(told: [String: DBusValue], isShown: Bool) {
    let off: [String: DBusValue] = [
      "Type": .uint32(17), "Percentage": .double(0), "State": .uint32(0), "Model": .string("Headset"),
    ]
    #expect((PowerDevice(upower: off.merging(told) { _, new in new }) != nil) == isShown)
  }

  @Test(arguments: [
    ("EnergyRate", DBusValue.double(-.infinity)), ("EnergyRate", .double(.nan)),
    ("EnergyRate", .double(1e300)),
    ("EnergyRate", .int32(4)), ("TimeToEmpty", .int64(.max)), ("TimeToEmpty", .int64(-5)),
    ("Energy", .double(-3)),
    ("Capacity", .double(1e9)),
  ])
  func `numbers that no battery has are left out`(key: String, value: DBusValue) throws {
    var properties = laptop
    properties[key] = value
    let device = try #require(PowerDevice(upower: properties))
    let known = [device.power != nil, device.remaining != nil, device.energy != nil, device.health != nil]
    #expect(known.filter { !$0 }.count == 1)
  }

  @Test(arguments: [
    (UInt32(1), PowerDevice.State.charging), (2, .discharging), (3, .empty), (4, .full), (5, .held),
    (6, .held),
    (0, .unknown), (77, .unknown),
  ])
  func `states of UPower are those of the program`(number: UInt32, state: PowerDevice.State) {
    var properties = laptop
    properties["State"] = .uint32(number)
    #expect(PowerDevice(upower: properties)?.state == state)
  }

  @Test func `a mouse has its kind and its model`() {
    let device = PowerDevice(upower: [
      "Type": .uint32(5), "Percentage": .double(55), "Model": .string("MX Master 3"), "State": .uint32(0),
    ])
    #expect(device == PowerDevice(kind: .mouse, percent: 55, model: "MX Master 3"))
  }

  @Test(arguments: [(DBusValue.int32(-1), nil), (.int32(0), nil), (.int32(7), 7), (.string("7"), nil)])
  func `cycles are told where they are known`(told: DBusValue, cycles: Int?) {
    var properties = laptop
    properties["ChargeCycles"] = told
    #expect(PowerDevice(upower: properties)?.cycles == cycles)
  }

  @Test func `the limit of charging counts where it is in use`() {
    var properties = laptop
    properties["ChargeEndThreshold"] = .uint32(80)
    #expect(PowerDevice(upower: properties)?.limit == nil)
    properties["ChargeThresholdEnabled"] = .boolean(true)
    #expect(PowerDevice(upower: properties)?.limit == 80)
  }

  @Test func `the time of charging is that until the limit, by the power or else by the time that is told`() {
    let charging: [String: DBusValue] = [
      "State": .uint32(1), "Percentage": .double(60), "Energy": .double(30), "EnergyFull": .double(50),
      "EnergyRate": .double(10), "TimeToFull": .int64(7200), "ChargeThresholdEnabled": .boolean(true),
      "ChargeEndThreshold": .uint32(80),
    ]
    var properties = laptop.merging(charging) { _, new in new }
    func remaining() -> Duration? { PowerDevice(upower: properties)?.remaining }
    #expect(remaining() == .seconds(3600))
    properties["EnergyRate"] = .double(0)
    #expect(remaining() == .seconds(3600))
    properties["Percentage"] = .double(80)
    #expect(remaining() == nil)
    properties["State"] = .uint32(2)
    #expect(remaining() == .seconds(17_657))
    properties["State"] = .uint32(1)
    properties["ChargeThresholdEnabled"] = .boolean(false)
    #expect(remaining() == .seconds(7200))
  }

  @Test func `what flows out may be told below zero`() {
    var properties = laptop
    properties["EnergyRate"] = .double(-8.4)
    #expect(PowerDevice(upower: properties)?.power == 8.4)
  }

  @Test(arguments: [
    (PowerDevice.State.unknown, 79.0, PowerDevice.State.held), (.unknown, 100, .full),
    (.discharging, 79, .discharging), (.charging, 79, .charging), (.empty, 0, .empty),
  ])
  func `a battery that says nothing is kept as it is while the machine is connected to power`(
    state: PowerDevice.State, percent: Double, expected: PowerDevice.State
  ) {
    var device = PowerDevice(state: state, percent: percent)
    device.connectToPower(by: ["AC"])
    #expect(device.state == expected)
    var mouse = PowerDevice(kind: .mouse, state: state, percent: percent)
    mouse.connectToPower(by: ["AC"])
    #expect(mouse.state == state)
  }

  @Test func `a source of power is connected where it says so`() {
    func isConnected(_ type: UInt32, _ online: DBusValue) -> Bool {
      (PowerDevice.connectedSource(upower: ["Type": .uint32(type), "Online": online]) != nil)
    }
    #expect(isConnected(1, .boolean(true)) && !isConnected(1, .boolean(false)) && !isConnected(1, .uint32(1)))
    #expect(!isConnected(2, .boolean(true)))
    func isConnected(_ lines: String...) -> Bool {
      PowerDevice.isConnectedSource(uevent: lines.map { "POWER_SUPPLY_\($0)\n" }.joined())
    }
    #expect(isConnected("TYPE=Mains", "ONLINE=1") && isConnected("TYPE=USB", "ONLINE=2"))
    #expect(!isConnected("TYPE=Mains", "ONLINE=0") && !isConnected("TYPE=Mains") && !isConnected("ONLINE=1"))
    #expect(!isConnected("TYPE=Battery", "ONLINE=1") && !isConnected("TYPE=UPS", "ONLINE=1"))
    #expect(!isConnected("TYPE=USB", "ONLINE=1", "SCOPE=Device"))
  }

  // MARK: - The kernel

  /// The `uevent` file of a ThinkPad, which counts energy.
  private let energy = """
    DEVTYPE=power_supply
    POWER_SUPPLY_NAME=BAT0
    POWER_SUPPLY_TYPE=Battery
    POWER_SUPPLY_STATUS=Discharging
    POWER_SUPPLY_PRESENT=1
    POWER_SUPPLY_TECHNOLOGY=Li-poly
    POWER_SUPPLY_CYCLE_COUNT=212
    POWER_SUPPLY_VOLTAGE_MIN_DESIGN=11520000
    POWER_SUPPLY_VOLTAGE_NOW=11871000
    POWER_SUPPLY_POWER_NOW=6000000
    POWER_SUPPLY_ENERGY_FULL_DESIGN=50000000
    POWER_SUPPLY_ENERGY_FULL=40000000
    POWER_SUPPLY_ENERGY_NOW=30000000
    POWER_SUPPLY_CAPACITY=75
    POWER_SUPPLY_CAPACITY_LEVEL=Normal
    POWER_SUPPLY_MODEL_NAME=5B10W13930
    POWER_SUPPLY_MANUFACTURER=SMP
    POWER_SUPPLY_SERIAL_NUMBER= 1234

    """

  @Test func `a battery is read as the kernel tells it`() throws {
    let device = try #require(PowerDevice(uevent: energy))
    #expect(device.name == "BAT0" && device.model == "5B10W13930" && device.state == .discharging)
    #expect(device.percent == 75 && device.power == 6 && device.energy == 30 && device.fullEnergy == 40)
    #expect(device.health == 80 && device.remaining == .seconds(5 * 3600) && device.limit == nil)
    #expect(device.cycles == 212)
  }

  @Test func `a battery that counts charge is told in watts and watt hours`() throws {
    let device = try #require(
      PowerDevice(
        uevent: """
          POWER_SUPPLY_NAME=BAT1
          POWER_SUPPLY_TYPE=Battery
          POWER_SUPPLY_STATUS=Charging
          POWER_SUPPLY_VOLTAGE_MIN_DESIGN=10000000
          POWER_SUPPLY_VOLTAGE_NOW=12000000
          POWER_SUPPLY_CURRENT_NOW=-1000000
          POWER_SUPPLY_CHARGE_FULL_DESIGN=5000000
          POWER_SUPPLY_CHARGE_FULL=4000000
          POWER_SUPPLY_CHARGE_NOW=2000000
          POWER_SUPPLY_CAPACITY=50
          POWER_SUPPLY_CHARGE_CONTROL_END_THRESHOLD=80
          """))
    #expect(device.power == 12 && device.energy == 20 && device.fullEnergy == 40 && device.health == 80)
    #expect(device.limit == 80 && device.state == .charging)
    // The limit of 80 percent is at 32 of 40 watt hours, of which the battery has 20; it is charged with 12 watts.
    #expect(device.remaining == .seconds(3600))
  }

  @Test func `a text that ends anywhere is a battery or none, and never traps`() {
    let bytes = Array(energy.utf8)
    for end in 0...bytes.count {
      let device = PowerDevice(uevent: String(decoding: bytes[..<end], as: UTF8.self))
      if let percent = device?.percent { #expect((0...100).contains(percent)) }
    }
    let numbers = ["-9223372036854775808", "1e308", "nan", "", "0", "99999999999999999999"]
    for number in numbers {
      let hostile = energy.split(separator: "\n").map { line in
        line.contains("_NOW") || line.contains("FULL") ? line.split(separator: "=")[0] + "=" + number : line
      }.joined(separator: "\n")
      let device = PowerDevice(uevent: hostile)
      #expect(device?.percent == 75 && device?.remaining == nil)
    }
  }

  @Test(arguments: [
    ("POWER_SUPPLY_TYPE=Battery", "POWER_SUPPLY_TYPE=Mains"), ("PRESENT=1", "PRESENT=0"),
    ("TYPE=Battery", "TYPE=Battery\nPOWER_SUPPLY_SCOPE=Device"),
  ])
  func `mains, empty bays and batteries of mice are none of the machine's`(old: String, new: String) throws {
    let range = try #require(energy.place(of: old))
    #expect(PowerDevice(uevent: energy.replacingCharacters(range, new)) == nil)
  }

  /// The lines of `energy` with other values; an empty one leaves its line out.
  private func battery(_ changes: [String: String]) -> PowerDevice? {
    var lines = energy.split(separator: "\n").filter { line in
      !changes.keys.contains { line.hasPrefix("POWER_SUPPLY_\($0)=") }
    }.map(String.init)
    lines += changes.filter { !$0.value.isEmpty }.map { "POWER_SUPPLY_\($0.key)=\($0.value)" }
    return PowerDevice(uevent: lines.joined(separator: "\n"))
  }

  @Test(
    arguments: [
      (["CAPACITY": "102"], 75), (["CAPACITY": "102", "ENERGY_NOW": "45820000"], 100),
      (["CAPACITY": "102", "ENERGY_NOW": ""], 100), (["CAPACITY": ""], 75), (["CAPACITY": "nan"], 75),
      (["CAPACITY": "", "ENERGY_FULL": ""], 60), (["CAPACITY": "", "ENERGY_FULL": "0"], 60),
      (["CAPACITY": "", "ENERGY_NOW": "-5"], nil), (["CAPACITY": "1000", "ENERGY_NOW": ""], nil),
      (["CAPACITY": "", "ENERGY_NOW": "", "CHARGE_NOW": "2000000", "CHARGE_FULL": "4000000"], 50),
      (["CAPACITY": "-3", "ENERGY_NOW": "0"], 0),
    ] as [([String: String], Double?)])
  func `a capacity that is missing or makes no sense is that by what the battery holds`(
    changes: [String: String], percent: Double?
  ) {
    // The level is what remains where nothing is measured.
    let changes = changes.merging(["CAPACITY_LEVEL": ""]) { old, _ in old }
    #expect(battery(changes)?.percent == percent)
  }

  @Test(arguments: [
    ("Critical", PowerDevice.Level.critical), ("Low", .low), ("Normal", .normal), ("High", .high),
    ("Full", .full), ("Unknown", nil), ("", nil),
  ])
  func `a battery whose charge is not measured has its level`(told: String, level: PowerDevice.Level?) {
    let device = battery(["CAPACITY": "", "ENERGY_NOW": "", "CAPACITY_LEVEL": told])
    #expect(device?.level == level && device?.percent == nil && (device == nil) == (level == nil))
  }

  @Test func `power below zero is what flows, and a full energy of zero is none`() {
    #expect(battery(["POWER_NOW": "-6000000"])?.remaining == .seconds(5 * 3600))
    let broken = battery(["ENERGY_FULL": "0"])
    #expect(broken?.fullEnergy == nil && broken?.health == nil && broken?.percent == 75)
    #expect(broken?.remaining == .seconds(5 * 3600))
    #expect(battery(["STATUS": "Charging", "ENERGY_FULL": "0"])?.remaining == nil)
    let empty = battery(["CAPACITY": "0", "ENERGY_NOW": "0"])
    #expect(empty?.energy == 0 && empty?.fullEnergy == 40)
    #expect(battery(["ENERGY_NOW": "0"])?.energy == nil)
  }

  // MARK: - Several

  @Test func `a dead battery does not count beside one that lives`() throws {
    let lives = try #require(battery(["STATUS": "Charging", "CAPACITY": "90", "ENERGY_NOW": "36000000"]))
    for dead in [
      PowerDevice(state: .unknown, percent: 0), PowerDevice(state: .discharging, percent: nil),
    ] {
      #expect(PowerDevice.combined([lives, dead]) == lives && PowerDevice.combined([dead, lives]) == lives)
      #expect(PowerDevice.combined([dead, dead])?.state == dead.state)
    }
    let empty = try #require(battery(["CAPACITY": "0", "ENERGY_NOW": "0"]))
    #expect(PowerDevice.combined([lives, empty])?.percent == 45)
    let unmeasured = PowerDevice(state: .discharging, percent: 50)
    #expect(PowerDevice.combined([lives, unmeasured])?.percent == 70)
  }

  @Test func `a summary has what it does not tell of the batteries that it sums up`() {
    var own = PowerDevice(state: .held, percent: 60, model: "a")
    (own.health, own.cycles, own.limit) = (90, 7, 80)
    var summary = PowerDevice(state: .charging, percent: 50)
    (summary.energy, summary.fullEnergy, summary.power, summary.remaining) = (30, 50, 10, .seconds(7200))
    let whole = summary.completed(by: own)
    #expect(whole.state == .charging && whole.percent == 50 && whole.remaining == .seconds(3600))
    #expect(whole.health == 90 && whole.cycles == 7 && whole.limit == 80 && whole.model == "a")
    summary.state = .unknown
    summary.percent = nil
    #expect(summary.completed(by: own).state == .held && summary.completed(by: own).percent == 60)
    #expect(summary.completed(by: nil) == summary)
  }

  @Test func `two batteries are one with the charge of both`() throws {
    var one = try #require(PowerDevice(uevent: energy))
    var other = one
    (one.energy, one.fullEnergy, one.percent, one.state) = (20, 20, 100, .full)
    one.power = nil
    (other.energy, other.fullEnergy, other.percent) = (10, 40, 25)
    let both = try #require(PowerDevice.combined([one, other]))
    #expect(
      both.percent == 50 && both.state == .discharging && both.power == 6
        && both.remaining == .seconds(5 * 3600))
    #expect(PowerDevice.combined([]) == nil && PowerDevice.combined([one]) == one)
    other.energy = nil
    #expect(PowerDevice.combined([one, other])?.percent == 62.5)
  }
}

extension String {
  fileprivate func place(of text: String) -> Range<Index>? {
    indices.first { self[$0...].hasPrefix(text) }.map { $0..<index($0, offsetBy: text.count) }
  }

  fileprivate func replacingCharacters(_ range: Range<Index>, _ text: String) -> String {
    String(self[..<range.lowerBound]) + text + String(self[range.upperBound...])
  }
}
