import Application
import Arguments
import CLateLibraries
import HeadlessSession
import Settings
import ShellModel
import TestSupport
import Testing

@testable import hyaline

/// Tests of the steps between the start of the program and its service.
struct StartTests {
  private static func request(_ line: String) throws(CommandLineError) -> CommandLineRequest {
    try CommandTable.program.request(for: line.split(separator: " ").map(String.init), version: "1")
  }

  @Test(
    arguments: [
      ("", ShellParts.all, false, nil), ("run --notifications-only", .notifications, false, nil),
      ("--bar-only --settings /a", .bars, false, "/a"), ("run --settings x --replace", .all, true, "x"),
      ("--settings=run", .all, false, "run"), ("--replace --notifications-only", .notifications, true, nil),
    ] as [(String, ShellParts, Bool, String?)])
  func `without a command the bar and notifications are shown`(
    line: String, parts: ShellParts, replaces: Bool, settings: String?
  ) throws {
    guard case .run(let command) = try Self.request(line) else {
      Issue.record("nothing runs")
      return
    }
    let run = try #require(command as? RunCommand)
    #expect(run.options == RunOptions(parts: parts, replaces: replaces) && run.settings == settings)
  }

  @Test(arguments: [("0,0 1920x96", true), ("-8,0 9x9", true), ("0,0 9x0", false), ("0,0 -9x9", false)])
  func `an area of a picture is not empty`(area: String, isAccepted: Bool) {
    let request = try? CommandTable.program.request(for: ["demo", "--area", area], version: "1")
    #expect((request != nil) == isAccepted)
  }

