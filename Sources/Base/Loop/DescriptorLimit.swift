import CPlatform
import Glibc

/// The number of descriptors that this process may have open.
public enum DescriptorLimit {
  /// Raises the limit as far as the system allows it; programs that `Spawn` starts have the former one.
  ///
  /// The usual limit of 1024 is for programs that call `select`, which this one does not. The corresponding C function is
  /// `hyaline_raise_descriptor_limit`.
  public static func raise() { hyaline_raise_descriptor_limit() }

  /// The present limit.
  ///
  /// The corresponding C function is `getrlimit`.
  public static var current: Int {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1024 }
    return Int(clamping: limit.rlim_cur)
  }
}
