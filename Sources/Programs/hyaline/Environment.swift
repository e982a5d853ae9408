import Glibc

/// The variables that the process was started with.
enum Environment {
  /// Nil if `name` is not set.
  static func value(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }
}
