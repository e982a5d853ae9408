/// How bright a light of the machine is: a screen's, or that of a keyboard.
public struct LightLevel: Equatable, Sendable {
  /// The name that the kernel has for it, such as `intel_backlight`.
  public var name: String
  /// 0 … `most`.
  public var value: Int
  public var most: Int

  /// Nil if the greatest level is none; a level beyond it is taken for it.
  public init?(name: String, value: Int, most: Int) {
    guard most > 0 else { return nil }
    self.name = name
    self.value = min(max(0, value), most)
    self.most = most
  }

  /// 0 … 100.
  public var percent: Int { Int((Double(value) / Double(most) * 100).rounded()) }

  /// The level that is `points` percent brighter, or darker if they are negative, but no darker than `least` percent.
  ///
  /// A light of few levels changes by one level at least.
  public func changed(by points: Double, least: Double) -> Int {
    let step = Double(most) * points / 100
    let whole = abs(step) < 1 && points != 0 ? (points > 0 ? 1 : -1) : Int(step.rounded())
    let lowest = least > 0 ? max(1, Int((Double(most) * least / 100).rounded())) : 0
    // What is darker already by somebody else's doing does not become brighter by being dimmed.
    return min(most, max(value + whole, min(lowest, value)))
  }
}

/// A device of the kernel's class `backlight`, by which several for one screen are told apart.
public struct BacklightDevice: Equatable, Sendable {
  public var name: String
  /// What the kernel calls its type.
  public var type: String

  public init(name: String, type: String) {
    self.name = name
    self.type = type
  }

  /// The device that is meant where none is named: the kernel's documentation has those of the firmware control the screen
  /// best, then those of the platform, then those that write registers themselves. Nil: there is none.
  public static func best(of devices: [BacklightDevice]) -> BacklightDevice? {
    let ranks = ["firmware", "platform", "raw"]
    func rank(_ device: BacklightDevice) -> Int { ranks.firstIndex(of: device.type) ?? ranks.count }
    return devices.min { (rank($0), $0.name) < (rank($1), $1.name) }
  }
}
