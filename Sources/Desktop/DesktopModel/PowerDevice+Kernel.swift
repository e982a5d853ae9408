extension PowerDevice {
  /// Reads a battery from `/sys/class/power_supply/NAME/uevent`, which has a line `POWER_SUPPLY_KEY=value` for each
  /// property.
  ///
  /// The result is nil if it is no battery of the machine itself, it is not present, or its charge is invalid. The
  /// kernel counts in millionths of watts, watt hours, amperes, ampere hours and volts.
  public init?(uevent text: String) {
    let values = KernelValues(text)
    // A battery with the scope `Device` belongs to a mouse or the like.
    guard values["TYPE"] == "Battery", values["PRESENT"] != "0", values["SCOPE"] != "Device" else {
      return nil
    }
    let percent = Self.percent(
      told: values["CAPACITY"].flatMap { Double($0) },
      share: values.share("ENERGY_NOW", of: "ENERGY_FULL") ?? values.share("CHARGE_NOW", of: "CHARGE_FULL"))
    let level = values["CAPACITY_LEVEL"].flatMap { Level(rawValue: $0.lowercased()) }
    guard percent != nil || level != nil else { return nil }
    self.init(
      state: Self.state(kernel: values["STATUS"] ?? ""), percent: percent,
      model: String(values["MODEL_NAME"] ?? ""), name: String(values["NAME"] ?? ""))
    if percent == nil { self.level = level }
    // Some drivers report the power or current of a discharge as negative.
    power = values.watts(
      values.size("POWER_NOW"), values.size("CURRENT_NOW"), volts: values.positive("VOLTAGE_NOW"))
    let volts = values.positive("VOLTAGE_MIN_DESIGN") ?? values.positive("VOLTAGE_NOW")
    energy = values.watts(values.positive("ENERGY_NOW"), values.positive("CHARGE_NOW"), volts: volts)
    fullEnergy = values.watts(values.positive("ENERGY_FULL"), values.positive("CHARGE_FULL"), volts: volts)
    takeEmptiness()
    health = values.health
    limit = Self.limit(values["CHARGE_CONTROL_END_THRESHOLD"].flatMap { Int($0) })
    cycles = Self.cycles(values["CYCLE_COUNT"].flatMap { Int($0) })
    remaining = estimatedTime
  }

  /// Whether the text of a `uevent` file describes a connected source of power that is no battery.
  public static func isConnectedSource(uevent text: String) -> Bool {
    let values = KernelValues(text)
    guard let type = values["TYPE"], type != "Battery", type != "UPS", values["SCOPE"] != "Device" else {
      return false
    }
    // A supply that is online and has a programmable voltage reports 2.
    return values["ONLINE"] == "1" || values["ONLINE"] == "2"
  }

  /// Sets the energy of an empty battery to zero. It was left out before, since 0 stands for an unknown energy at other
  /// charges.
  mutating func takeEmptiness() {
    if energy == nil, fullEnergy != nil, let percent, percent < 1 { energy = 0 }
  }

  /// A number of charge cycles; nil if it is unknown, which drivers and UPower report as 0 or -1.
  static func cycles(_ count: Int?) -> Int? { count.flatMap { (1..<100_000).contains($0) ? $0 : nil } }

  /// Converts the word of the property `STATUS`, from the kernel's documentation of power supplies.
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

/// The properties of a power supply's `uevent` file, by name without `POWER_SUPPLY_`.
private struct KernelValues {
  private var values: [Substring: Substring] = [:]

  init(_ text: String) {
    for line in text.split(separator: "\n") {
      guard line.hasPrefix("POWER_SUPPLY_"), let equals = line.firstIndex(of: "=") else { continue }
      values[line[..<equals].dropFirst("POWER_SUPPLY_".count)] = line[line.index(after: equals)...]
    }
  }

  subscript(name: Substring) -> Substring? { values[name] }

  /// A value that is reported in millionths, in whole units; nil if it is missing or exceeds that of any battery.
  private func number(_ name: Substring) -> Double? {
    values[name].flatMap { Double($0) }.map { $0 / 1e6 }.flatMap { abs($0) < 1e5 ? $0 : nil }
  }

  /// A value if it is positive.
  func positive(_ name: Substring) -> Double? { number(name).flatMap { $0 > 0 ? $0 : nil } }

  /// The absolute value of a number; nil if it is missing or zero.
  func size(_ name: Substring) -> Double? { number(name).map(abs).flatMap { $0 > 0 ? $0 : nil } }

  /// The watts or watt hours, or else the product of the amperes or ampere hours and the volts.
  func watts(_ watts: Double?, _ amperes: Double?, volts: Double?) -> Double? {
    watts ?? volts.flatMap { volts in amperes.map { $0 * volts } }
  }

  /// The charge as a fraction of the full charge, or else of the charge for which the battery was designed.
  func share(_ now: Substring, of full: Substring) -> Double? {
    guard let now = number(now), let full = positive(full) ?? positive(full + "_DESIGN") else { return nil }
    return now / full
  }

  /// The full charge in percent of the charge for which the battery was designed.
  var health: Double? {
    guard let full = positive("ENERGY_FULL") ?? positive("CHARGE_FULL"),
      let design = positive("ENERGY_FULL_DESIGN") ?? positive("CHARGE_FULL_DESIGN")
    else { return nil }
    return min(100, full / design * 100)
  }
}
