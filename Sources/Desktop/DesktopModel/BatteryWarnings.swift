/// Says when a battery has become so empty that people want to know, once for each threshold, whoever asks.
public struct BatteryWarnings: Equatable, Sendable {
  /// The threshold in percent that was warned of last for each battery; none since one was charged.
  private var warned: [Battery: Int] = [:]

  private struct Battery: Hashable {
    var kind: PowerDevice.Kind
    var name: String
    var model: String
  }

  /// Nothing has been warned of.
  public init() {}

  /// The threshold that the charge has fallen to, or nil where there is nothing new to say.
  ///
  /// `thresholds` are in percent, in any order; empty: there are no warnings. A charge that falls below several at once is told
  /// of for the last of them.
  public mutating func update(_ device: PowerDevice?, thresholds: [Int]) -> Int? {
    guard let device else { return nil }
    let battery = Battery(kind: device.kind, name: device.name, model: device.model)
    guard device.state == .discharging || device.state == .empty else {
      // A battery may be in the state `unknown` for a moment between two others, such as while it is plugged in.
      if device.state != .unknown { warned[battery] = nil }
      return nil
    }
    guard let reached = thresholds.filter({ device.percent <= Double($0) }).min() else { return nil }
    guard warned[battery].map({ reached < $0 }) ?? true else { return nil }
    warned[battery] = reached
    return reached
  }
}
