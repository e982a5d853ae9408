import Geometry
import Glibc
import Loop
import ModuleModel
import Settings
import TestSupport
import Testing

@testable import Modules

/// Scripts that write a line for each reading.
@Suite(.serialized)
final class ContinuousScriptSourceTests: SourceStage {
  @Test func `each line of a continuous command is a reading`() {
    let fifo = scratch("fifo")
    #expect(unsafe mkfifo(fifo, 0o600) == 0)
    var readings: [ModuleReading] = []
    let source = start(script(["cat", fifo], isContinuous: true)) { readings.append($0) }
    let writer = Descriptor(adopting: unsafe open(fifo, O_RDWR | O_CLOEXEC))
    for line in ["one", "two", "", "three"] {
      let count = readings.count
      let text = line + "\n"
      #expect(unsafe write(writer.raw, text, text.utf8.count) == text.utf8.count)
      // Lines are read again after a pause.
      clock.advance(by: .milliseconds(30))
      #expect(loop.wait { readings.count == count + 1 })
    }
    #expect(readings == [.text("one"), .text("two"), .text(""), .text("three")])
    source.stop()
    loop.reapChildren()
  }

  @Test func `a continuous command that ends is started again after a longer wait each time`() {
    let log = scratch("log")
    var settings = ScriptSettings()
    settings.command = ["sh", "-c", "echo x >> \(log); wc -l < \(log); exit 5"]
    settings.isContinuous = true
    var readings: [ModuleReading] = []
    let outlet = ModuleOutlet(of: ModuleName(.script, "load")) { readings.append($0) }
    let source = ContinuousScriptSource(
      settings: settings, loop: loop, outlet: outlet, firstDelay: .seconds(1))
    let failure = ModuleReading.failure(
      "script.load: exited with status 5", words: "The command failed with the status 5.")
    for run in 1...5 {
      #expect(loop.wait { readings.count == run * 2 })
      #expect(readings.suffix(2) == [.text("\(run)"), failure])
      loop.serveWhatIsReady()
      clock.advance(by: .seconds(1 << (run - 1)) - .nanoseconds(1))
      #expect(!loop.runOnce(until: loop.now))
      clock.advance(by: .nanoseconds(1))
    }
    source.stop()
  }

  @Test func `a continuous command that starts again leaves nothing of its last run in the background`()
    throws
  {
    var settings = ScriptSettings()
    settings.command = ["sh", "-c", "sleep 1000 > /dev/null & echo $!"]
    settings.isContinuous = true
    var processes: [pid_t] = []
    let outlet = ModuleOutlet(of: ModuleName(.script, "load")) { processes.append(pid_t($0.text ?? "") ?? 0) }
    let source = ContinuousScriptSource(
      settings: settings, loop: loop, outlet: outlet, firstDelay: .seconds(1))
    #expect(loop.wait { processes.count == 1 })
    loop.serveWhatIsReady()
    #expect(
      loop.wait {
        clock.advance(by: .seconds(1))
        return processes.count == 2
      })
    #expect(loop.wait { hasEnded(processes[0]) } && !hasEnded(processes[1]))
    source.stop()
    #expect(loop.wait { hasEnded(processes[1]) })
    loop.reapChildren()
  }

  @Test func `a line that is no JSON costs itself alone, and is logged once`() {
    var settings = ScriptSettings()
    // Standard error tells that a line has been printed.
    let script = #"for i in 1 2 3; do read -r a; echo "$a"; echo "printed $a" >&2; done; exec sleep 1000"#
    let pipe = scratch("lines")
    #expect(unsafe mkfifo(pipe, 0o600) == 0)
    settings.command = ["sh", "-c", "(\(script)) <> \(pipe)"]
    (settings.isContinuous, settings.isJSON) = (true, true)
    var (readings, log): ([ModuleReading], [String]) = ([], [])
    let source = ContinuousScriptSource(
      settings: settings, loop: loop,
      outlet: ModuleOutlet(of: ModuleName(.script, "load"), report: { log.append($0) }) {
        readings.append($0)
      })
    let writer = unsafe open(pipe, O_RDWR | O_CLOEXEC)
    defer { close(writer) }
    func send(_ line: String) {
      #expect(unsafe write(writer, line + "\n", line.utf8.count + 1) == line.utf8.count + 1)
      clock.advance(by: .milliseconds(30))
    }
    /// The clock is advanced again and again, as a line may come after it was.
    func wait(until condition: () -> Bool) {
      #expect(
        loop.wait {
          clock.advance(by: .milliseconds(30))
          return condition()
        })
    }
    send("warning: x")
    wait { readings.last?.failure != nil }
    send(#"{"text":"a",}"#)
    wait { readings.last?.fields["text"] == .text("a") }
    let count = readings.count
    send("{")
    wait { log.contains { $0.hasSuffix("printed {") } }
    clock.advance(by: .milliseconds(30))
    loop.serveWhatIsReady()
    #expect(readings.count == count)
    let complaints = log.filter { !$0.contains("printed") }
    #expect(complaints == ["expected a line of JSON: byte 0: expected a value"])
    source.stop()
    loop.reapChildren()
  }

  @Test func `what a script writes to standard error is logged with its name, and bounded`() {
    var settings = ScriptSettings()
    settings.command = [
      "sh", "-c", "i=0; while [ $i -lt 5000 ]; do i=$((i+1)); echo line $i >&2; done; echo x",
    ]
    settings.interval = 0
    var (readings, log): ([ModuleReading], [String]) = ([], [])
    let source = PolledScriptSource(
      settings: settings, loop: loop,
      outlet: ModuleOutlet(of: ModuleName(.script, "load"), report: { log.append($0) }) {
        readings.append($0)
      })
    #expect(
      loop.wait {
        clock.advance(by: .milliseconds(30))
        return readings == [.text("x")]
      })
    loop.serveWhatIsReady()
    #expect(log.count == 100 && log.first == "line 1")
    clock.advance(by: .seconds(61))
    loop.serveWhatIsReady()
    #expect(log.count == 101)
    #expect(log.last == "4900 lines of standard error left out, 43201 bytes")
    source.stop()
    loop.reapChildren()
  }

  @Test func `scripts may name each signal that the C library leaves, and no other is one`() {
    let first = RealTimeSignals.all.first
    #expect(RealTimeSignals.all.count == 30 && RealTimeSignals.all.last == __libc_current_sigrtmax())
    #expect(first.flatMap { RealTimeSignals.number(of: $0) } == 1)
    #expect(RealTimeSignals.number(of: __libc_current_sigrtmin()) == nil)
    #expect(RealTimeSignals.number(of: __libc_current_sigrtmax()) == 30)
    #expect(RealTimeSignals.number(of: SIGTERM) == nil)
  }

  @Test func `much output of a command is shown at a bounded rate`() {
    var readings = 0
    let source = start(
      script(["sh", "-c", "i=0; while :; do i=$((i+1)); echo $i; done"], isContinuous: true)
    ) { _ in readings += 1 }
    #expect(loop.wait { readings == 1 })
    expectPace(2...5, on: loop, clock) { readings }
    source.stop()
    clock.advance(by: .seconds(1))
    loop.reapChildren()
  }
}
