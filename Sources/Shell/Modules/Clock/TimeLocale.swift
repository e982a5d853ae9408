import Glibc

/// A locale of times other than that of the user.
@MainActor @safe public final class TimeLocale {
  /// The name, such as `de_DE.UTF-8`.
  let name: String
  let raw: locale_t

  /// Opens a locale; nil if it is not installed. The corresponding C function is `newlocale`.
  public init?(_ name: String) {
    guard let raw = unsafe newlocale(Int32(LC_TIME_MASK), name, nil) else { return nil }
    self.name = name
    unsafe self.raw = unsafe raw
  }

  isolated deinit { unsafe freelocale(raw) }
}
