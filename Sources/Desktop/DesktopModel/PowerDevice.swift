/// A battery of the machine or of something that is connected to it.
public struct PowerDevice: Equatable, Sendable {
  /// What the battery is part of.
  public enum Kind: String, CaseIterable, Sendable {
    case laptop, ups, mouse, keyboard, phone, tablet, headset, headphones, speakers, gamepad, pen, touchpad
    case watch
    case other
  }

  public enum State: String, CaseIterable, Sendable {
    case charging, discharging, empty, full
    /// It is connected to power, and kept from being charged further.
    case held
    case unknown
  }

  /// The charge of a device that measures no percentage.
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
  /// The charge in percent, from 0 to 100; nil: nobody knows.
  public var percent: Double?
  /// The level that a device tells in place of a percentage; nil: it tells none.
  public var level: Level?
  /// Until it is empty or full; nil: nobody knows.
  public var remaining: Duration?
  /// Watts that flow in or out; nil: nobody knows.
  public var power: Double?
  /// Watt hours that are in it; nil: nobody knows.
  public var energy: Double?
  /// Watt hours that are in it when it is full; nil: nobody knows.
  public var fullEnergy: Double?
  /// What it still holds of what it held when it was new, in percent; nil: nobody knows.
  public var health: Double?
  /// The charge, in percent, at which charging ends; nil: there is no such limit.
  public var limit: Int?
  /// How often it was charged and discharged as a whole; nil: nobody knows.
  public var cycles: Int?
  /// The name of its maker's for it; may be empty.
  public var model: String
  /// The name that the kernel has for it, such as `BAT0`; may be empty.
  public var name: String

  public init(
    kind: Kind = .laptop, state: State = .unknown, percent: Double?, model: String = "", name: String = ""
  ) {
    self.kind = kind
    self.state = state
    self.percent = percent
    self.model = model
    self.name = name
  }

  /// The percentage, or the one that the level stands for; nil: neither is known.
  public var charge: Double? { percent ?? level?.charge }

  // MARK: - Several batteries

  /// Several batteries of the machine as if they were one; nil if there is none.
  ///
  /// The charge is weighted by the full energies if all batteries tell theirs, and the mean otherwise. A dead battery does not
  /// count.
  public static func combined(_ all: [PowerDevice]) -> PowerDevice? {
    let areMeasured = all.contains { $0.fullEnergy != nil }
    let devices = areMeasured ? all.filter { $0.fullEnergy != nil || ($0.charge ?? 0) > 0 } : all
    guard devices.count > 1 else { return devices.first }
    var whole = PowerDevice(percent: mean(devices.compactMap(\.percent)))
    whole.level = devices.compactMap(\.level).first
    whole.model = devices[0].model
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

  /// The summary that a service tells of all batteries of the machine, completed by `own`, which combines these batteries.
  public func completed(by own: PowerDevice?) -> PowerDevice {
    guard let own else { return self }
    var whole = self
    (whole.health, whole.cycles, whole.model) = (own.health, own.cycles, own.model)
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

  // MARK: - What is concluded

  /// Sets the charge, in percent, at which charging ends, and estimates anew how long that takes; nil: there is no limit.
  public mutating func setLimit(_ limit: Int?) {
    self.limit = limit
    // The time that was estimated before is that until the battery is full.
    guard let limit, state == .charging else { return }
    remaining = estimatedTime ?? share(ofTimeUntilFull: remaining, until: Double(limit))
  }

  /// Records that the machine is connected to power: a battery of the machine in an unknown state counts as full or held then.
  public mutating func connectToPower() {
    guard kind == .laptop, state == .unknown else { return }
    state = (percent ?? 0) >= Self.fullPercent ? .full : .held
  }

  /// The charge in percent from which on a battery in an unknown state counts as full.
  private static let fullPercent = 99.0

  /// A charge in percent at which charging ends; nil: there is no limit, which is also what 100 and 0 stand for.
  public static func limit(_ percent: Int?) -> Int? { percent.flatMap { (1..<100).contains($0) ? $0 : nil } }

  /// The charge in percent by what a battery tells of it, or else by the share of what it holds; nil: neither makes sense.
  static func percent(told: Double?, share: Double?) -> Double? {
    if let told, (0...100).contains(told) { return told }
    if let share, share >= 0, share.isFinite { return min(100, share * 100) }
    // A worn battery may be told to be fuller than full.
    return told.flatMap { $0 > 100 && $0 < 200 ? 100 : nil }
  }

  /// How long the present power lasts until the battery is empty or full; nil: it cannot be told.
  var estimatedTime: Duration? {
    // Below a tenth of a watt the meters of batteries tell noise.
    guard let power, power >= 0.1, let energy else { return nil }
    switch state {
    case .discharging: return Self.duration(hours: energy / power)
    case .charging:
      return fullEnergy.flatMap { Self.duration(hours: ($0 * Double(limit ?? 100) / 100 - energy) / power) }
    case .empty, .full, .held, .unknown: return nil
    }
  }

  /// The part of the time until the battery is full that it needs for a smaller charge; nil: the time is not known, or the
  /// charge is reached already.
  private func share(ofTimeUntilFull time: Duration?, until limit: Double) -> Duration? {
    guard let time, let percent, percent < limit else { return nil }
    return .seconds(Int64(time / .seconds(1) * (limit - percent) / (100 - percent)))
  }

  /// The duration of so many hours; nil: it is not between zero and ten days, beyond which UPower takes it for wrong, too.
  private static func duration(hours: Double) -> Duration? {
    hours > 0 && hours < 240 ? .seconds(Int64(hours * 3600)) : nil
  }
}
