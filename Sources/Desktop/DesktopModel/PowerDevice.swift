/// A battery of the machine or of a device that is connected to it.
public struct PowerDevice: Equatable, Sendable {
  /// Kind of device that the battery supplies.
  public enum Kind: String, CaseIterable, Sendable {
    case laptop, ups, mouse, keyboard, phone, tablet, headset, headphones, speakers, gamepad, pen, touchpad
    case watch
    case other
  }

  public enum State: String, CaseIterable, Sendable {
    case charging, discharging, empty, full
    /// The machine is connected to power, and the battery is kept from being charged further.
    case held
    case unknown
  }

  /// Charge of a device that measures no percentage.
  public enum Level: String, CaseIterable, Sendable {
    case critical, low, normal, high, full

    /// The charge in percent that stands for the level in comparisons.
    var charge: Double {
      switch self {
      case .critical: 5
      case .low: 20
      case .normal: 50
      case .high: 80
      case .full: 100
      }
    }
  }

  public var kind: Kind
  public var state: State
  /// The charge in percent, 0 … 100; nil if it is unknown.
  public var percent: Double?
  /// The level that the device reports in place of a percentage; nil if there is none.
  public var level: Level?
  /// The time until the battery is empty or full; nil if it is unknown.
  public var remaining: Duration?
  /// The power of the charge or discharge in watts; nil if it is unknown.
  public var power: Double?
  /// The present energy in watt hours; nil if it is unknown.
  public var energy: Double?
  /// The energy of the full battery in watt hours; nil if it is unknown.
  var fullEnergy: Double?
  /// The full charge in percent of the charge for which the battery was designed; nil if it is unknown.
  public var health: Double?
  /// The charge, in percent, at which charging ends; nil: there is no such limit.
  public var limit: Int?
  /// The number of full charge cycles so far; nil if it is unknown.
  public var cycles: Int?
  /// The maker's name of the model; may be empty.
  public var model: String
  /// The kernel's name of the battery, such as `BAT0`; may be empty.
  public var name: String
  /// The kernel's names of the sources that supply the machine with power and are no batteries.
  public var adapters: Set<String> = []

  public init(
    kind: Kind = .laptop, state: State = .unknown, percent: Double?, model: String = "", name: String = ""
  ) {
    self.kind = kind
    self.state = state
    self.percent = percent
    self.model = model
    self.name = name
  }

  /// The percentage, or the one that stands for the level; nil if neither is known.
  public var charge: Double? { percent ?? level?.charge }

  // MARK: - Several batteries

  /// Combines several batteries of the machine into one; nil if there are none.
  ///
  /// The charge is weighted by the full energies if all batteries report theirs, and the mean otherwise. A battery
  /// without a charge that reports no full energy, unlike others, is dead and does not count.
  public static func combined(_ all: [PowerDevice]) -> PowerDevice? {
    let areMeasured = all.contains { $0.fullEnergy != nil }
    let devices = areMeasured ? all.filter { $0.fullEnergy != nil || ($0.charge ?? 0) > 0 } : all
    guard devices.count > 1 else { return devices.first }
    var whole = PowerDevice(percent: mean(devices.compactMap(\.percent)))
    whole.level = devices.compactMap(\.level).first
    whole.model = devices[0].model
    whole.adapters = devices[0].adapters
    whole.state = combinedState(devices.map(\.state))
    whole.power = sum(devices.compactMap(\.power))
    let energies = devices.compactMap(\.energy)
    let full = devices.compactMap(\.fullEnergy)
    if energies.count == devices.count, full.count == devices.count, let energy = sum(energies),
      let most = sum(full), most > 0
    {
      (whole.energy, whole.fullEnergy) = (energy, most)
      whole.percent = min(100, energy / most * 100)
    }
    let health = devices.compactMap(\.health)
    if health.count == devices.count { whole.health = mean(health) }
    whole.limit = devices.compactMap(\.limit).max()
    whole.remaining = whole.estimatedTime
    return whole
  }

