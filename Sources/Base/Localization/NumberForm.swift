import Glibc

/// The form of numbers in the user's locale.
public enum NumberForm {
  /// The sign between a number and its decimals: that of the category LC_NUMERIC, or a point in the locales `C` and `POSIX`.
  ///
  /// The category of the process stays `C`, since numbers of settings and protocols are read with it. The corresponding C functions
  /// are `newlocale` and `nl_langinfo_l`.
  public static let decimalSeparator: String = {
    guard Catalogue.locale != nil, let locale = unsafe newlocale(1 << LC_NUMERIC, "", nil) else { return "." }
    defer { unsafe freelocale(locale) }
    let sign = unsafe String(cString: nl_langinfo_l(nl_item(RADIXCHAR), locale))
    return sign.isEmpty ? "." : sign
  }()
}
