import HeadlessSession
import TestSupport
import Testing

struct CheckCommandTests {
  @Test(arguments: [["wrong.toml"], ["--settings", "wrong.toml"], ["--settings=wrong.toml"]])
  func `the file to check is an argument, or an option as that of other commands`(arguments: [String])
    throws
  {
    let directory = try PrivateDirectory()
    defer { directory.remove() }
    let path = try directory.write("[bar]\nheight = \"abc\"\n", to: "wrong.toml")
    let line = arguments.map { $0.replacing("wrong.toml", with: path) }
    let run = try CommandRun(["check"] + line, in: directory)
    #expect(run.ending == .exited(1))
    #expect(
      run.text == "wrong.toml:2:10: bar.height: expected a positive integer, or \"auto\", got \"abc\"\n")
  }

  @Test func `a missing included file is a warning, with which the file is right`() throws {
    let directory = try PrivateDirectory()
    defer { directory.remove() }
    let path = try directory.write("include = [\"none.toml\"]\n", to: "settings.toml")
    let run = try CommandRun(["check", path], in: directory)
    #expect(run.ending == .exited(0))
    #expect(run.text == "settings.toml:1:12: include: warning: \"none.toml\" does not exist\n")
  }

  @Test func `a file that is named twice is an error of the command line`() throws {
    let directory = try PrivateDirectory()
    defer { directory.remove() }
    let run = try CommandRun(["check", "a.toml", "--settings", "b.toml"], in: directory)
    #expect(run.ending == .exited(64))
    #expect(run.text.contains("expected one file, got \"a.toml\" and --settings \"b.toml\""), "\(run.text)")
  }

  @Test func `a file that is named and missing is an error`() throws {
    let directory = try PrivateDirectory()
    defer { directory.remove() }
    let path = directory.file("none.toml")
    let run = try CommandRun(["check", "--settings", path], in: directory)
    #expect(run.ending == .exited(1) && run.text == "\(path): no such file\n")
  }
}