  /// Completes the summary that a service reports of all batteries of the machine by values of `own`, the combination
  /// of these batteries.
  public func completed(by own: PowerDevice?) -> PowerDevice {
    guard let own else { return self }
    var whole = self
    (whole.health, whole.cycles, whole.model) = (own.health, own.cycles, own.model)
    whole.adapters = own.adapters
    if state == .unknown { whole.state = own.state }
    if charge == nil { (whole.percent, whole.level) = (own.percent, own.level) }
    whole.setLimit(own.limit)
    return whole
  }

  private static func combinedState(_ states: [State]) -> State {
    for state in [State.charging, .discharging, .held] where states.contains(state) { return state }
    if states.allSatisfy({ $0 == .full }) { return .full }
    return states.allSatisfy { $0 == .empty } ? .empty : .unknown
  }

  private static func sum(_ values: [Double]) -> Double? { values.isEmpty ? nil : values.reduce(0, +) }

  private static func mean(_ values: [Double]) -> Double? { sum(values).map { $0 / Double(values.count) } }

  // MARK: - Limits and estimates

  /// Sets the charge in percent at which charging ends, or nil for no limit, and estimates the remaining time again.
  public mutating func setLimit(_ limit: Int?) {
    self.limit = limit
    // The estimate so far is that of the time until the battery is full.
    guard let limit, state == .charging else { return }
    remaining = estimatedTime ?? share(ofTimeUntilFull: remaining, until: Double(limit))
  }

  /// Returns the device with the charge as a share of `percent`, which counts as the full charge.
  public func filled(at percent: Int) -> PowerDevice {
    guard percent < 100, let own = self.percent else { return self }
    var device = self
    device.percent = min(100, own * 100 / Double(percent))
    guard own >= Double(percent), state == .held || state == .charging else { return device }
    (device.state, device.remaining) = (.full, nil)
    return device
  }

  /// Marks the machine as connected to power by sources of these names: its battery in an unknown state counts as full or held
  /// then.
  public mutating func connectToPower(by names: Set<String>) {
    adapters = names
    guard !names.isEmpty, kind == .laptop, state == .unknown else { return }
    state = (percent ?? 0) >= Self.fullPercent ? .full : .held
  }

  /// The charge in percent from which on a battery in an unknown state counts as full.
  private static let fullPercent = 99.0

  /// The charge in percent at which charging ends; nil if there is no limit, for which 100 and 0 stand, too.
  public static func limit(_ percent: Int?) -> Int? { percent.flatMap { (1..<100).contains($0) ? $0 : nil } }

  /// The charge in percent that the battery reports, or else the share of its full energy; nil if both are invalid.
  static func percent(told: Double?, share: Double?) -> Double? {
    if let told, (0...100).contains(told) { return told }
    if let share, share >= 0, share.isFinite { return min(100, share * 100) }
    // Worn batteries may report more than 100 percent.
    return told.flatMap { $0 > 100 && $0 < 200 ? 100 : nil }
  }

  /// The time until the battery is empty or full at the present power; nil if it cannot be estimated.
  var estimatedTime: Duration? {
    // Below 0.1 W the measurement is noise.
    guard let power, power >= 0.1, let energy else { return nil }
    switch state {
    case .discharging: return Self.duration(hours: energy / power)
    case .charging:
      return fullEnergy.flatMap { Self.duration(hours: ($0 * Double(limit ?? 100) / 100 - energy) / power) }
    case .empty, .full, .held, .unknown: return nil
    }
  }

  /// The part of the time until the battery is full that it needs to reach a lower charge; nil if the time is unknown,
  /// or the charge is reached already.
  private func share(ofTimeUntilFull time: Duration?, until limit: Double) -> Duration? {
    guard let time, let percent, percent < limit else { return nil }
    return .seconds(Int64(time / .seconds(1) * (limit - percent) / (100 - percent)))
  }

  /// The duration of a number of hours; nil if it is not between zero and ten days, which UPower takes for an error, too.
  private static func duration(hours: Double) -> Duration? {
    hours > 0 && hours < 240 ? .seconds(Int64(hours * 3600)) : nil
  }
}
