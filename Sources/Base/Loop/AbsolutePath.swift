import Glibc

/// `path` as an absolute path; a relative one is taken from the working directory.
public nonisolated func absolutePath(_ path: String) -> String {
  guard !path.hasPrefix("/"), let directory = unsafe getcwd(nil, 0) else { return path }
  defer { unsafe free(directory) }
  return unsafe String(cString: directory) + "/" + path
}
