import HeadlessSession
import TestSupport
import Testing

@Suite struct CatalogueTests {
  private let root = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")

  private func run(_ command: String...) throws -> (ending: SessionProcess.Ending?, log: String) {
    let directory = try PrivateDirectory()
    defer { directory.remove() }
    let process = try SessionProcess(
      command, environment: ["PATH": environmentVariable("PATH") ?? "/usr/bin:/bin", "LANG": "C.UTF-8"],
      log: directory.file("log"), isUnprivileged: false)
    let ending = process.waitForEnd()
    return (ending, process.logText)
  }

  @Test func `the catalogues have all texts of the sources with the same placeholders`() throws {
    let checked = try run("python3", root + "/scripts/extract-words", "--check")
    #expect(checked.ending == .exited(0), "\(checked.log)")
  }

  @Test(arguments: ["ar", "de", "es", "fr", "ja"]) func `gettext can read a catalogue`(language: String)
    throws
  {
    let compiled = try run("msgfmt", "--check-format", "-o", "/dev/null", "\(root)/po/\(language).po")
    #expect(compiled.ending == .exited(0), "\(compiled.log)")
  }
}
