import Glibc
import HeadlessSession
import Modules
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

  @Test func `the output of a compositor that does not start keeps its lines`() throws {
    let directory = try PrivateDirectory()
    defer { directory.remove() }
    let folder = try directory.makeDirectory("bin")
    for name in ["sway", "swaymsg", "swaybg", "foot", "grim", "dbus-daemon"] {
      try directory.write("#!/bin/sh\necho one >&2\necho two >&2\nexit 1\n", to: "bin/\(name)", mode: 0o755)
    }
    let run = try CommandRun(["demo"], in: directory, environment: ["PATH": "\(folder):/usr/bin:/bin"])
    #expect(run.ending == .exited(1))
    #expect(run.text == "hyaline: error: sway failed:\none\ntwo\n", "\(run.text)")
  }

  @Test func `signals that are for a bar end no other command`() throws {
    let directory = try PrivateDirectory()
    defer { directory.remove() }
    let path = directory.file("settings.toml")
    #expect(unsafe mkfifo(path, 0o600) == 0)
    // While somebody may write to the pipe, the command waits for more.
    let pipe = unsafe open(path, O_RDWR | O_CLOEXEC)
    #expect(unsafe write(pipe, "\n", 1) == 1)
    let process = try CommandRun.start(["check", path], in: directory)
    defer { process.stop() }
    try eventually("the command reads its file") {
      var poller = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
      return unsafe poll(&poller, 1, 0) == 0
    }
    for signal in [SIGUSR1, SIGUSR2] + RealTimeSignals.all { process.send(signal) }
    close(pipe)
    #expect(process.waitForEnd() == .exited(0) && process.logText == "")
  }
}
