import Glibc

/// The brightness of a backlight of the machine: a screen's or a keyboard's.
public struct LightLevel: Equatable, Sendable {
  /// The kernel's name of the device, such as `intel_backlight`.
  public var name: String
  /// The brightness in steps of the device, 0 … `most`.
  public var value: Int
  public var most: Int
  /// The exponent by which the value follows the percentage: 1 for a value in proportion to it.
  public var curve = 1.0

  /// Creates a level; nil if `most` is not positive. A value outside of 0 … `most` is clamped.
  public init?(name: String, value: Int, most: Int) {
    guard most > 0 else { return nil }
    self.name = name
    self.value = min(max(0, value), most)
    self.most = most
  }

  /// The brightness in whole percent, 0 … 100.
  public var percent: Int { Int((part * 100).rounded()) }

  /// The brightness as a part of the greatest, 0 … 1.
  private var part: Double { part(of: value) }

  /// The greatest number of steps that are told apart on a track.
  private static let mostStops = 16

  /// The parts of the range at which a device with few steps can be set, without both ends; empty for one with many steps.
  public var stops: [Double] { most > Self.mostStops ? [] : (1..<most).map { part(of: $0) } }

  private func part(of value: Int) -> Double { pow(Double(value) / Double(most), 1 / curve) }

  /// Returns the value after a change by `points` percent, which is darker if they are negative, but not darker than
  /// `least` percent.
  ///
  /// A device with few steps changes by at least one step.
  public func changed(by points: Double, least: Double) -> Int {
    let wanted = steps(at: part + points / 100)
    let isTooLittle = points != 0 && wanted == value
    let new = isTooLittle ? value + (points > 0 ? 1 : -1) : wanted
    let lowest = least > 0 ? max(1, steps(at: least / 100)) : 0
    // Another program may have set the light darker than `least`; a request to dim it must not make it brighter then.
    return min(most, max(new, min(lowest, value)))
  }

  /// The value for a part of the greatest brightness.
  private func steps(at part: Double) -> Int {
    Int((Double(most) * pow(min(max(part, 0), 1), curve)).rounded())
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
