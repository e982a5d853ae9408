import Glibc

/// Keeps this process from opening any more descriptors, in a test that runs in a process of its own; those that are
/// open stay open.
public func forbidDescriptors() {
  var limit = rlimit()
  let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  var result = unsafe getrlimit(resource, &limit)
  precondition(result == 0, "getrlimit: error \(errno)")
  limit.rlim_cur = 0
  result = unsafe setrlimit(resource, &limit)
  precondition(result == 0, "setrlimit: error \(errno)")
}
