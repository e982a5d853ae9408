import CompositorSources
import DBus
import Geometry
import Glibc
import Loop
import ModuleModel
import PopupUI
import Settings
import TestSupport
import Testing

@testable import Modules

@Suite(.serialized)
struct ModuleSourcesTests {
  let clock = ManualClock()
  let loop: EventLoop
  let scratch = ScratchDirectory()

  init() throws {
    loop = try EventLoop(clock: clock)
  }

  private func makeSources() -> ModuleSources {
    ModuleSources(
      loop: loop, compositor: Compositor(Compositor.Addresses(), loop: loop), idleness: Idleness(),
      buses: ServiceBuses(
        session: nil, system: MessageBus(BusAddress("unix:path=/nowhere")!, loop: loop)))
  }

  private func start(
    _ settings: SourceSettings, _ deliver: @escaping (ModuleReading) -> Void
  ) -> any ModuleSource {
    let module =
      switch settings {
      case .clock: ModuleName.clock
      case .text: ModuleName(.text, "hello")
      default: ModuleName(.script, "load")
      }
    return makeSources().start(module: module, settings: settings, deliver: deliver)!
  }

  private func script(
    _ command: [String], interval: Double = 0, isContinuous: Bool = false
  ) -> SourceSettings {
    var settings = ScriptSettings()
    settings.command = command
    settings.interval = interval
    settings.isContinuous = isContinuous
    return .script(settings)
  }

  private func clockModule(_ format: String) -> SourceSettings {
    var settings = ClockSettings()
    settings.times = ["time:" + format]
    return .clock(settings)
  }

  // MARK: - Meters

  @Test func `meters are not read while no bar is seen, and at once when one is seen again`() throws {
    let sources = makeSources()
    var readings = 0
    let source = try #require(
      sources.start(module: ModuleName(.memory), settings: .meter(MeterSettings(.memory, interval: 10))) {
        _ in
        readings += 1
      })
    #expect(readings == 1)
    /// Passes as much time as there is between readings; returns whether anything was done by the loop.
    func pass() -> Bool {
      clock.advance(by: .seconds(10))
      return loop.runOnce(until: loop.now)
    }
    #expect(pass() && pass(), "it is read by its interval")
    sources.barsAreSeen(false)
    for _ in 1...5 { #expect(!pass()) }
    sources.barsAreSeen(true)
    #expect(!loop.runOnce(until: loop.now), "it was read and is not due")
    #expect(pass() && pass())
    source.stop()
    #expect(!pass())
  }

  // MARK: - Text and clock

  @Test(arguments: [
    ("Hyaline", "Hyaline"), ("", ""), ("two\nlines\tand \u{1B}[1m", "two\nlines and  [1m"),
    ("  é😀 ", "  é😀 "),
    ("a\r\nb", "a\nb"),
  ])
  func `a fixed text is delivered once, without control characters`(text: String, shown: String) {
    var settings = TextSettings()
    settings.text = text
    var readings: [ModuleReading] = []
    let source = start(.text(settings)) { readings.append($0) }
    #expect(readings == [.text(shown)])
    #expect(!loop.runOnce(until: loop.now))
    source.stop()
  }

  @Test func `a clock shows each second once, soon after it begins`() throws {
    var times: [Int] = []
    let source = start(clockModule("%s")) { [loop] reading in
      guard let text = reading.text, let time = Int(text) else {
        Issue.record("\(reading)")
        return
      }
      #expect(time == loop.wallTime.seconds)
      times.append(time)
    }
    #expect(times.count == 1)
    clock.set(wallTime: WallTime(sinceEpoch: .seconds(times[0])))
    loop.serveWhatIsReady()
    let before = loop.wakeUpCount
    for second in 1...2 {
      clock.advance(by: .seconds(1) - .nanoseconds(1))
      #expect(!loop.runOnce(until: loop.now) && times.count == second)
      clock.advance(by: .nanoseconds(1))
      #expect(loop.runOnce())
      #expect(times == (0...second).map { times[0] + $0 })
    }
    #expect(loop.wakeUpCount - before == 4)
    source.stop()
    source.stop()
    clock.advance(by: .seconds(60))
    loop.serveWhatIsReady()
    #expect(times.count == 3)
  }

