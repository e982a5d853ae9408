import HeadlessSession
import TestSupport
import Testing

/// Tests of the beginning of every command.
struct EntryPointTests {
  @Test(arguments: ["verbose", "info"])
  func `a wrong level of the log is reported once`(level: String) throws {
    let directory = try PrivateDirectory()
    defer { directory.remove() }
    let path = try directory.write("", to: "settings.toml")
    let run = try CommandRun(
      ["settings", "get", "bar.edge", "--settings", path], in: directory,
      environment: ["HYALINE_LOG": level])
    let mistake = """
      hyaline: warning: HYALINE_LOG: expected error, warning, info, debug or trace, got "verbose"; the level is warning

      """
    #expect(run.ending == .exited(0))
    #expect(run.text == (level == "info" ? "" : mistake) + "top\n", "\(run.text)")
  }

  @Test func `words for a shell are printed without a report about the log`() throws {
    let directory = try PrivateDirectory()
    defer { directory.remove() }
    let run = try CommandRun(
      ["complete", "values", "hyaline settings set bar.exclusive"], in: directory,
      environment: ["HYALINE_LOG": "verbose"])
    #expect(run.ending == .exited(0) && run.text == "true\nfalse\n")
  }
}
