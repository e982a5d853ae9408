import Glibc
public import HeadlessSession

/// Files that are made once for all sessions of this process.
public enum SharedFiles {
  /// The directory of the files, which is removed when the process ends.
  public static func directory() throws(SessionError) -> PrivateDirectory { try unsafe made.get() }

  private static nonisolated(unsafe) let made: Result<PrivateDirectory, SessionError> = {
    // The values of static properties are never released.
    atexit { unsafe try? SharedFiles.made.get().remove() }
    return Result { () throws(SessionError) in try PrivateDirectory() }
  }()
}
