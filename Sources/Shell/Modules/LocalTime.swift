import Glibc
import Loop

/// The user's time zone and the words of the user's locale, for clocks.
enum LocalTime {
  /// Once for the process, and for times alone: numbers in settings and protocols stay as they are.
  private static let takesLocale: Void = {
    _ = unsafe setlocale(LC_TIME, "")
  }()

  /// Takes the user's locale for times; done by the first text anyway.
  static func takeLocale() { _ = takesLocale }

  /// Local time minus UTC at a second since the epoch.
  static func offset(at time: Int) -> Int {
    tzset()
    return unsafe components(of: time).tm_gmtoff
  }

  /// The time as strftime(3) writes it, nil beyond 64 KiB.
  ///
  /// The corresponding C function is `strftime`.
  static func text(of time: Int, format: String) -> String? {
    _ = takesLocale
    // TZ is not re-read by localtime_r, /etc/localtime by neither unless asked to.
    tzset()
    var components = unsafe components(of: time)
    // One more character tells an empty result from one that does not fit.
    let format = format + "."
    var capacity = 256
    while capacity <= 65536 {
      var buffer = [CChar](repeating: 0, count: capacity)
      let count = unsafe strftime(&buffer, capacity, format, &components)
      if count > 0 {
        return String(decoding: buffer[..<(count - 1)].lazy.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      }
      capacity *= 4
    }
    return nil
  }

  /// Runs `body` while the time zone is that of a name as tzset(3) takes it; nil: the system's.
  ///
  /// The corresponding C functions are `setenv` and `tzset`.
  static func inZone(_ name: String?, _ body: () -> Void) {
    guard let name else { return body() }
    let former = Environment.value("TZ")
    unsafe setenv("TZ", name, 1)
    body()
    if let former { unsafe setenv("TZ", former, 1) } else { unsafe unsetenv("TZ") }
    tzset()
  }

  private static func components(of time: Int) -> tm {
    var time = time
    var components = unsafe tm()
    unsafe localtime_r(&time, &components)
    return unsafe components
  }
}
