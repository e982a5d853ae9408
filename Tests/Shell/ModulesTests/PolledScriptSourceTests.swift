import Geometry
import Glibc
import Loop
import ModuleModel
import Settings
import TestSupport
import Testing

@testable import Modules

/// Scripts that run once or at intervals.
@Suite(.serialized)
final class PolledScriptSourceTests: SourceStage {
  @Test(arguments: [
    (["echo", "0.12"], ModuleReading.text("0.12")),
    (
      ["sh", "-c", "echo first; echo second"],
      ModuleReading(["text": .text("first"), "tooltip": .text("second")])
    ),
    (
      ["printf", "72%%\\nBattery\\nlow\\nmore\\n"],
      ModuleReading(
        ["text": .text("72%"), "tooltip": .text("Battery"), "class": .text("low")], states: ["low"])
    ),
    (["sh", "-c", "echo; echo second"], ModuleReading(["text": .text(""), "tooltip": .text("second")])),
    (["printf", "no end"], .text("no end")),
    (["printf", "a\\tb\\r\\n"], .text("a b")),
    (["printf", "\\377x"], .text("\u{FFFD}x")),
    (["true"], .text("")),
    (
      ["false"],
      .failure("script.load: exited with status 1", words: "The command failed with the status 1.")
    ),
    (
      ["sh", "-c", "echo text; exit 3"],
      .failure("script.load: exited with status 3", words: "The command failed with the status 3.")
    ),
    (
      ["sh", "-c", "kill -9 $$"],
      .failure("script.load: killed by signal 9", words: "The command was ended by the signal 9.")
    ),
    (
      ["hyaline-missing", "x"],
      .failure(
        "script.load: cannot run \"hyaline-missing\": no such file or directory",
        words: "The command could not be started.")
    ),
    (
      ["sh", "-c", "head -c 3000000 /dev/zero | tr '\\0' x"],
      .text(String(repeating: "x", count: 65536) + "…")
    ),
  ])
  func `a command's first lines or its failure are shown`(command: [String], reading: ModuleReading) {
    var readings: [ModuleReading] = []
    let source = start(script(command)) { readings.append($0) }
    let isRead = loop.wait {
      // A long output is read in parts, with pauses.
      clock.advance(by: .milliseconds(30))
      return !readings.isEmpty
    }
    #expect(isRead && readings == [reading])
    // Once is once.
    clock.advance(by: .seconds(3600))
    loop.serveWhatIsReady()
    #expect(readings.count == 1)
    source.stop()
  }

  @Test(arguments: [true, false])
  func `a polled command runs again when a command of its module has ended`(isFollowing: Bool) {
    scratch.write("", to: "runs")
    var settings = ScriptSettings()
    settings.command = ["sh", "-c", "echo >> \(scratch("runs")); wc -l < \(scratch("runs"))"]
    settings.interval = 0
    settings.followsCommands = isFollowing
    var readings: [ModuleReading] = []
    let source = start(settings) { readings.append($0) }
    #expect(loop.wait { readings == [.text("1")] })
    source.commandEnded()
    // A refresh is sure to run it, and to run it once more if it runs for the command that has ended.
    if !isFollowing { source.refresh() }
    #expect(loop.wait { readings.count == 2 } && readings.last == .text("2"))
    loop.reapChildren()
    source.refresh()
    #expect(loop.wait { readings.count == 3 })
    loop.reapChildren()
    #expect(readings == ["1", "2", "3"].map { .text($0) })
    source.stop()
  }

  @Test func `a polled command runs once per interval and never twice at once`() {
    // Each run tells its beginning and its end, and lasts until it is let go.
    let (log, fifo) = (scratch("log"), scratch("fifo"))
    #expect(unsafe mkfifo(fifo, 0o600) == 0)
    let gate = Descriptor(adopting: unsafe open(fifo, O_RDWR | O_CLOEXEC))
    let command = [
      "sh", "-c", "echo begin >> \(log); head -n 1 \(fifo) >&2; echo end >> \(log); wc -l < \(log)",
    ]
    var readings: [ModuleReading] = []
    let source = start(script(command, interval: 10)) { readings.append($0) }
    func begun() -> Int { (scratch.contents(of: "log") ?? "").split(separator: "\n").count { $0 == "begin" } }
    for run in 1...3 {
      #expect(loop.wait { begun() == run })
      // The moments at which it would run again pass by.
      for _ in 0..<5 {
        clock.advance(by: .seconds(5))
        loop.serveWhatIsReady()
      }
      #expect(unsafe write(gate.raw, "\n", 1) == 1)
      #expect(loop.wait { readings.count == run })
      loop.serveWhatIsReady()
      #expect(begun() == run)
      clock.advance(by: .seconds(5))
    }
    source.stop()
    #expect(readings == [.text("2"), .text("4"), .text("6")])
    let lines = scratch.contents(of: "log")?.split(separator: "\n") ?? []
    #expect(lines.enumerated().allSatisfy { $1 == ($0.isMultiple(of: 2) ? "begin" : "end") })
  }

  @Test func `a polled command does not run while nobody sees it, and at once when a bar is seen again`() {
    let log = scratch("log")
    let source = start(script(["sh", "-c", "echo run >> \(log)"], interval: 10)) { _ in }
    func runs() -> Int { (scratch.contents(of: "log") ?? "").split(separator: "\n").count }
    func pass(_ seconds: Int) {
      clock.advance(by: .seconds(seconds))
      loop.serveWhatIsReady()
    }
    #expect(loop.wait { runs() == 1 })
    loop.reapChildren()
    source.barsAreSeen(false)
    for _ in 1...5 { pass(10) }
    // A run that is asked for comes first, so that one of the interval would have come before it.
    source.refresh()
    #expect(loop.wait { runs() == 2 })
    loop.reapChildren()
    source.barsAreSeen(true)
    #expect(loop.wait { runs() == 3 })
    loop.reapChildren()
    loop.serveWhatIsReady()
    #expect(runs() == 3)
    // A bar that is seen again before the next run is due causes no run of its own.
    source.barsAreSeen(false)
    source.barsAreSeen(true)
    #expect(
      loop.wait {
        pass(10)
        return runs() >= 4
      })
    source.stop()
    loop.reapChildren()
  }

  @Test func `a run ends what the one before it has left in the background`() throws {
    var readings: [ModuleReading] = []
    let source = start(script(["sh", "-c", "sleep 1000 > /dev/null & echo $!"], interval: 10)) {
      readings.append($0)
    }
    for run in 1...3 {
      #expect(loop.wait { readings.count == run })
      let processes = readings.compactMap { $0.text.flatMap { pid_t($0) } }
      try #require(processes.count == run)
      #expect(loop.wait { processes.dropLast().allSatisfy { hasEnded($0) } })
      #expect(!hasEnded(processes[run - 1]))
      clock.advance(by: .seconds(10))
    }
    source.stop()
    let processes = readings.compactMap { $0.text.flatMap { pid_t($0) } }
    #expect(loop.wait { processes.allSatisfy { hasEnded($0) } })
    loop.reapChildren()
  }

  @Test func `a reading that does not change is delivered once`() {
    let log = scratch("log")
    var readings: [ModuleReading] = []
    let source = start(script(["sh", "-c", "echo run >> \(log); echo same"], interval: 10)) {
      readings.append($0)
    }
    #expect(
      loop.wait {
        clock.advance(by: .seconds(5))
        return (scratch.contents(of: "log")?.utf8.count ?? 0) >= 4 * 4
      })
    #expect(readings == [.text("same")])
    source.stop()
    loop.reapChildren()
  }
}
