import Glibc
import HeadlessSession

/// The compiler's errors in a source that uses the package's modules, as they were built beside the tests.
public enum TypeChecker {
  /// An error at a line of the source, counted from 1; 0: it is not in the source, but in what it imports.
  public struct Complaint: Equatable, Sendable {
    public var line: Int
    public var message: String
  }

  /// The errors in `source`; nil if the compiler cannot be run.
  public static func complaints(about source: String) -> [Complaint]? {
    guard let compiler, let modules else { return nil }
    let directory = ScratchDirectory()
    directory.write(source, to: "snippet.swift")
    let arguments =
      [
        compiler, "-typecheck", "-swift-version", "6", "-enable-upcoming-feature", "MemberImportVisibility",
        "-diagnostic-style", "llvm", "-module-cache-path", directory("cache"), "-I", modules,
        directory("snippet.swift"),
      ] + headers
    guard
      let child = try? SessionProcess(
        arguments, environment: ["PATH": "/usr/bin:/bin", "HOME": directory.path], log: directory("log"),
        isUnprivileged: false),
      let ending = child.waitForEnd()
    else { return nil }
    let log = directory.contents(of: "log") ?? ""
    let complaints = log.split(separator: "\n").compactMap(complaint)
    // Headers of libraries may be missing, for example.
    if complaints.isEmpty, ending != .exited(0) { return [Complaint(line: 0, message: log)] }
    return complaints
  }

  /// Parses a line such as `…/snippet.swift:12:5: error: message`.
  private static func complaint(_ line: Substring) -> Complaint? {
    guard let file = line.firstRange(of: "snippet.swift:"), let error = line.firstRange(of: ": error: "),
      let number = Int(line[file.upperBound...].prefix { $0 != ":" })
    else { return nil }
    return Complaint(line: number, message: String(line[error.upperBound...]))
  }

  /// The path of the compiler that belongs to the Swift library of this process; nil if it is not installed.
  public static let compiler: String? = {
    guard let library = mappedFiles.first(where: { $0.hasSuffix("/libswiftCore.so") }),
      let end = library.firstRange(of: "/lib/swift/")?.lowerBound
    else { return nil }
    let path = String(library[..<end]) + "/bin/swiftc"
    return unsafe access(path, X_OK) == 0 ? path : nil
  }()

  /// The directory of the modules, which is beside the tests.
  private static let modules: String? = {
    let tests = mappedFiles.first { $0.hasSuffix(".xctest") }
    return tests.map { $0.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/Modules" }
  }()

  /// Options for the C modules that the modules import: module maps, and headers that pkg-config finds.
  private static let headers: [String] = {
    let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let package = readText(root + "/Package.swift") ?? ""
    // A line is like: library("CPango", pkgConfig: "pangocairo", …
    let lines = package.split(separator: "\n").filter { $0.contains("pkgConfig: \"") }
      .map { $0.split(separator: "\"") }
    let names = lines.map { String($0[1]) }
    let libraries = lines.flatMap { $0[3].split(separator: " ").map(String.init) }
    let directory = ScratchDirectory()
    let found = try? SessionProcess(
      ["pkg-config", "--cflags-only-I"] + libraries,
      environment: ["PATH": environmentVariable("PATH") ?? "/usr/bin:/bin"], log: directory("flags"),
      isUnprivileged: false)
    guard found?.waitForEnd() == .exited(0), let modules else { return [] }
    let flags = (directory.contents(of: "flags") ?? "").split { $0 == " " || $0 == "\n" }
    let shims = ["CPixels", "CPlatform"].map {
      modules.dropLast("Modules".count) + "\($0).build/module.modulemap"
    }
    return names.flatMap { ["-I", "\(root)/Sources/C/\($0)"] }
      + flags.flatMap { ["-Xcc", String($0)] }
      + shims.flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
  }()

  private static let mappedFiles: [String] =
    (readText("/proc/self/maps") ?? "").split(separator: "\n").compactMap { line in
      line.firstIndex(of: "/").map { String(line[$0...]) }
    }
}
