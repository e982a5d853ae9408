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

  public var kind: Kind
  public var state: State
  /// 0 … 100.
  public var percent: Double
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
    kind: Kind = .laptop, state: State = .unknown, percent: Double, model: String = "", name: String = ""
  ) {
    self.kind = kind
    self.state = state
    self.percent = percent
    self.model = model
    self.name = name
  }

  /// Several batteries of the machine as if they were one; nil if there is none.
  ///
  /// The charge of all is weighed by what each holds where all tell that, else it is the mean.
  public static func combined(_ devices: [PowerDevice]) -> PowerDevice? {
    guard devices.count > 1 else { return devices.first }
    var whole = PowerDevice(percent: devices.map(\.percent).reduce(0, +) / Double(devices.count))
    whole.model = devices[0].model
    whole.state = combinedState(devices.map(\.state))
    whole.power = sum(devices.map { $0.power ?? 0 }.filter { $0 > 0 })
    let energies = devices.compactMap(\.energy)
    let full = devices.compactMap(\.fullEnergy)
    if energies.count == devices.count, full.count == devices.count, let energy = sum(energies),
      let most = sum(full),
      most > 0
    {
      (whole.energy, whole.fullEnergy) = (energy, most)
      whole.percent = min(100, energy / most * 100)
    }
    let health = devices.compactMap(\.health)
    if health.count == devices.count { whole.health = health.reduce(0, +) / Double(health.count) }
    whole.limit = devices.compactMap(\.limit).max()
    whole.remaining = whole.estimatedTime
    return whole
  }

  /// Takes that charging ends at a charge, in percent, and estimates anew how long that takes.
  public mutating func setLimit(_ limit: Int) {
    self.limit = limit
    remaining = estimatedTime
  }

  /// A charge in percent at which charging ends; nil: there is no limit, which is also what 100 and 0 stand for.
  public static func limit(_ percent: Int?) -> Int? { percent.flatMap { (1..<100).contains($0) ? $0 : nil } }

  /// How long the present power lasts until the battery is empty or full; nil: it cannot be told.
  var estimatedTime: Duration? {
    // Below a tenth of a watt the meters of batteries tell noise.
    guard let power, power >= 0.1, let energy, let fullEnergy else { return nil }
    let hours: Double
    switch state {
    case .discharging: hours = energy / power
    case .charging: hours = (fullEnergy * Double(limit ?? 100) / 100 - energy) / power
    case .empty, .full, .held, .unknown: return nil
    }
    // UPower takes no more for true than ten days.
    guard hours > 0, hours < 240 else { return nil }
    return .seconds(Int64(hours * 3600))
  }

  private static func combinedState(_ states: [State]) -> State {
    for state in [State.charging, .discharging, .held] where states.contains(state) { return state }
    if states.allSatisfy({ $0 == .full }) { return .full }
    return states.allSatisfy { $0 == .empty } ? .empty : .unknown
  }

  private static func sum(_ values: [Double]) -> Double? { values.isEmpty ? nil : values.reduce(0, +) }
}
