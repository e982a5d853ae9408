import Localization

/// The age of a notification in words, as its banner shows it.
public enum Age {
  /// Returns the age at `now` of something that happened at `time`, both in seconds since 1970; a time in the future
  /// counts as now.
  public static func words(from time: Int64, to now: Int64) -> String {
    let seconds = max(0, now - time)
    if seconds < 60 { return localized("now") }
    if seconds < 3600 { return localized("\(seconds / 60) min") }
    return seconds < 86400 ? localized("\(seconds / 3600) h") : localized("\(seconds / 86400) d")
  }

  /// Returns the age as a banner shows it that has none before `threshold` seconds.
  public static func words(from time: Int64, to now: Int64, since threshold: Int64) -> String {
    now - time < threshold ? "" : words(from: time, to: now)
  }

  /// Returns the time at which these words change next, in seconds since 1970.
  public static func nextChange(from time: Int64, after now: Int64, since threshold: Int64) -> Int64 {
    now - time < threshold ? time + threshold : nextChange(from: time, after: now)
  }

  /// Returns the time at which the words change next, in seconds since 1970.
  public static func nextChange(from time: Int64, after now: Int64) -> Int64 {
    let seconds = max(0, now - time)
    let step: Int64 = seconds < 3600 ? 60 : seconds < 86400 ? 3600 : 86400
    return time + (seconds / step + 1) * step
  }
}
