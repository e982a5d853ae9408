import HeadlessSession
import TestSupport
import Testing

/// The library as a package of somebody else uses it.
struct DependentPackageTests {
  @Test func `a package that depends on this one and imports one module is built`() throws {
    let compiler = try #require(TypeChecker.compiler, "no compiler")
    let root = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    let directory = ScratchDirectory()
    let process = try SessionProcess(
      [root + "/scripts/test-package"],
      environment: [
        "PATH": environmentVariable("PATH") ?? "/usr/bin:/bin", "HOME": directory.path,
        "TMPDIR": directory.path, "SWIFT": String(compiler.dropLast("c".count)),
      ], log: directory("build.log"), isUnprivileged: false)
    let ending = process.waitForEndOfWork()
    #expect(ending == .exited(0), "\(process.logText.suffix(2000))")
    if ending == nil { process.stop() }
  }
}
