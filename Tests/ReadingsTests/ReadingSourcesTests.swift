import Glibc
import Loop
import Measures
import Settings
import ShellModel
import TestSupport
import Testing

@testable import Readings

@Suite(.serialized)
struct ReadingSourcesTests {
  let loop: EventLoop
  let scratch = ScratchDirectory()

  init() throws {
    loop = try EventLoop()
  }

  private func start(
    _ settings: ModuleSettings, _ deliver: @escaping (Reading) -> Void
  ) -> any ReadingSource {
    let module =
      switch settings {
      case .clock: ModuleName.clock
      case .text: ModuleName(.text, "hello")
      case .script: ModuleName(.script, "load")
      }
    return ReadingSources.start(module: module, settings: settings, loop: loop, deliver: deliver)
  }

  private func script(
    _ command: [String], interval: Double = 0, isContinuous: Bool = false
  ) -> ModuleSettings {
    var settings = ScriptSettings()
    settings.command = command
    settings.interval = interval
    settings.isContinuous = isContinuous
    return .script(settings)
  }

  private func clock(_ format: String) -> ModuleSettings {
    var settings = ClockSettings()
    settings.format = format
    return .clock(settings)
  }

  // MARK: - Text and clock

  @Test(arguments: [
    ("Hyaline", "Hyaline"), ("", ""), ("two\nlines\tand \u{1B}[1m", "two lines and  [1m"), ("  é😀 ", "  é😀 "),
    ("a\r\nb", "a  b"),
  ])
  func aTextIsDeliveredOnceAsOneLine(text: String, shown: String) {
    var settings = TextSettings()
    settings.text = text
    var readings: [Reading] = []
    let source = start(.text(settings)) { readings.append($0) }
    #expect(readings == [.text(shown)])
    #expect(!loop.runOnce(until: loop.now))
    source.stop()
  }

  @Test func aClockShowsEachSecondOnceSoonAfterItBegins() throws {
    var times: [Int] = []
    let source = start(clock("%s")) { [loop] reading in
      guard case .text(let text) = reading, let time = Int(text) else {
        Issue.record("\(reading)")
        return
      }
      // Never early; the clock may go on while this is called.
      #expect(time <= loop.wallTime.seconds)
      times.append(time)
    }
    #expect(times.count == 1)
    let before = loop.wakeUpCount
    #expect(loop.run(for: .seconds(5)) { times.count == 3 })
    #expect(times == [times[0], times[0] + 1, times[0] + 2])
    #expect(loop.wakeUpCount - before == 2)
    source.stop()
    source.stop()
    #expect(!loop.run(for: .milliseconds(1)) { times.count > 3 })
  }

  @Test(arguments: ["%a %e %b  %H:%M", "%A %B %Y", "", "100 %%", "%Z %z", "%Ex %Oe", "é %%H"])
  func aClockWritesWhatTheCommandDateWrites(format: String) throws {
    var readings: [Reading] = []
    let source = start(clock(format)) { readings.append($0) }
    let command = start(script(["date", "+" + format])) { readings.append($0) }
    #expect(loop.run(for: .seconds(5)) { readings.count >= 2 })
    // A third one only if the minute has ended meanwhile.
    #expect(readings.count > 2 || readings[0] == readings[1])
    source.stop()
    command.stop()
  }

  @Test func aClockOfAThousandTimesIsShownWhole() {
    var readings: [Reading] = []
    start(clock(String(repeating: "%A, ", count: 1000))) { readings.append($0) }.stop()
    guard case .text(let text) = readings.first else {
      Issue.record("\(readings)")
      return
    }
    #expect(text.split(separator: ",").count == 1001)
    start(clock(String(repeating: "%c%c%c%c", count: 1000))) { readings.append($0) }.stop()
    #expect(readings.last == .failure("clock: format: expected a text of at most 64 KiB"))
  }

  // MARK: - Polled scripts

  @Test(arguments: [
    (["echo", "0.12"], Reading.text("0.12")),
    (["sh", "-c", "echo first; echo second"], .text("first")),
    (["sh", "-c", "echo; echo second"], .text("")),
    (["printf", "no end"], .text("no end")),
    (["printf", "a\\tb\\r\\n"], .text("a b")),
    (["printf", "\\377x"], .text("\u{FFFD}x")),
    (["true"], .text("")),
    (["false"], .failure("script.load: exited with status 1")),
    (["sh", "-c", "echo text; exit 3"], .failure("script.load: exited with status 3")),
    (["sh", "-c", "kill -9 $$"], .failure("script.load: killed by signal 9")),
    (
      ["hyaline-missing", "x"],
      .failure("script.load: cannot run \"hyaline-missing\": no such file or directory")
    ),
    (
      ["sh", "-c", "head -c 3000000 /dev/zero | tr '\\0' x"],
      .text(String(repeating: "x", count: 65536) + "…")
    ),
  ])
  func theFirstLineOfACommandOrItsFailureIsShown(command: [String], reading: Reading) {
    var readings: [Reading] = []
    let source = start(script(command)) { readings.append($0) }
    #expect(loop.run(for: .seconds(10)) { !readings.isEmpty })
    #expect(readings == [reading])
    // Once is once.
    #expect(!loop.run(for: .milliseconds(2)) { readings.count > 1 })
    source.stop()
  }

