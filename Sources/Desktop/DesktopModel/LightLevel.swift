/// The brightness of a backlight of the machine: a screen's or a keyboard's.
public struct LightLevel: Equatable, Sendable {
  /// The kernel's name of the device, such as `intel_backlight`.
  public var name: String
  /// The brightness in steps of the device, 0 … `most`.
  public var value: Int
  public var most: Int

  /// Creates a level; nil if `most` is not positive. A value outside of 0 … `most` is clamped.
  public init?(name: String, value: Int, most: Int) {
    guard most > 0 else { return nil }
    self.name = name
    self.value = min(max(0, value), most)
    self.most = most
  }

  /// The brightness in whole percent, 0 … 100.
  public var percent: Int { Int((Double(value) / Double(most) * 100).rounded()) }

  /// Returns the value after a change by `points` percent, which is darker if they are negative, but not darker than
  /// `least` percent.
  ///
  /// A device with few steps changes by at least one step.
  public func changed(by points: Double, least: Double) -> Int {
    let step = Double(most) * points / 100
    let whole = abs(step) < 1 && points != 0 ? (points > 0 ? 1 : -1) : Int(step.rounded())
    let lowest = least > 0 ? max(1, Int((Double(most) * least / 100).rounded())) : 0
    // Another program may have set the light darker than `least`; a request to dim it must not make it brighter then.
    return min(most, max(value + whole, min(lowest, value)))
  }
}

/// A device of the kernel's class `backlight`, of which one screen may have several.
public struct BacklightDevice: Equatable, Sendable {
  public var name: String
  /// The kernel's type of the device: `firmware`, `platform` or `raw`.
  public var type: String

  public init(name: String, type: String) {
    self.name = name
    self.type = type
  }

  /// Returns the device to use if none is configured; nil if there is none. According to the kernel's documentation,
  /// the type `firmware` controls the screen best, then `platform`, then `raw`, whose drivers write registers
  /// themselves.
  public static func best(of devices: [BacklightDevice]) -> BacklightDevice? {
    let ranks = ["firmware", "platform", "raw"]
    func rank(_ device: BacklightDevice) -> Int { ranks.firstIndex(of: device.type) ?? ranks.count }
    return devices.min { (rank($0), $0.name) < (rank($1), $1.name) }
  }
}
