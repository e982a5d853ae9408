import Glibc
import HeadlessSession
import TestSupport
import Testing

extension LiveTests {
  /// Tests of the programs that were started, when the program itself ends.
  @Suite struct ChildTests {
    /// A bar with a script that tells its number and that of its child; if it is continuous, both ignore SIGTERM, otherwise it ends and
    /// leaves the child.
    private final class Stage {
      let sway: HeadlessSway
      let bar: RunningHyaline
      /// The script, and the child.
      let processes: [pid_t]

      init(isContinuous: Bool = true) throws {
        sway = try HeadlessSway(output: "resolution 640x360@60Hz")
        let file = sway.directory.file("processes")
        let script =
          isContinuous
          ? "trap '' TERM; sleep 1000 & echo $$ $! > '\(file)'; while :; do wait; done"
          : "sleep 1000 > /dev/null 2>&1 & echo $$ $! > '\(file)'"
        bar = try RunningHyaline(
          in: sway,
          settings: """
            [bar]
            start = ["script.parent"]
            [script.parent]
            command = ["sh", "-c", "\(script)"]
            \(isContinuous ? "continuous = true" : "interval = 0")

            """)
        var found: [pid_t] = []
        try eventually("the script") {
          found = (readText(file) ?? "").split(whereSeparator: \.isWhitespace).compactMap { pid_t($0) }
          return found.count == 2
        }
        processes = found
        try bar.waitForStatistics("the bar")
      }

      isolated deinit {
        for process in processes { kill(process, SIGKILL) }
        sway.stop()
      }
    }

    @Test func `a script that ignores the signal to end does not outlive the program`() throws {
      let stage = try Stage()
      #expect(stage.bar.terminate() == .exited(0))
      for process in stage.processes { try eventually("the end of \(process)") { hasEnded(process) } }
    }

    @Test func `what a script has left in the background does not outlive the program`() throws {
      let stage = try Stage(isContinuous: false)
      try eventually("the end of the script") { hasEnded(stage.processes[0]) }
      #expect(!hasEnded(stage.processes[1]))
      #expect(stage.bar.terminate() == .exited(0))
      try eventually("the end of its child") { hasEnded(stage.processes[1]) }
    }

    @Test func `a script does not outlive a program that is killed`() throws {
      let stage = try Stage()
      stage.bar.process.send(SIGKILL)
      try eventually("the end of the script") { hasEnded(stage.processes[0]) }
    }
  }
}

/// Whether a process is gone, or waits to be reaped by whoever has adopted it.
private func hasEnded(_ process: pid_t) -> Bool {
  guard let status = readText("/proc/\(process)/stat") else { return true }
  return status.split(separator: ")").last?.dropFirst().first == "Z"
}