  @Test func aPolledCommandRunsOncePerIntervalAndNeverTwiceAtOnce() {
    // Each run tells its beginning and its end; it lasts as long as two intervals and a half.
    let log = scratch("log")
    let command = ["sh", "-c", "echo begin >> \(log); sleep .25; echo end >> \(log); wc -l < \(log)"]
    var readings: [Reading] = []
    let start = loop.now
    let source = self.start(script(command, interval: 0.1)) { readings.append($0) }
    #expect(loop.run(for: .seconds(10)) { readings.count == 3 })
    source.stop()
    #expect(readings == [.text("2"), .text("4"), .text("6")])
    // Starts at 0, .3 and .6 s.
    #expect(loop.now - start >= .milliseconds(850))
    let lines = scratch.contents(of: "log")?.split(separator: "\n") ?? []
    #expect(lines.enumerated().allSatisfy { $1 == ($0.isMultiple(of: 2) ? "begin" : "end") })
  }

  @Test func theSameReadingIsDeliveredOnce() {
    let log = scratch("log")
    var readings: [Reading] = []
    let source = start(script(["sh", "-c", "echo run >> \(log); echo same"], interval: 0.1)) {
      readings.append($0)
    }
    #expect(loop.run(for: .seconds(10)) { scratch.contents(of: "log")?.utf8.count == 12 })
    #expect(readings == [.text("same")])
    source.stop()
  }

  // MARK: - Continuous scripts

  @Test func eachLineOfAContinuousCommandIsAReading() {
    let fifo = scratch("fifo")
    #expect(unsafe mkfifo(fifo, 0o600) == 0)
    var readings: [Reading] = []
    let source = start(script(["cat", fifo], isContinuous: true)) { readings.append($0) }
    let writer = Descriptor(adopting: unsafe open(fifo, O_RDWR | O_CLOEXEC))
    for line in ["one", "two", "", "three"] {
      let count = readings.count
      let text = line + "\n"
      #expect(unsafe write(writer.raw, text, text.utf8.count) == text.utf8.count)
      #expect(loop.run(for: .seconds(5)) { readings.count == count + 1 })
    }
    #expect(readings == [.text("one"), .text("two"), .text(""), .text("three")])
    source.stop()
    _ = loop.run(for: .seconds(3)) { !hasChildren() }
  }

  @Test func aContinuousCommandThatEndsIsStartedAgainLaterEachTime() {
    let log = scratch("log")
    var settings = ScriptSettings()
    settings.command = ["sh", "-c", "echo x >> \(log); wc -l < \(log); exit 5"]
    settings.isContinuous = true
    var readings: [Reading] = []
    var starts: [Instant] = []
    let outlet = ReadingOutlet { [loop] in
      readings.append($0)
      if case .text = $0 { starts.append(loop.now) }
    }
    let source = ContinuousScriptSource(
      module: ModuleName(.script, "load"), settings: settings, loop: loop, outlet: outlet,
      firstDelay: .milliseconds(20))
    #expect(loop.run(for: .seconds(10)) { starts.count == 5 })
    source.stop()
    let failure = Reading.failure("script.load: exited with status 5")
    #expect(readings == (1...4).flatMap { [.text("\($0)"), failure] } + [.text("5")])
    for (index, (a, b)) in zip(starts, starts.dropFirst()).enumerated() {
      // The moment of a reading is some milliseconds after that of the start.
      #expect(b - a >= .milliseconds(20 << index) - .milliseconds(10))
    }
  }

  @Test func aFloodIsShownAtABoundedRate() {
    var readings: [Instant] = []
    let source = start(
      script(["sh", "-c", "i=0; while :; do i=$((i+1)); echo $i; done"], isContinuous: true)
    ) { [loop] _ in readings.append(loop.now) }
    #expect(loop.run(for: .seconds(10)) { readings.count == 5 })
    #expect(zip(readings.dropFirst(), readings).allSatisfy { $0 - $1 >= .milliseconds(30) })
    source.stop()
    _ = loop.run(for: .seconds(3)) { !hasChildren() }
  }

  // MARK: - The end

  @Test func aSourceMayBeStoppedByWhoReceivesItsReading() {
    for settings in [
      clock("%s"), script(["echo", "x"], interval: 0.1), script(["hyaline-missing"], interval: 0.1),
      script(["echo", "x"], isContinuous: true), script(["false"], isContinuous: true),
    ] {
      var source: (any ReadingSource)?
      var readings = 0
      source = start(settings) { _ in
        readings += 1
        source?.stop()
      }
      if readings > 0 { source?.stop() }
      #expect(loop.run(for: .seconds(5)) { readings == 1 })
      #expect(!loop.run(for: .milliseconds(130)) { readings > 1 })
    }
    _ = loop.run(for: .seconds(3)) { !hasChildren() }
  }

  @Test func twoHundredSourcesOfEachKindLeaveNoDescriptorBehind() {
    let clock = start(clock("%s")) { _ in }
    let before = openDescriptors()
    for round in 0..<200 {
      var readings = 0
      let sources = [
        start(self.clock("%H")) { _ in }, start(.text(TextSettings())) { _ in },
        start(script(["echo", "x"])) { _ in readings += 1 },
        start(script(["echo", "y"], isContinuous: true)) { _ in readings += 1 },
      ]
      if round.isMultiple(of: 2) { #expect(loop.run(for: .seconds(5)) { readings == 2 }) }
      for source in sources { source.stop() }
    }
    // Those that were told to end have a second for it.
    #expect(loop.run(for: .seconds(5)) { leakedDescriptors(since: before, cycles: 200).isEmpty })
    clock.stop()
    _ = loop.run(for: .seconds(3)) { !hasChildren() }
  }
}
