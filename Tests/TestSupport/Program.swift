import Glibc
public import HeadlessSession
import Synchronization

/// The program under test, which was built beside the tests.
public enum Program {
  /// The path of a copy of the program that every process of the session can start; it is made at the first call.
  ///
  /// The program is copied once for this process: in each directory lies another link to the copy.
  public static func path(
    of program: String = "hyaline", in directory: PrivateDirectory
  ) throws(SessionError) -> String {
    let name = program + "-under-test"
    let path = directory.file(name)
    if unsafe access(path, X_OK) == 0 { return path }
    let copy = try copies.withLock { copies throws(SessionError) in
      if let known = copies[program] { return known }
      // The variable names a program that was built in another way, such as with a sanitizer.
      let other = program == "hyaline" ? environmentVariable("HYALINE_TEST_PROGRAM") : nil
      let copy = try SharedFiles.directory().copyProgram(other ?? buildFolder + program, to: name)
      copies[program] = copy
      return copy
    }
    guard unsafe link(copy, path) == 0 || errno == EEXIST else { throw .file(path, code: errno) }
    return path
  }
  /// The paths of the copies by the names of the programs.
  private static let copies = Mutex<[String: String]>([:])

  /// Environment variables for all runs: a shared shader cache, and the options of sanitizers.
  static var sharedEnvironment: [String: String] {
    var environment: [String: String] = [:]
    // The variable is set by scripts that run several test processes.
    let given = environmentVariable("HYALINE_TEST_SHADERS")
    environment["MESA_SHADER_CACHE_DIR"] =
      given ?? (try? SharedFiles.directory().makeDirectory("shaders"))
    for name in ["ASAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS"] {
      environment[name] = environmentVariable(name)
    }
    environment["LD_PRELOAD"] = environmentVariable("HYALINE_TEST_PRELOAD")
    return environment
  }

  /// The directory in which programs are built, beside the tests.
  private static let buildFolder: String = {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let length = unsafe buffer.withUnsafeMutableBytes {
      unsafe readlink("/proc/self/exe", $0.baseAddress!, $0.count)
    }
    let tests = String(decoding: buffer[..<max(length, 0)], as: UTF8.self)
    return tests.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/"
  }()

  /// Whether every user may read the Swift libraries that a debug build uses; they cannot if the toolchain is in
  /// root's home directory.
  public static let canRunUnprivileged: Bool = {
    guard let maps = readText("/proc/self/maps") else { return false }
    return maps.split(separator: "\n").compactMap { line in
      line.firstIndex(of: "/").map { String(line[$0...]) }
    }.filter { $0.contains("/libswift") }.allSatisfy(canBeReadByAll)
  }()

  private static func canBeReadByAll(_ path: String) -> Bool {
    var information = stat()
    guard unsafe stat(path, &information) == 0, information.st_mode & S_IROTH != 0 else { return false }
    var directory = ""
    for part in path.split(separator: "/").dropLast() {
      directory += "/\(part)"
      guard unsafe stat(directory, &information) == 0, information.st_mode & S_IXOTH != 0 else {
        return false
      }
    }
    return true
  }
}