  @Test func `a clock wakes up once per unit that is to be seen, and never while no bar is`() {
    clock.set(wallTime: WallTime(sinceEpoch: .seconds(3600)))
    var settings = ClockSettings()
    settings.times = ["time:%M", "time:%S"]
    var readings: [ModuleReading] = []
    let source = start(.clock(settings)) { readings.append($0) }
    defer { source.stop() }
    func seconds() -> FieldValue? { readings.last?.fields["time:%S"] }
    func pass(_ seconds: Int) {
      clock.advance(by: .seconds(seconds))
      loop.serveWhatIsReady()
    }
    source.showTimes(["time:%M"])
    readings = []
    pass(59)
    #expect(readings == [])
    // A time that has become visible is right at once.
    source.showTimes(["time:%M", "time:%S"])
    #expect(seconds() == .text("59"))
    pass(1)
    pass(1)
    #expect(readings.count == 3 && seconds() == .text("01"))
    source.barsAreSeen(false)
    pass(120)
    source.showTimes(["time:%M"])
    #expect(readings.count == 3)
    source.barsAreSeen(true)
    #expect(readings.count == 4 && readings.last?.fields["time:%M"] == .text("03"))
    pass(58)
    #expect(readings.count == 4)
    pass(1)
    #expect(readings.count == 5 && readings.last?.fields["time:%M"] == .text("04"))
  }

  @Test func `a clock of several zones tells the time in each, and wakes up when any of them is due`() {
    // The minutes in the second zone are 30 when an hour begins in the first.
    let zones = ["AAA0", "BBB-5:30"]
    clock.set(wallTime: WallTime(sinceEpoch: .seconds(20 * 3600)))
    var settings = ClockSettings()
    settings.times = ["time:%H", "zones:%d %H"]
    settings.zones = [zones[0]]
    var readings: [ModuleReading] = []
    let single = start(.clock(settings)) { readings.append($0) }
    #expect(loop.wait { !readings.isEmpty })
    single.stop()
    #expect(readings.last?.fields["zones:%d %H"] == .text(""))
    settings.zones = zones
    readings = []
    let source = start(.clock(settings)) { readings.append($0) }
    defer { source.stop() }
    #expect(loop.wait { !readings.isEmpty })
    #expect(readings.last?.fields["zones:%d %H"] == .text("01 20  AAA0\n02 01  BBB-5:30"))
    #expect(readings.last?.fields["time:%H"] == .text("20"))
    clock.advance(by: .seconds(1800))
    loop.serveWhatIsReady()
    #expect(readings.last?.fields["zones:%d %H"] == .text("01 20  AAA0\n02 02  BBB-5:30"))
    clock.advance(by: .seconds(1800))
    loop.serveWhatIsReady()
    #expect(readings.last?.fields["zones:%d %H"] == .text("01 21  AAA0\n02 02  BBB-5:30"))
    // The day of a calendar is that of the zone that is shown.
    #expect(source.day(at: 20 * 3600, on: nil)?.dayOfMonth == 1)
    source.perform("next_zone", item: nil)
    #expect(source.day(at: 20 * 3600, on: nil)?.dayOfMonth == 2)
    #expect(start(clockModule("%H")) { _ in }.day(at: 0, on: nil) == nil)
  }

