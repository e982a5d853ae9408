import Glibc
import Loop

/// The user's time zone and the words of the user's locale, for clocks.
public enum LocalTime {
  /// Once for the process, and for times alone: numbers in settings and protocols stay as they are.
  private static let takesLocale: Void = {
    _ = unsafe setlocale(LC_TIME, "")
  }()

  /// Sets the user's locale for times, as the first text would do anyway.
  static func takeLocale() { _ = takesLocale }

  /// The rules of a zone by a name as tzset(3) takes it; UTC where nobody knows it, as in the C library. This takes as long as
  /// the file system does.
  nonisolated static func rules(of name: String) -> ZoneRules { knownRules(of: name) ?? .utc }

  /// Whether the system knows a zone by a name as tzset(3) takes it; any name will do where no zones are installed, or where
  /// their file system does not answer within a second.
  public nonisolated static func isZone(_ name: String) -> Bool {
    BoundedCall.result(within: 1000) {
      knownRules(of: name) != nil || Directory.changeTime(of: folder) == nil
    } ?? true
  }

  private nonisolated static func knownRules(of name: String) -> ZoneRules? {
    let name = name.hasPrefix(":") ? String(name.dropFirst()) : name
    let path = name.hasPrefix("/") ? name : "\(folder)/\(name)"
    if let bytes = try? RegularFile.bytes(ofPath: path, upTo: longestFile), let rules = ZoneRules(file: bytes)
    {
      return rules
    }
    return ZoneRule(name).map { ZoneRules(rule: $0) }
  }

  /// The folder of zones.
  private nonisolated static var folder: String { Environment.value("TZDIR") ?? "/usr/share/zoneinfo" }

  /// Many times the largest file of a zone.
  private nonisolated static let longestFile = 1 << 20

  /// Local time minus UTC at a second since the epoch, in a zone or in that of the system.
  static func offset(at time: Int, in zone: ZoneRules? = nil) -> Int {
    if let zone { return zone.kind(at: time).offset }
    tzset()
    var components = unsafe tm()
    var time = time
    unsafe localtime_r(&time, &components)
    return unsafe components.tm_gmtoff
  }

  /// The time in a zone, or in that of the system, as strftime(3) writes it in a locale, or in that of the user; nil beyond
  /// 64 KiB.
  ///
  /// The corresponding C functions are `strftime` and `strftime_l`.
  static func text(
    of time: Int, format: String, in zone: ZoneRules? = nil, locale: TimeLocale? = nil
  ) -> String? {
    _ = takesLocale
    guard let zone else {
      // TZ is not re-read by localtime_r, /etc/localtime by neither unless asked to.
      tzset()
      var (components, time) = unsafe (tm(), time)
      unsafe localtime_r(&time, &components)
      return unsafe text(&components, format, locale)
    }
    let kind = zone.kind(at: time)
    var (components, local) = unsafe (tm(), time + kind.offset)
    unsafe gmtime_r(&local, &components)
    unsafe components.tm_gmtoff = kind.offset
    unsafe components.tm_isdst = kind.isSummerTime ? 1 : 0
    return unsafe kind.name.withCString { name in
      unsafe components.tm_zone = name
      // The C library would take the components for those of the system's zone.
      return unsafe text(&components, withoutSeconds(format, time), locale)
    }
  }

  private static func text(_ components: inout tm, _ format: String, _ locale: TimeLocale?) -> String? {
    // One more character tells an empty result from one that does not fit.
    let format = format + "."
    var capacity = 256
    while capacity <= 65536 {
      var buffer = [CChar](repeating: 0, count: capacity)
      let count =
        if let locale {
          unsafe strftime_l(&buffer, capacity, format, &components, locale.raw)
        } else {
          unsafe strftime(&buffer, capacity, format, &components)
        }
      if count > 0 {
        return String(decoding: buffer[..<(count - 1)].lazy.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      }
      capacity *= 4
    }
    return nil
  }

  /// The format with the seconds since the epoch in place of `%s`.
  private static func withoutSeconds(_ format: String, _ time: Int) -> String {
    guard format.text(after: "%s") != nil else { return format }
    var result = ""
    var isConversion = false
    for character in format {
      if isConversion, character == "s" {
        result.removeLast()
        result += "\(time)"
      } else {
        result.append(character)
      }
      isConversion = character == "%" && !isConversion
    }
    return result
  }
}