  @Test(
    arguments: [
      ("rnu", #"unknown command "rnu"; did you mean "run"?"#),
      ("notifications lst --json", #"unknown command "lst"; did you mean "list"?"#),
      ("bars", #"unknown command "bars"; did you mean "bar"?"#),
      (
        "start",
        #"unknown command "start"; there are: run, check, settings, import, preview, gallery, symbols, bar, reload, notifications, snapshot, doctor, demo"#
      ),
    ])
  func `a word that is no command is named, with the one that may be meant`(line: String, words: String) {
    do throws(CommandLineError) {
      _ = try Self.request(line)
      Issue.record("the line is accepted")
    } catch {
      #expect(error.report { nearestName(to: $0, among: $1) }[0] == "Error: \(words)")
    }
  }

  @Test(
    arguments: [
      ("run --settigns a", "Unknown option '--settigns'. Did you mean '--settings'?"),
      ("--nonsense", "Unknown option '--nonsense'"), ("check a b", "Unexpected argument 'b'"),
      ("settings", "expected one of --default, --commented and --changed"),
      ("run --bar-only --notifications-only", "--bar-only and --notifications-only exclude each other"),
      ("--bar-only --replace", "--bar-only and --replace exclude each other"),
      ("preview --backdrop a -o b --material c --sigma 1", "--material and --sigma exclude each other"),
      ("symbols -o a.gif", #"expected a name that ends in .png, .jpg or .jpeg, got ".gif""#),
      ("snapshot", "Missing expected argument '<picture>'"),
      ("demo --area 3", #"--area: expected four numbers such as "0,0 1920x96", got "3""#),
      ("bar --output x", "Unknown option '--output'"),
      ("bar activate", "Missing expected argument '<module>'"),
      ("notifications history --limit 0", "--limit: expected a positive integer, got 0"),
      ("notifications forget", "expected a key or --all"),
      ("notifications forget 1 --all", "expected a key or --all"),
      ("notifications dismiss 1 --all", "--all excludes a number and --group"),
      ("notifications dismiss x", "The value 'x' is invalid for '<id>'"),
      ("notifications do-not-disturb until", "until: expected a time of day or a duration"),
      ("notifications do-not-disturb level", "level: expected a number"),
      (
        "notifications do-not-disturb level 101", #"level: expected a number from 0 to 100, got "101""#
      ),
      (
        "notifications do-not-disturb on 18:30",
        #"unexpected "18:30": only until takes a time, and level a number"#
      ),
      (
        "notifications do-not-disturb x",
        "The value 'x' is invalid for '<choice>'. Please provide one of 'on', 'off', 'toggle', 'until' or 'level'."
      ),
      (
        "rehearse a 1 2 3 x y",
        "The value 'x' is invalid for '<is-turned>'. Please provide one of 'true' or 'false'."
      ),
    ])
  func `a mistake in the arguments of a command is named`(line: String, words: String) {
    do throws(CommandLineError) {
      _ = try Self.request(line)
      Issue.record("the line is accepted")
    } catch {
      let report = error.report { nearestName(to: $0, among: $1) }
      #expect(report[0].hasPrefix("Error: ") && report[0].hasSuffix(words), "\(report[0])")
    }
  }

  @Test(
    arguments: [
      ("notifications foo", "hyaline notifications <subcommand>"), ("foo", "hyaline <subcommand>"),
    ])
  func `a word that is no command gets the usage of what it was said to`(line: String, usage: String) throws {
    let directory = try PrivateDirectory()
    defer { directory.remove() }
    let run = try CommandRun(line.split(separator: " ").map(String.init), in: directory)
    #expect(run.ending == .exited(64))
    #expect(run.text.hasPrefix("Error: unknown command \"foo\"; there are: "), "\(run.text)")
    #expect(run.text.contains("Usage: \(usage)\n"), "\(run.text)")
    let help = usage.replacing("<subcommand>", with: "--help")
    #expect(run.text.contains("See '\(help)' for more information."), "\(run.text)")
  }

  @Test(
    arguments: [
      ["x\u{1b}]0;y\u{7}"], ["run", "--x\u{1b}]0;y\u{7}"], ["check", "x\u{1b}]0;y\u{7}"],
    ])
  func `an error that quotes an argument does not control the terminal`(arguments: [String]) throws {
    let directory = try PrivateDirectory()
    defer { directory.remove() }
    let run = try CommandRun(arguments, in: directory)
    #expect(run.ending != .exited(0))
    #expect(run.text.contains(#"x\u{1b}]0;y\u{7}"#) && !run.text.contains("\u{1b}"), "\(run.text)")
  }

  @Test func `what cannot be printed is an error`() throws {
    let directory = try PrivateDirectory()
    defer { directory.remove() }
    let shell = try SessionProcess(
      ["sh", "-c", "\"$0\" settings --default >/dev/full", try Program.path(in: directory)],
      environment: ["PATH": "/usr/bin:/bin"], log: directory.file("log"), isUnprivileged: false)
    defer { shell.stop() }
    #expect(shell.waitForEnd() == .exited(1))
    #expect(shell.logText.contains("cannot write to standard output"))
  }

  @Test func `too little address space is an error at the start`() throws {
    let directory = try PrivateDirectory()
    defer { directory.remove() }
    let shell = try SessionProcess(
      ["sh", "-c", "ulimit -v 200000; exec \"$0\" run", try Program.path(in: directory)],
      environment: ["PATH": "/usr/bin:/bin", "HOME": directory.path], log: directory.file("log"),
      isUnprivileged: false)
    defer { shell.stop() }
    #expect(shell.waitForEnd() == .exited(1))
    #expect(
      shell.logText.contains("(ulimit -v) is 200000 KiB, expected at least 245760 KiB"), "\(shell.logText)")
  }

  @Test func `libraries that take long to load are not there at the start`() throws {
    let directory = try PrivateDirectory()
    defer { directory.remove() }
    let loader = try SessionProcess(
      ["ldd", try Program.path(in: directory)], environment: ["PATH": "/usr/bin:/bin"],
      log: directory.file("ldd.log"), isUnprivileged: false)
    defer { loader.stop() }
    try #require(loader.waitForEnd() == .exited(0), "\(loader.logText)")
    #expect(loader.logText.contains("libsystemd.so"))
    for name in [
      "pango", "cairo", "fontconfig", "harfbuzz", "gdk_pixbuf", "gobject", "glib", "pcre2", "rsvg", "png16",
      "jpeg", "webp", "gif", "Foundation", "FoundationEssentials",
    ] {
      #expect(!loader.logText.contains("lib\(name)-") && !loader.logText.contains("lib\(name).so"))
    }
  }

  @Test(arguments: [("libhyaline-none.so.1", "open"), ("libm.so.6", "hyaline_none")])
  func `a library or function that is missing ends the program and names the package`(
    library: String, word: String
  ) async throws {
    let result = await #expect(
      processExitsWith: .exitCode(1), observing: [\.standardErrorContent]
    ) { [library] in
      unsafe library.withCString { name in
        unsafe "hyaline-none".withCString { package in
          var library = unsafe hyaline_late_library(name: name, package: package)
          _ = unsafe hyaline_late_function(&library, "hyaline_none")
        }
      }
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains(library) && text.contains(word) && text.contains("package hyaline-none"))
  }

  @Test func `each function of the late libraries is in its library`() async {
    await #expect(processExitsWith: .success) {
      var count: Int32 = 0
      while let entry = unsafe hyaline_late_entry(count) {
        _ = unsafe hyaline_late_function(entry.pointee.library, entry.pointee.name)
        count += 1
      }
      precondition(count > 200, "\(count) functions")
    }
  }
}
