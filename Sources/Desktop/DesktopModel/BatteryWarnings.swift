/// Says when a battery has become so empty that people want to know, once for each threshold.
public struct BatteryWarnings: Equatable, Sendable {
  /// Percent, the greatest first.
  private let thresholds: [Int]
  /// The threshold that was warned of last; nil: none since the battery was charged.
  private var warned: Int?

  /// `thresholds` are in percent, in any order; empty: there are no warnings.
  public init(_ thresholds: [Int]) {
    self.thresholds = Array(Set(thresholds)).sorted(by: >)
  }

  /// The threshold that the charge has fallen to, or nil where there is nothing new to say.
  ///
  /// A charge that falls below several at once is told of for the last of them.
  public mutating func update(_ device: PowerDevice?) -> Int? {
    guard let device, device.state == .discharging || device.state == .empty else {
      // A battery may be in the state `unknown` for a moment between two others, such as while it is plugged in.
      if let device, device.state != .unknown { warned = nil }
      return nil
    }
    guard let reached = thresholds.last(where: { device.percent <= Double($0) }) else { return nil }
    guard warned.map({ reached < $0 }) ?? true else { return nil }
    warned = reached
    return reached
  }
}
