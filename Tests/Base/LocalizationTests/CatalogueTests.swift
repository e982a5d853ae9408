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

  @Test(
    arguments: [
      (#"outlet.fail("no disk", words: "There is no disk.")"#, "There is no disk."),
      (#"return .failure("There is no disk.")"#, "There is no disk."),
      (#"panels.failure.take("It was refused.")"#, "It was refused."),
      (#"view.help(reason ?? "It was refused.")"#, "It was refused."),
      (#"Notice(text: "It was refused.", until: now)"#, "It was refused."),
      (#"outlet.fail("no disk", words: localized("There is no disk."))"#, nil),
      (#"return outlet.failure("no disk here", words: words)"#, nil),
    ] as [(String, String?)])
  func `a reason that is shown without a translation is found`(line: String, found: String?) throws {
    let directory = try PrivateDirectory()
    defer { directory.remove() }
    var folder = ""
    for name in ["Sources", "Shell", "Modules"] {
      folder += folder.isEmpty ? name : "/" + name
      try directory.makeDirectory(folder)
    }
    try directory.write(line + "\n", to: folder + "/Source.swift")
    try directory.makeDirectory("scripts")
    try directory.link("scripts/extract-words", to: root + "/scripts/extract-words")
    let checked = try run("python3", directory.file("scripts/extract-words"), "--check")
    let problem = found.map { "\(folder)/Source.swift:1: \"\($0)\" is not localized" }
    if let problem { #expect(checked.log.contains(problem), "\(checked.log)") }
    #expect(checked.log.contains("is not localized") == (problem != nil), "\(checked.log)")
  }

  @Test(arguments: ["ar", "de", "es", "fr", "ja"]) func `gettext can read a catalogue`(language: String)
    throws
  {
    let compiled = try run("msgfmt", "--check-format", "-o", "/dev/null", "\(root)/po/\(language).po")
    #expect(compiled.ending == .exited(0), "\(compiled.log)")
  }
}
