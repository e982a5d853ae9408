import Glibc

/// The environment variables that the process was started with.
public nonisolated enum Environment {
  /// The value of a variable; nil if `name` is not set.
  public static func value(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  /// The value of a variable; nil if `name` is not set or empty.
  public static func text(_ name: String) -> String? { value(name).flatMap { $0.isEmpty ? nil : $0 } }
}
