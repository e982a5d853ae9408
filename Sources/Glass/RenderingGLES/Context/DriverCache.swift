import Glibc
import Rendering

/// The directory in which the driver caches compiled programs from run to run.
///
/// Mesa uses XDG_CACHE_HOME, or else the home directory of the account, even if HOME is another: a session with a
/// home directory of its own would compile everything at each start.
public enum DriverCache {
  /// The variable to set so that Mesa uses the cache directory of the XDG Base Directory Specification, and that
  /// directory; nil if a variable names one already, or HOME is not an absolute path.
  public static func setting(_ variable: (String) -> String?) -> (name: String, directory: String)? {
    if namedDirectory(variable) != nil { return nil }
    guard let home = variable("HOME"), home.hasPrefix("/") else { return nil }
    return ("MESA_SHADER_CACHE_DIR", home + "/.cache")
  }

  /// The directory in which the driver makes its cache; nil if it makes none, or if no variable tells where.
  public static func directory(_ variable: (String) -> String?) -> String? {
    if isDisabled(variable) { return nil }
    return (namedDirectory(variable) ?? setting(variable)?.directory).flatMap { $0.hasPrefix("/") ? $0 : nil }
  }

  private static func namedDirectory(_ variable: (String) -> String?) -> String? {
    for name in ["MESA_SHADER_CACHE_DIR", "MESA_GLSL_CACHE_DIR", "XDG_CACHE_HOME"] {
      // The XDG Base Directory Specification treats empty variables as unset.
      if let directory = variable(name), !directory.isEmpty { return directory }
    }
    return nil
  }

  /// Whether the user has switched off the cache.
  static func isDisabled(_ variable: (String) -> String?) -> Bool {
    ["MESA_SHADER_CACHE_DISABLE", "MESA_GLSL_CACHE_DISABLE"].contains { name in
      variable(name).map { ["1", "true", "yes", "y"].contains($0.lowercased()) } ?? false
    }
  }

  /// Sets the variable that names the cache directory, before EGL starts; returns the variable's name, or nil if none
  /// was set.
  static func setVariable() -> String? {
    let setting = setting { name in unsafe getenv(name).map { unsafe String(cString: $0) } }
    guard let setting else { return nil }
    unsafe setenv(setting.name, setting.directory, 1)
    return setting.name
  }

  /// Removes `variable` after a context was made, so that programs that are started later do not inherit it.
  static func removeVariable(_ variable: String?) {
    if let variable { unsafe unsetenv(variable) }
  }
}
