extension PowerDevice {
  /// A device as the kernel tells it: `/sys/class/power_supply/NAME/uevent`, a line `POWER_SUPPLY_KEY=value` for each
  /// property.
  ///
  /// Nil: it is no battery of the machine itself, it is not there, or its charge makes no sense. The kernel counts in
  /// millionths of watts, watt hours, amperes, ampere hours and volts.
  public init?(uevent text: String) {
    var values: [Substring: Substring] = [:]
    for line in text.split(separator: "\n") {
      guard line.hasPrefix("POWER_SUPPLY_"), let equals = line.firstIndex(of: "=") else { continue }
      values[line[..<equals].dropFirst("POWER_SUPPLY_".count)] = line[line.index(after: equals)...]
    }
    // What has the scope of a device belongs to a mouse or the like.
    guard values["TYPE"] == "Battery", values["PRESENT"] != "0", values["SCOPE"] != "Device",
      let percent = values["CAPACITY"].flatMap({ Double($0) }), (0...100).contains(percent)
    else { return nil }
    self.init(
      state: Self.state(kernel: values["STATUS"] ?? ""), percent: percent,
      model: String(values["MODEL_NAME"] ?? ""),
      name: String(values["NAME"] ?? ""))
    func millionths(_ name: Substring) -> Double? {
      // Some drivers count what flows out below zero.
      values[name].flatMap { Double($0) }.map { abs($0) / 1e6 }.flatMap { $0 > 0 && $0 < 1e5 ? $0 : nil }
    }
    let volts = millionths("VOLTAGE_MIN_DESIGN") ?? millionths("VOLTAGE_NOW")
    func watts(_ power: Substring, _ current: Substring, _ volts: Double?) -> Double? {
      millionths(power) ?? volts.flatMap { volts in millionths(current).map { $0 * volts } }
    }
    self.power = watts("POWER_NOW", "CURRENT_NOW", millionths("VOLTAGE_NOW"))
    energy = watts("ENERGY_NOW", "CHARGE_NOW", volts)
    fullEnergy = watts("ENERGY_FULL", "CHARGE_FULL", volts)
    if let full = millionths("ENERGY_FULL") ?? millionths("CHARGE_FULL"),
      let design = millionths("ENERGY_FULL_DESIGN") ?? millionths("CHARGE_FULL_DESIGN")
    {
      health = min(100, full / design * 100)
    }
    limit = Self.limit(values["CHARGE_CONTROL_END_THRESHOLD"].flatMap { Int($0) })
    cycles = Self.cycles(values["CYCLE_COUNT"].flatMap { Int($0) })
    remaining = estimatedTime
  }

  /// A number of cycles; nil: it is not known, which drivers and UPower tell as 0 or -1.
  static func cycles(_ count: Int?) -> Int? { count.flatMap { (1..<100_000).contains($0) ? $0 : nil } }

  /// The state for a word of the kernel's documentation of power supplies.
  private static func state(kernel word: Substring) -> State {
    switch word {
    case "Charging": .charging
    case "Discharging": .discharging
    case "Full": .full
    case "Not charging": .held
    default: .unknown
    }
  }
}
