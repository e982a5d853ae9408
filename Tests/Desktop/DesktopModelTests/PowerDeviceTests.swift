import DBusValues
import Testing

@testable import DesktopModel

/// Batteries as UPower and the kernel tell of them.
struct PowerDeviceTests {
  /// As UPower 1.90 tells of a laptop's battery.
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
    ("Percentage", .double(-1)), ("Percentage", .double(101)), ("Percentage", .double(.nan)),
    ("Percentage", .string("79")),
  ])
  func `what is no battery or makes no sense is none`(key: String, value: DBusValue) {
    var properties = laptop
    properties[key] = value
    #expect(PowerDevice(upower: properties) == nil)
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

  // MARK: - The kernel

  /// Of a ThinkPad that counts energy.
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
    // Of 40 watt hours it takes 32, of which 20 are there.
    #expect(device.remaining == .seconds(3600))
  }

  @Test func `a text that ends anywhere is a battery or none, and never traps`() {
    let bytes = Array(energy.utf8)
    for end in 0...bytes.count {
      let device = PowerDevice(uevent: String(decoding: bytes[..<end], as: UTF8.self))
      if let device { #expect((0...100).contains(device.percent)) }
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
    ("CAPACITY=75", "CAPACITY=175"), ("TYPE=Battery", "TYPE=Battery\nPOWER_SUPPLY_SCOPE=Device"),
  ])
  func `mains, empty bays and batteries of mice are none of the machine's`(old: String, new: String) throws {
    let range = try #require(energy.place(of: old))
    #expect(PowerDevice(uevent: energy.replacingCharacters(range, new)) == nil)
  }

  // MARK: - Several

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
