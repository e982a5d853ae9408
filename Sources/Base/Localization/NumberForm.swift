import Glibc

/// The form of numbers in the user's locale.
public enum NumberForm {
  /// The sign between a number and its decimals in the category LC_NUMERIC of the user's locale; a point before `Catalogue.open`.
  public static var decimalSeparator: String { unsafe separator }

  /// Only `open` writes it, before other threads are there.
  private nonisolated(unsafe) static var separator = "."

  /// Reads the separator.
  ///
  /// The category of the process stays `C`, since numbers of settings and protocols are read with it. The corresponding C functions
  /// are `newlocale` and `nl_langinfo_l`.
  static func open() {
    guard let locale = unsafe newlocale(1 << LC_NUMERIC, "", nil) else { return }
    defer { unsafe freelocale(locale) }
    let sign = unsafe String(cString: nl_langinfo_l(nl_item(RADIXCHAR), locale))
    if !sign.isEmpty { unsafe separator = sign }
  }
}
