/// Decides when the user is warned of a low battery, once for each threshold, and when the warning is withdrawn.
public struct BatteryWarnings: Equatable, Sendable {
  /// Identity of a battery. UPower and the kernel name the battery of the machine differently, so its identity has no name.
  public enum Battery: Hashable, Sendable {
    /// The battery that the machine runs on: its only one, or all of its batteries combined.
    case machine
    /// A battery of a connected device, or one of several batteries of the machine.
    case single(PowerDevice.Kind, name: String, model: String)

    /// Identifies `device`, which is one of `devices` or the combined battery `machine`. The only battery of the
    /// machine has the identity `machine`, too.
    public init(_ device: PowerDevice, among devices: [PowerDevice], machine: PowerDevice?) {
      let isOnly = device.kind == machine?.kind && devices.count { $0.kind == device.kind } == 1
      self =
        device == machine || isOnly
        ? .machine : .single(device.kind, name: device.name, model: device.model)
    }
  }

  /// Action to take for a battery after a change of its charge.
  public enum Advice: Equatable, Sendable {
    /// Warns the user that the charge has fallen to this threshold, in percent.
    case warn(Int)
    /// Withdraws the last warning, because the battery is charged, or was charged elsewhere or replaced.
    case withdraw
  }

  /// The threshold of the last warning for each battery, in percent; batteries that were charged since have no entry.
  private var warned: [Battery: Int] = [:]

  /// Creates a state in which no battery was warned of.
  public init() {}

  /// A charge that exceeds the threshold of the last warning by more than this, in percent, shows that the battery was
  /// replaced or charged elsewhere.
  private static let margin = 10.0

  /// Updates the state for the present charge of a battery; returns the action to take, or nil if there is none.
  ///
  /// `thresholds` are in percent, in any order; without thresholds there are no warnings. A charge that falls below
  /// several of them at once is reported for the lowest.
  public mutating func update(_ device: PowerDevice, as battery: Battery, thresholds: [Int]) -> Advice? {
    switch device.state {
    case .charging, .full, .held: return withdraw(battery)
    case .discharging, .empty, .unknown: break
    }
    guard let charge = device.charge else { return nil }
    if let last = warned[battery], charge > Double(last) + Self.margin { return withdraw(battery) }
    // A battery may be in the state `unknown` for a moment between two others, such as while it is plugged in.
    guard device.state != .unknown, let reached = thresholds.filter({ charge <= Double($0) }).min(),
      warned[battery].map({ reached < $0 }) ?? true
    else { return nil }
    warned[battery] = reached
    return .warn(reached)
  }

  private mutating func withdraw(_ battery: Battery) -> Advice? {
    warned.removeValue(forKey: battery).map { _ in .withdraw }
  }
}
