public import DBusValues

extension PowerDevice {
  /// The properties of `org.freedesktop.UPower.Device` that are read.
  public static let upowerNames: Set<String> = [
    "Capacity", "ChargeCycles", "ChargeEndThreshold", "ChargeThresholdEnabled", "Energy",
    "EnergyFull", "EnergyRate", "IsPresent", "Model", "NativePath", "Percentage", "PowerSupply",
    "State", "TimeToEmpty", "TimeToFull", "Type",
  ]

  /// A device as UPower tells it, by the properties of `org.freedesktop.UPower.Device`.
  ///
  /// Nil: it is no battery, it is not there, or its charge makes no sense. Numbers outside of what batteries have are
  /// left out.
  public init?(upower properties: [String: DBusValue]) {
    // 0 is what UPower has for its summary of no batteries, 1 the mains.
    guard let type = properties["Type"]?.integer, type > 1, properties["IsPresent"]?.boolean != false,
      let percent = properties["Percentage"]?.double, (0...100).contains(percent)
    else { return nil }
    // What UPower calls a battery is that of a device of an unknown kind if it powers nothing of the machine.
    let isOfDevice = type == 2 && properties["PowerSupply"]?.boolean == false
    self.init(
      kind: isOfDevice ? .other : Self.kinds[type] ?? .other,
      state: Self.state(upower: properties["State"]?.integer),
      percent: percent,
      model: properties["Model"]?.string ?? "", name: properties["NativePath"]?.string ?? "")
    func positive(_ name: String, below limit: Double) -> Double? {
      guard let value = properties[name]?.double, value > 0, value < limit else { return nil }
      return value
    }
    power = positive("EnergyRate", below: 10_000)
    energy = positive("Energy", below: 100_000)
    fullEnergy = positive("EnergyFull", below: 100_000)
    health = positive("Capacity", below: 200).map { min($0, 100) }
    if properties["ChargeThresholdEnabled"]?.boolean == true {
      limit = Self.limit(properties["ChargeEndThreshold"]?.integer)
    }
    cycles = Self.cycles(properties["ChargeCycles"]?.integer)
    let name = state == .charging ? "TimeToFull" : "TimeToEmpty"
    if state == .charging || state == .discharging, let seconds = properties[name]?.integer, seconds > 0,
      seconds < 240 * 3600
    {
      remaining = .seconds(seconds)
    }
  }

  /// The state for a number of `UpDeviceState`.
  private static func state(upower number: Int?) -> State {
    switch number {
    case 1: .charging
    case 2: .discharging
    case 3: .empty
    case 4: .full
    // What waits to be charged or discharged does neither.
    case 5, 6: .held
    default: .unknown
    }
  }

  /// The kinds by the numbers of `UpDeviceKind`.
  private static let kinds: [Int: Kind] = [
    2: .laptop, 3: .ups, 5: .mouse, 6: .keyboard, 8: .phone, 10: .tablet, 12: .gamepad, 13: .pen,
    14: .touchpad,
    17: .headset, 18: .speakers, 19: .headphones, 26: .watch,
  ]
}
