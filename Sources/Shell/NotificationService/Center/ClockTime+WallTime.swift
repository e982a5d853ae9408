import Glibc
public import Loop
public import Notifications

extension ClockTime {
  /// The time of day and the day of the week in the system's time zone.
  ///
  /// The corresponding C function is `localtime_r`.
  public init(_ time: WallTime) {
    var seconds = time.seconds
    var components = unsafe tm()
    tzset()
    unsafe localtime_r(&seconds, &components)
    // tm counts from Sunday.
    let day = unsafe (components.tm_wday + 6) % 7
    let minute = unsafe components.tm_hour * 60 + components.tm_min
    self.init(
      seconds: Int64(time.seconds), day: Int(day), minute: Int(minute), second: unsafe Int(components.tm_sec))
  }
}
