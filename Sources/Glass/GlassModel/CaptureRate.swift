/// The limit of the capture rate while something moves behind the glass.
public enum CaptureRate {
  /// The shortest time between two captures.
  ///
  /// Without a setting, captures are limited to 60 per second where everything is done in memory, to 30 where
  /// a capture through shared memory stalls a GPU's pipeline, and to 15 on battery.
  public static func interval(setting: Int?, isSoftware: Bool, isOnBattery: Bool) -> Duration {
    if let setting {
      precondition(setting > 0, "rate \(setting)")
      return shortened(setting)
    }
    return shortened(isOnBattery ? 15 : isSoftware ? 60 : 30)
  }

  /// The period of `perSecond` captures, shortened by 3 ms: captures come with the output's frames, and one
  /// that is due slightly later than its frame would miss it.
  private static func shortened(_ perSecond: Int) -> Duration {
    max(.zero, .microseconds(1_000_000 / perSecond) - .milliseconds(3))
  }
}
