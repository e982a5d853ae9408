/// Decides when people are warned of an empty battery, once for each threshold, and when the warning is withdrawn.
public struct BatteryWarnings: Equatable, Sendable {
  /// Which battery is meant. Services and the kernel call the same one by different names.
  public enum Battery: Hashable, Sendable {
    /// What the machine itself runs on.
    case machine
    /// A battery of something else, or one of several of the machine.
    case single(PowerDevice.Kind, name: String, model: String)

    /// The battery of a device among all devices. The only battery of the machine is what the machine runs on, which is also
    /// what `machine` stands for.
    public init(_ device: PowerDevice, among devices: [PowerDevice], machine: PowerDevice?) {
      let isOnly = device.kind == machine?.kind && devices.count { $0.kind == device.kind } == 1
      self =
        device == machine || isOnly
        ? .machine : .single(device.kind, name: device.name, model: device.model)
    }
  }

  /// What is to be done about a battery.
  public enum Advice: Equatable, Sendable {
    /// People are to be told that the charge has fallen to this threshold, in percent.
    case warn(Int)
    /// What people were told is true no longer.
    case withdraw
  }

  /// The threshold in percent that was warned of last for each battery; none since one was charged.
  private var warned: [Battery: Int] = [:]

  /// Nothing has been warned of.
  public init() {}

  /// The rise of the charge above the threshold that was warned of, in percent, after which the battery was replaced, or
  /// charged elsewhere.
  private static let margin = 10.0

  /// What is to be done for the present charge of a battery; nil: nothing.
  ///
  /// `thresholds` are in percent, in any order; empty: there are no warnings. A charge that falls below several at once is told
  /// of for the last of them.
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
