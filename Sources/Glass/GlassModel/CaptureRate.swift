/// How often captures may follow each other while something moves behind the glass.
public enum CaptureRate {
  /// The shortest time between two captures.
  ///
  /// Unless the settings say otherwise: 60 a second where everything is done in memory; 30 where a capture through
  /// shared memory stalls a GPU's pipeline; 15 on battery.
  public static func interval(setting: Int?, isSoftware: Bool, isOnBattery: Bool) -> Duration {
    if let setting {
      precondition(setting > 0, "rate \(setting)")
      return shortened(setting)
    }
    return shortened(isOnBattery ? 15 : isSoftware ? 60 : 30)
  }

  /// A little less than the period: captures come with the output's frames, and one that is due a hair later than
  /// its frame would miss it.
  private static func shortened(_ perSecond: Int) -> Duration {
    max(.zero, .microseconds(1_000_000 / perSecond) - .milliseconds(3))
  }
}
