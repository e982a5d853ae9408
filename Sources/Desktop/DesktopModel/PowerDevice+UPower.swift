extension PowerDevice {
  /// The properties of `org.freedesktop.UPower.Device` that are read.
  public static let upowerNames: Set<String> = [
    "BatteryLevel", "Capacity", "ChargeCycles", "ChargeEndThreshold", "ChargeThresholdEnabled", "Energy",
    "EnergyFull", "EnergyRate", "IsPresent", "Model", "NativePath", "Online", "Percentage", "PowerSupply",
    "State", "TimeToEmpty", "TimeToFull", "Type",
  ]

  /// Reads a device from the properties of `org.freedesktop.UPower.Device`.
  ///
  /// The result is nil if it is no battery, it is not present, it is turned off, or its charge is invalid. Numbers
  /// outside of the range of batteries are left out.
  public init?(upower properties: [String: DBusValue]) {
    // UPower has the type 0 for its summary of no batteries, and 1 for line power.
    guard let type = properties["Type"]?.integer, type > 1, properties["IsPresent"]?.boolean != false else {
      return nil
    }
    // UPower gives the type of batteries to connected devices of an unknown kind, too, which do not supply the machine.
    let isOfDevice = type == 2 && properties["PowerSupply"]?.boolean == false
    self.init(
      kind: isOfDevice ? .other : Self.kinds[type] ?? .other,
      state: Self.state(upower: properties["State"]?.integer), percent: nil,
      model: properties["Model"]?.string ?? "", name: properties["NativePath"]?.string ?? "")
    takeCharge(properties)
    guard charge != nil || tellsLevels(properties), !isOff else { return nil }
    // Some drivers report the rate of a discharge as negative.
    power = Self.positive(properties["EnergyRate"]?.double.map(abs), below: 10_000)
    health = Self.positive(properties["Capacity"]?.double, below: 200).map { min($0, 100) }
    cycles = Self.cycles(properties["ChargeCycles"]?.integer)
    remaining = Self.time(properties[state == .charging ? "TimeToFull" : "TimeToEmpty"])
    if state != .charging, state != .discharging { remaining = nil }
    if properties["ChargeThresholdEnabled"]?.boolean == true {
      setLimit(Self.limit(properties["ChargeEndThreshold"]?.integer))
    }
  }

  /// The kernel's name of a device of UPower that is a connected source of power and no battery; nil for others.
  public static func connectedSource(upower properties: [String: DBusValue]) -> String? {
    guard properties["Type"]?.integer == 1, properties["Online"]?.boolean == true else { return nil }
    return properties["NativePath"]?.string ?? ""
  }

  private mutating func takeCharge(_ properties: [String: DBusValue]) {
    energy = Self.positive(properties["Energy"]?.double, below: 100_000)
    fullEnergy = Self.positive(properties["EnergyFull"]?.double, below: 100_000)
    level = properties["BatteryLevel"]?.integer.flatMap { Self.levels[$0] }
    // UPower fills in a percentage for a device that reports levels only.
    guard level == nil, !tellsLevels(properties) else { return }
    let share = energy.flatMap { energy in fullEnergy.map { energy / $0 } }
    percent = Self.percent(told: properties["Percentage"]?.double, share: share)
    takeEmptiness()
  }

  /// Whether a device reports levels in place of a percentage. 1 is `UP_DEVICE_LEVEL_NONE`; 0 is a level that is
  /// unknown at the moment, except for a battery of the machine, whose charge is measured.
  private func tellsLevels(_ properties: [String: DBusValue]) -> Bool {
    guard let number = properties["BatteryLevel"]?.integer else { return false }
    return number != 1 && (number != 0 || !isOfMachine)
  }

  private var isOfMachine: Bool { kind == .laptop || kind == .ups }

  /// Whether the device is turned off: UPower keeps such a device without a state and a charge.
  private var isOff: Bool { !isOfMachine && state == .unknown && (charge ?? 0) == 0 }

  private static func positive(_ value: Double?, below limit: Double) -> Double? {
    value.flatMap { $0 > 0 && $0 < limit ? $0 : nil }
  }

  private static func time(_ value: DBusValue?) -> Duration? {
    guard let seconds = value?.integer, seconds > 0, seconds < 240 * 3600 else { return nil }
    return .seconds(seconds)
  }

  /// Converts a value of `UpDeviceState`.
  private static func state(upower number: Int?) -> State {
    switch number {
    case 1: .charging
    case 2: .discharging
    case 3: .empty
    case 4: .full
    // A battery whose charge (5) or discharge (6) is pending does neither.
    case 5, 6: .held
    default: .unknown
    }
  }

  /// The levels by the numbers of `UpDeviceLevel`; 5 is `UP_DEVICE_LEVEL_ACTION`, which is below the critical level.
  private static let levels: [Int: Level] = [
    3: .low, 4: .critical, 5: .critical, 6: .normal, 7: .high, 8: .full,
  ]

  /// The kinds by the numbers of `UpDeviceKind`.
  private static let kinds: [Int: Kind] = [
    2: .laptop, 3: .ups, 5: .mouse, 6: .keyboard, 8: .phone, 10: .tablet, 12: .gamepad, 13: .pen,
    14: .touchpad,
    17: .headset, 18: .speakers, 19: .headphones, 26: .watch,
  ]
}