  @Test func `a zone is read again after its file system has not answered`() throws {
    let answer = BoundedAnswer<Void>()
    var settings = ClockSettings()
    (settings.times, settings.zones) = (["time:%H"], ["AAA0"])
    var readings: [ModuleReading] = []
    let source = ClockSource(
      module: .clock, settings: settings, loop: loop, outlet: ModuleOutlet { readings.append($0) },
      rulesOfZone: { zone in
        _ = answer.wait(-1)
        return LocalTime.rules(of: zone)
      })
    defer { source.stop() }
    #expect(
      loop.wait {
        clock.advance(by: .seconds(1))
        return !readings.isEmpty
      })
    #expect(readings == [.failure("clock: timezones: the file system of AAA0 does not answer")])
    answer.give(())
    #expect(
      loop.wait {
        clock.advance(by: .seconds(1))
        return readings.last?.fields["time:%H"] != nil
      })
  }

  @Test func `each output has the zone of a clock that was chosen on it`() {
    clock.set(wallTime: WallTime(sinceEpoch: .seconds(20 * 3600)))
    var settings = ClockSettings()
    settings.times = ["time:%H"]
    settings.zones = ["AAA0", "BBB-5", "CCC-10"]
    var readings: [ModuleReading] = []
    let source = start(.clock(settings)) { readings.append($0) }
    defer { source.stop() }
    #expect(loop.wait { !readings.isEmpty })
    func hour(_ output: String?) -> FieldValue? { readings.last?.on(output).fields["time:%H"] }
    func scroll(_ action: String, on output: String?) {
      source.perform(action, item: nil, by: ModuleContact(.scrollDown, on: output))
    }
    scroll("next_zone", on: "one")
    #expect([hour("one"), hour("two"), hour(nil)] == [.text("01"), .text("20"), .text("20")])
    scroll("previous_zone", on: "two")
    #expect([hour("one"), hour("two"), hour(nil)] == [.text("01"), .text("06"), .text("20")])
    #expect(source.day(at: 20 * 3600, on: "two")?.dayOfMonth == 2)
    #expect(source.day(at: 20 * 3600, on: "three")?.dayOfMonth == 1)
    scroll("next_zone", on: nil)
    #expect([hour("one"), hour("two"), hour(nil)] == [.text("06"), .text("20"), .text("01")])
    clock.advance(by: .seconds(3600))
    loop.serveWhatIsReady()
    #expect([hour("one"), hour("two"), hour(nil)] == [.text("07"), .text("21"), .text("02")])
    for output in ["one", "two"] { scroll(output == "one" ? "previous_zone" : "next_zone", on: output) }
    #expect(readings.last?.byOutput.isEmpty == true, "all outputs show the same again")
  }

  // MARK: - Idleness

  @Test func `the session is kept awake from the start, and for a time`() {
    let idleness = Idleness()
    var settings = IdleSettings()
    (settings.timeout, settings.startsActive) = (60, true)
    var states: [FieldValue?] = []
    let source = IdleSource(
      module: ModuleName(.idle), settings: settings, idleness: idleness, loop: loop,
      outlet: ModuleOutlet { states.append($0.fields["state"]) })
    #expect(states == [.text("awake")] && idleness.isInhibited)
    clock.advance(by: .seconds(58))
    loop.serveWhatIsReady()
    #expect(states.count == 1)
    clock.advance(by: .seconds(3))
    loop.serveWhatIsReady()
    #expect(states.last == .text("auto") && !idleness.isInhibited)
    // Each time counts from its own start.
    source.perform("on", item: nil)
    clock.advance(by: .seconds(58))
    loop.serveWhatIsReady()
    source.perform("toggle", item: nil)
    source.perform("toggle", item: nil)
    clock.advance(by: .seconds(58))
    loop.serveWhatIsReady()
    #expect(states.last == .text("awake"))
    source.stop()
    #expect(!idleness.isInhibited)
  }

  @Test(arguments: ["%a %e %b  %H:%M", "%A %B %Y", "", "100 %%", "%Z %z", "%Ex %Oe", "é %%H"])
  func `a clock writes what the command date writes`(format: String) throws {
    var readings: [ModuleReading] = []
    let source = start(clockModule(format)) { readings.append($0) }
    let command = start(script(["date", "--date=@\(loop.wallTime.seconds)", "+" + format])) {
      readings.append($0)
    }
    #expect(loop.wait { readings.count == 2 })
    #expect(readings[0].text == readings[1].text)
    source.stop()
    command.stop()
  }

  @Test func `a clock whose format has a thousand times is shown completely`() {
    var readings: [ModuleReading] = []
    start(clockModule(String(repeating: "%A, ", count: 1000))) { readings.append($0) }.stop()
    guard let text = readings.first?.text else {
      Issue.record("\(readings)")
      return
    }
    #expect(text.split(separator: ",").count == 1001)
    start(clockModule(String(repeating: "%c%c%c%c", count: 1000))) { readings.append($0) }.stop()
    #expect(readings.last == .failure("clock: format: expected a text of at most 64 KiB"))
  }

  // MARK: - Polled scripts

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
    let source = start(.script(settings)) { readings.append($0) }
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
    // Whoever is seen again before the next run is due waits for that.
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

  // MARK: - Continuous scripts

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
    let outlet = ModuleOutlet { readings.append($0) }
    let source = ContinuousScriptSource(
      module: ModuleName(.script, "load"), settings: settings, loop: loop, outlet: outlet,
      firstDelay: .seconds(1))
    let failure = ModuleReading.failure("script.load: exited with status 5")
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
      module: ModuleName(.script, "load"), settings: settings, loop: loop,
      outlet: ModuleOutlet { readings.append($0) }, report: { log.append($0) })
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
      module: ModuleName(.script, "load"), settings: settings, loop: loop,
      outlet: ModuleOutlet { readings.append($0) }, report: { log.append($0) })
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
    for count in 2...5 {
      clock.advance(by: .milliseconds(29))
      loop.serveWhatIsReady()
      #expect(readings == count - 1)
      clock.advance(by: .milliseconds(1))
      #expect(loop.wait { readings == count })
    }
    source.stop()
    clock.advance(by: .seconds(1))
    loop.reapChildren()
  }

  // MARK: - The end

  @Test func `a source may be stopped by the receiver of its reading`() {
    for settings in [
      clockModule("%s"), script(["echo", "x"], interval: 1), script(["hyaline-missing"], interval: 1),
      script(["echo", "x"], isContinuous: true), script(["false"], isContinuous: true),
    ] {
      var source: (any ModuleSource)?
      var readings = 0
      source = start(settings) { _ in
        readings += 1
        source?.stop()
      }
      if readings > 0 { source?.stop() }
      #expect(loop.wait { readings == 1 })
      for _ in 0..<5 {
        clock.advance(by: .seconds(1))
        loop.serveWhatIsReady()
      }
      #expect(readings == 1)
    }
    loop.reapChildren()
  }

  @Test func `two hundred sources of each kind leave no descriptor behind`() {
    let first = start(clockModule("%s")) { _ in }
    let before = openDescriptors()
    for round in 0..<200 {
      var readings = 0
      let sources = [
        start(clockModule("%H")) { _ in }, start(.text(TextSettings())) { _ in },
        start(script(["echo", "x"])) { _ in readings += 1 },
        start(script(["echo", "y"], isContinuous: true)) { _ in readings += 1 },
      ]
      if round.isMultiple(of: 2) { #expect(loop.wait { readings == 2 }) }
      for source in sources { source.stop() }
    }
    // Processes that were told to end have a second for it.
    clock.advance(by: .seconds(1))
    #expect(loop.wait { leakedDescriptors(since: before, cycles: 200).isEmpty })
    first.stop()
    loop.reapChildren()
  }
}

extension ModuleReading {
  /// The text of a reading, or the only moment that it holds.
  fileprivate var text: String? {
    let moment = fields.first { $0.key.hasPrefix("time:") }?.value
    return if case .text(let text)? = fields["text"] ?? moment { text } else { nil }
  }
}
