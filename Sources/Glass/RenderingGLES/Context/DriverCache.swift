import Glibc
import Rendering

/// Where the driver keeps compiled programs from run to run.
///
/// Mesa looks for XDG_CACHE_HOME, and then for the home of the account, whatever HOME says: a session with a home of
/// its own would compile everything at each start.
public enum DriverCache {
  /// The variable by which Mesa is told, with the directory that the XDG Base Directory Specification has for a cache;
  /// nil: it knows.
  public static func setting(_ variable: (String) -> String?) -> (name: String, directory: String)? {
    if told(variable) != nil { return nil }
    guard let home = variable("HOME"), home.hasPrefix("/") else { return nil }
    return ("MESA_SHADER_CACHE_DIR", home + "/.cache")
  }

  /// In which directory the driver makes its own; nil: nowhere, or where nobody tells.
  public static func directory(_ variable: (String) -> String?) -> String? {
    if isDisabled(variable) { return nil }
    return (told(variable) ?? setting(variable)?.directory).flatMap { $0.hasPrefix("/") ? $0 : nil }
  }

  private static func told(_ variable: (String) -> String?) -> String? {
    for name in ["MESA_SHADER_CACHE_DIR", "MESA_GLSL_CACHE_DIR", "XDG_CACHE_HOME"] {
      // Empty is as unset, by the XDG Base Directory Specification.
      if let directory = variable(name), !directory.isEmpty { return directory }
    }
    return nil
  }

  /// Whether the user has switched it off.
  static func isDisabled(_ variable: (String) -> String?) -> Bool {
    ["MESA_SHADER_CACHE_DISABLE", "MESA_GLSL_CACHE_DISABLE"].contains { name in
      variable(name).map { ["1", "true", "yes", "y"].contains($0.lowercased()) } ?? false
    }
  }

  /// Tells the driver, before EGL starts; returns the variable that was set for that.
  static func place() -> String? {
    let setting = setting { name in unsafe getenv(name).map { unsafe String(cString: $0) } }
    guard let setting else { return nil }
    unsafe setenv(setting.name, setting.directory, 1)
    return setting.name
  }

  /// Once there is a context: programs that are started later do not inherit the variable.
  static func forget(_ variable: String?) {
    if let variable { unsafe unsetenv(variable) }
  }
}
