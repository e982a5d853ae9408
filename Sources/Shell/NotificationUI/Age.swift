/// The words in which a banner says how long ago something was.
public enum Age {
  /// Both moments are in seconds since 1970; a moment in the future counts as now.
  public static func words(from time: Int64, to now: Int64) -> String {
    let seconds = max(0, now - time)
    if seconds < 60 { return "now" }
    if seconds < 3600 { return "\(seconds / 60) min" }
    return seconds < 86400 ? "\(seconds / 3600) h" : "\(seconds / 86400) d"
  }

  /// The moment at which the words change next.
  public static func nextChange(from time: Int64, after now: Int64) -> Int64 {
    let seconds = max(0, now - time)
    let step: Int64 = seconds < 3600 ? 60 : seconds < 86400 ? 3600 : 86400
    return time + (seconds / step + 1) * step
  }
}
