import Glibc

/// `path` from the root, seen from the working directory.
nonisolated func absolutePath(_ path: String) -> String {
  guard !path.hasPrefix("/"), let directory = unsafe getcwd(nil, 0) else { return path }
  defer { unsafe free(directory) }
  return unsafe String(cString: directory) + "/" + path
}
