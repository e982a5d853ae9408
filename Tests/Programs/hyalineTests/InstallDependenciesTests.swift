import Glibc
import HeadlessSession
import TestSupport
import Testing

/// `scripts/install-dependencies`, with scripts in place of Debian's programs that log their arguments.
@Suite struct InstallDependenciesTests {
  private let directory = ScratchDirectory()
  private static let script =
    "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/") + "/scripts/install-dependencies"

  /// Runs the script with an `apt-get` that has `apt` as cases of its arguments, and returns what it prints.
  ///
  /// `dpkgQuery` is what the `dpkg-query` does, which knows no package by default.
  private func run(
    _ apt: String, dpkgQuery: String = "exit 1"
  ) throws -> (ending: SessionProcess.Ending?, text: String) {
    directory.makeDirectory("bin")
    let programs = [
      ("dpkg-query", dpkgQuery), ("id", "echo 0"),
      (
        "apt-get",
        "case $*:$(cat '\(directory("lists"))' 2>/dev/null) in \(apt) *) echo done ;; esac"
      ),
    ]
    for (name, body) in programs {
      directory.write(
        "#!/bin/sh\necho \(name) \"$*\" >>'\(directory("calls"))'\n\(body)\n", to: "bin/\(name)")
      #expect(unsafe chmod(directory("bin/\(name)"), 0o755) == 0)
    }
    let child = try SessionProcess(
      [Self.script, "demo"], environment: ["PATH": "\(directory("bin")):/usr/bin:/bin"],
      log: directory("log"), isUnprivileged: false)
    defer { child.stop() }
    return (child.waitForEnd(), child.logText)
  }

  private var calls: [String] {
    (directory.contents(of: "calls") ?? "").split(separator: "\n").filter { $0.hasPrefix("apt-get") }.map {
      $0.split(separator: " ").prefix(3).joined(separator: " ")
    }
  }

  private var update: String { "update*) echo new >'\(directory("lists"))' ;;" }

  @Test func `lists that lack packages are renewed before anything is said of them`() throws {
    let unknown = "install*:) echo 'E: Unable to locate package sway' >&2; exit 100 ;;"
    let result = try run("\(update) \(unknown)")
    #expect(result.ending == .exited(0) && !result.text.contains("E: "), "\(result.text)")
    #expect(calls == ["apt-get install -s", "apt-get update -q", "apt-get install -y"])
  }

  @Test func `packages that the server has replaced since are got by new lists, without an error`() throws {
    let gone = "'install -y'*:) echo 'E: Failed to fetch sway 404' >&2; exit 100 ;;"
    let result = try run("\(update) \(gone)")
    #expect(result.ending == .exited(0) && !result.text.contains("E: "), "\(result.text)")
    #expect(calls == ["apt-get install -s", "apt-get install -y", "apt-get update -q", "apt-get install -y"])
  }

  @Test func `a library is there by its name of newer releases`() throws {
    let result = try run(
      "'install -y'*) ;;", dpkgQuery: "case \"$*\" in *t64) echo installed ;; esac; exit 1")
    #expect(result.ending == .exited(0) && result.text == "", "\(result.text)")
    #expect(calls == [])
  }

  @Test func `lists that know all are used as they are`() throws {
    let result = try run("'install -y'*) echo 'W: a warning' >&2 ;;")
    #expect(result.ending == .exited(0) && result.text.contains("W: a warning"), "\(result.text)")
    #expect(calls == ["apt-get install -s", "apt-get install -y"])
  }

  @Test func `an error that new lists do not mend is printed`() throws {
    let result = try run("\(update) install*) echo 'E: Unable to locate package sway' >&2; exit 100 ;;")
    #expect(result.ending == .exited(1), "\(result.text)")
    #expect(
      result.text.contains("E: Unable to locate package sway") && result.text.contains("could not install:"))
  }
}
