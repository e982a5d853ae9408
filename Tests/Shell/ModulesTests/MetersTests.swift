import Geometry
import Glibc
import Loop
import ModuleModel
import Settings
import TestSupport
import Testing
import TextProcessing

@testable import Modules

/// Tests of the readings that are made from the files of a machine.
@Suite struct MetersTests {
  private static let stat = """
    cpu  100 20 30 800 40 5 5 0 7 0
    cpu0 50 10 15 400 20 3 2 0 3 0
    cpu1 50 10 15 400 20 2 3 0 4 0
    intr 12345 0 0
    """
  private static let meminfo = """
    MemTotal:       16000000 kB
    MemFree:         1000000 kB
    MemAvailable:   10000000 kB
    SwapTotal:       8000000 kB
    SwapFree:        6000000 kB
    """
  private static let dev = """
    Inter-|   Receive                                                |  Transmit
     face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo
        lo: 1000 10 0 0 0 0 0 0 1000 10 0 0 0 0 0 0
      eth0: 5000 50 0 0 0 0 0 0 700 7 0 0 0 0 0 0
     wlan0:9000 50 0 0 0 0 0 0 900 7 0 0 0 0 0 0
    """

  @Test func `recordings of a machine are decoded`() throws {
    #expect(ProcessorTicks(stat: Self.stat) == ProcessorTicks(busy: 160, total: 1000, cores: 2))
    let memory = try #require(MemoryUse(meminfo: Self.meminfo))
    #expect(memory.total == 16_384_000_000 && memory.available == 10_240_000_000)
    #expect(memory.swapTotal - memory.swapFree == 2_048_000_000)
    let load = try #require(LoadAverage(loadavg: "0.31 0.28 1.30 1/234 5678\n"))
    #expect([load.one, load.five, load.fifteen] == [0.31, 0.28, 1.3])
    let counters = InterfaceCounters.counters(dev: Self.dev)
    #expect(counters.keys.sorted() == ["eth0", "lo", "wlan0"])
    #expect(counters["wlan0"] == InterfaceCounters.Counter(received: 9000, sent: 900))
    #expect(TemperatureSensor.celsius("47125\n") == 47.125 && TemperatureSensor.celsius("") == nil)
    #expect(TemperatureSensor.celsius("nan") == nil && TemperatureSensor.celsius("99999999") == nil)
  }

  @Test func `a recording that ends anywhere is decoded or refused`() {
    for text in [Self.stat, Self.meminfo, Self.dev, "0.31 0.28 1.30 1/234"] {
      for length in 0..<text.utf8.count {
        let part = String(decoding: text.utf8.prefix(length), as: UTF8.self)
        if let ticks = ProcessorTicks(stat: part, eachCore: true) {
          #expect(([ticks.all] + ticks.byCore.values).allSatisfy { $0.busy <= $0.total })
        }
        if let memory = MemoryUse(meminfo: part) {
          #expect(memory.available <= memory.total && memory.total > 0)
        }
        _ = LoadAverage(loadavg: part)
        #expect(InterfaceCounters.counters(dev: part).count <= 3)
      }
    }
  }

  @Test func `the sensor of the processor is found, or that of a name`() {
    func sensor(_ name: String) -> TemperatureSensor { TemperatureSensor(name: name, path: "/" + name) }
    let all = ["nvme Composite", "acpitz", "coretemp Core 0", "coretemp Package id 0"].map(sensor)
    #expect(TemperatureSensor.choice(nil, among: all)?.name == "coretemp Package id 0")
    #expect(TemperatureSensor.choice("nvme", among: all)?.name == "nvme Composite")
    #expect(TemperatureSensor.choice("gpu", among: all) == nil)
    #expect(TemperatureSensor.choice(nil, among: [sensor("odd")])?.name == "odd")
    #expect(TemperatureSensor.choice(nil, among: []) == nil)
  }

  @Test func `sensors of one name are told apart by a number`() {
    let names = ["nvme Composite", "acpitz", "nvme Composite", "nvme Composite"]
    let sensors = TemperatureSensor.numbered(names.map { TemperatureSensor(name: $0, path: "") })
    #expect(sensors.map(\.name) == ["nvme Composite", "acpitz", "nvme Composite 2", "nvme Composite 3"])
    #expect(TemperatureSensor.choice("nvme Composite 2", among: sensors)?.name == "nvme Composite 2")
    #expect(TemperatureSensor.choice("nvme Composite", among: sensors)?.name == "nvme Composite")
  }

  @Test func `interfaces are all but the loopback, one, or those of a pattern`() throws {
    func names(_ interfaces: MeterSettings.Interfaces) -> [String] {
      ["eth0", "lo", "wlan0", "wlan1"].filter(interfaces.contains)
    }
    #expect(names(.all) == ["eth0", "wlan0", "wlan1"] && names(.named("lo")) == ["lo"])
    #expect(names(.matching(try TextPattern("wl*"))) == ["wlan0", "wlan1"])
  }

  @Test func `shares and rates come from two samples`() throws {
    var cpu = MeterReading(.cpu())
    let start = Instant(sinceOrigin: .seconds(10))
    let first = cpu.reading(of: .cpu(ProcessorTicks(busy: 100, total: 1000, cores: 4)), at: start)
    #expect(first?.fields["percent"] == .integer(0, .percent))
    let second = cpu.reading(of: .cpu(ProcessorTicks(busy: 150, total: 1200, cores: 4)), at: start)
    #expect(
      second?.fields["percent"] == .integer(25, .percent)
        && second?.fields["history"] == .list([Double?](repeating: nil, count: 23) + [0.25]))
    // No time has passed, or the counters began anew.
    #expect(cpu.reading(of: .cpu(ProcessorTicks(busy: 150, total: 1200, cores: 4)), at: start) == nil)
    #expect(cpu.reading(of: .cpu(ProcessorTicks(busy: 1, total: 2, cores: 4)), at: start) == nil)

    var rates = MeterReading(.rates(.all))
    func sample(_ received: UInt64, _ sent: UInt64) -> MeterSample {
      .rates(["eth0": InterfaceCounters.Counter(received: received, sent: sent)])
    }
    #expect(rates.reading(of: sample(1000, 0), at: start)?.fields["down"] == .integer(0, .bytesPerSecond))
    let later = rates.reading(of: sample(5000, 200), at: start + .seconds(2))
    #expect(later?.fields["down"] == .integer(2000, .bytesPerSecond))
    #expect(
      later?.fields["up"] == .integer(100, .bytesPerSecond) && later?.fields["interface"] == .text("eth0"))
    #expect(
      later?.fields["down_bits"] == .integer(16000, .bitsPerSecond)
        && later?.fields["up_bits"] == .integer(800, .bitsPerSecond))
    guard case .list(let values) = try #require(later?.fields["up_history"]) else {
      Issue.record("no list")
      return
    }
    #expect(values.suffix(2) == [nil, 0.001])
    let anew = rates.reading(of: sample(10, 0), at: start + .seconds(4))
    #expect(anew?.fields["down"] == .integer(0, .bytesPerSecond))
    for second in 0..<40 {
      _ = rates.reading(of: sample(UInt64(second) * 9, 0), at: start + .seconds(5 + second))
    }
    guard
      case .list(let history)? = rates.reading(of: sample(9_999_999, 0), at: start + .seconds(60))?.fields[
        "history"]
    else {
      Issue.record("no history")
      return
    }
    #expect(history.count == MeterReading.historyLength && history.compactMap(\.self).max() == 1)
  }

  @Test(
    arguments: [
      ([nil, 500, 0], [nil, 0.005, 0]), ([50_000, 100_000], [0.5, 1]), ([50_000, 200_000], [0.25, 1]),
      ([nil], [nil]),
    ] as [([Double?], [Double?])])
  func `the greatest rate fills the height of a graph, unless all of them are low`(
    rates: [Double?], parts: [Double?]
  ) {
    #expect(MeterReading.parts(rates) == parts)
  }

  @Test func `a temperature is read from the first file that a path stands for`() {
    var machine = Machine()
    let folder = "/sys/devices/platform/coretemp.0/hwmon"
    machine.text = { ["\(folder)/hwmon3/temp1_input": "47000\n", "/plain": "1000"][$0] }
    machine.names = { $0 == folder ? ["hwmon4", "hwmon3", "power"] : [] }
    func sample(_ path: String) -> MeterSample? { machine.sample(.temperature(sensor: nil, path: path)) }
    #expect(
      sample("\(folder)/hwmon*/temp1_input") == .temperature(47, sensor: "\(folder)/hwmon3/temp1_input"))
    #expect(sample("\(folder)/hwmon?/temp1_input") == sample("\(folder)/hwmon*/temp1_input"))
    #expect(sample("/plain") == .temperature(1, sensor: "/plain"))
    #expect(sample("\(folder)/hwmon*/temp2_input") == nil && sample("/gone*") == nil)
    let problem = Machine.problem(.temperature(sensor: nil, path: "/gone*"))
    #expect(problem.reason == "no temperature in /gone*")
    #expect(problem.words == "There is no temperature in “/gone*”.")
  }

  /// A machine whose reads are recorded; `stat` is the text of /proc/stat, `frequencies` are files of cores by their names.
  private func machine(
    stat: String, frequencies: [String: String] = [:], read: @escaping (String) -> Void = { _ in }
  ) -> Machine {
    Machine(
      text: { path in
        read(path)
        if path == "/proc/stat" { return stat }
        let core = path.split(separator: "/").first { $0.hasPrefix("cpu") && $0.count == 4 }
        return core.flatMap { frequencies[String($0)] }
      },
      names: {
        read($0)
        return $0 == "/sys/devices/system/cpu"
          ? ["cpu0", "cpu1", "cpu2", "cpufreq", "cpuidle", "online"] : []
      })
  }

  @Test func `cores have shares and icons of their own, also where their numbers have gaps`() throws {
    let stats = [
      "cpu  0 0 0 0\ncpu0 10 0 0 10\ncpu2 10 0 0 10\nintr 1",
      "cpu  100 0 0 100\ncpu0 35 0 0 85\ncpu2 110 0 0 10\ncpu3 5 0 0 5\nintr 1",
    ]
    var reading = MeterReading(.cpu(cores: true))
    var last: ModuleReading?
    for stat in stats {
      let sample = machine(stat: stat).sample(.cpu(cores: true))
      guard let sample else {
        Issue.record("no sample of \(stat)")
        return
      }
      last = reading.reading(of: sample, at: Instant(sinceOrigin: .zero))
    }
    let fields = try #require(last).fields
    #expect(fields["percent"] == .integer(50, .percent) && fields["cores"] == .integer(3))
    #expect(fields["percent0"] == .integer(25, .percent) && fields["percent2"] == .integer(100, .percent))
    #expect(fields["percent1"] == nil && fields["percent3"] == .integer(0, .percent))
    var style = ModuleStyle()
    style.look.icons = .levels(["▁", "▄", "█"])
    style.look.format = try FormatTemplate(
      "{icon0}{icon1}{icon2} {percent0}", fields: ModuleKind.cpu.summary.fields)
    #expect(style.shown(ModuleReading(fields), ModuleKind.cpu.summary).text == "▁█ 25")
  }

  @Test(
    arguments: [
      (["cpu0": "1200000\n", "cpu1": "4600000", "cpu2": "2000000\n"], [1.2, 2.6, 4.6]),
      (["cpu1": "800000\n", "cpu2": "<unknown>\n"], [0.8, 0.8, 0.8]), (["cpu0": "0\n"], nil), ([:], nil),
    ] as [([String: String], [Double]?)])
  func `frequencies are those of the cores that have files`(files: [String: String], values: [Double]?) throws
  {
    let sample = try #require(machine(stat: Self.stat, frequencies: files).sample(.cpu(frequencies: true)))
    var reading = MeterReading(.cpu(frequencies: true))
    let made = reading.reading(of: sample, at: Instant(sinceOrigin: .zero))
    let fields = try #require(made).fields
    let read: [Double?] = ["min_frequency", "frequency", "max_frequency"].map { name in
      fields[name]?.number.map { (number: Double) in (number * 1000).rounded() / 1000 }
    }
    #expect(read == values ?? [nil, nil, nil])
    #expect(fields["percent"] != nil, "the rest is shown in any case")
  }

  @Test func `a machine without files of frequencies has those of cpuinfo`() throws {
    let cpuinfo = """
      processor\t: 0
      cpu family\t: 6
      cpu MHz\t\t: 2600.125

      processor\t: 1
      cpu MHz\t\t: 1400.000
      """
    let frequencies = try #require(CoreFrequencies(cpuinfo: cpuinfo))
    #expect(abs(frequencies.greatest - 2.600125) < 1e-9 && abs(frequencies.least - 1.4) < 1e-9)
    #expect(CoreFrequencies(cpuinfo: "processor\t: 0\ncpu MHz\t: none\nbogomips\t: 50") == nil)
    let machine = Machine(
      text: { ["/proc/stat": Self.stat, "/proc/cpuinfo": cpuinfo, "/proc/loadavg": "4.83 1 1"][$0] },
      names: { _ in [] })
    let sample = try #require(machine.sample(.cpu(frequencies: true, load: true)))
    var reading = MeterReading(.cpu(frequencies: true, load: true))
    let made = reading.reading(of: sample, at: Instant(sinceOrigin: .zero))
    let fields = try #require(made).fields
    #expect(fields["max_frequency"]?.number == frequencies.greatest && fields["load1"]?.number == 4.83)
  }

  @Test(
    arguments: [
      (.cpu(), ["/proc/stat"]), (.cpu(cores: true), ["/proc/stat"]),
      (
        .cpu(frequencies: true),
        ["/proc/stat", "/sys/devices/system/cpu"]
          + (0..<3).map { "/sys/devices/system/cpu/cpu\($0)/cpufreq/scaling_cur_freq" } + ["/proc/cpuinfo"]
      ),
      (.cpu(load: true), ["/proc/stat", "/proc/loadavg"]),
    ] as [(MeterSettings.Subject, [String])])
  func `only what is shown of the processor is read`(subject: MeterSettings.Subject, paths: [String]) {
    var read: [String] = []
    let machine = machine(stat: Self.stat) { read.append($0) }
    guard case .cpu(let ticks, _, _)? = machine.sample(subject) else {
      Issue.record("no sample")
      return
    }
    #expect(read == paths)
    #expect(ticks.byCore.keys.sorted() == (subject == .cpu(cores: true) ? [0, 1] : []))
  }

  @Test func `every meter has all fields of its kind, and no other`() throws {
    let machine = Machine(
      text: {
        [
          "/proc/stat": Self.stat, "/proc/meminfo": Self.meminfo, "/proc/net/dev": Self.dev,
          "/proc/loadavg": "1 2 3", "/sys/class/hwmon/hwmon0/name": "k10temp\n",
          "/sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq": "1000000\n",
          "/sys/class/hwmon/hwmon0/temp1_label": "Tctl\n", "/sys/class/hwmon/hwmon0/temp1_input": "47125\n",
        ][$0]
      },
      names: {
        [
          "/sys/class/hwmon": ["hwmon0"], "/sys/class/hwmon/hwmon0": ["name", "temp1_input"],
          "/sys/devices/system/cpu": ["cpu0"],
        ][$0] ?? []
      },
      room: { _ in FileSystemUse(total: 1000, free: 400, available: 300) })
    let subjects: [(MeterSettings.Subject, ModuleKind)] = [
      (.cpu(cores: true, frequencies: true, load: true), .cpu), (.memory, .memory), (.disk(path: "/"), .disk),
      (.load, .load),
      (.temperature(sensor: nil), .temperature), (.rates(.all), .rates),
    ]
    for (subject, kind) in subjects {
      let sample = try #require(machine.sample(subject))
      var reading = MeterReading(subject)
      let made = reading.reading(of: sample, at: Instant(sinceOrigin: .zero))
      let fields = try #require(made).fields
      // Pressure is added where the kernel tells it, and icons are chosen by the look.
      let read = kind.summary.namedFields.filter { $0.name != "pressure" && $0.type != .icons }
      #expect(read.allSatisfy { field in fields.keys.contains { field.describes($0) } }, "\(kind)")
      #expect(fields.keys.allSatisfy { key in read.contains { $0.describes(key) } }, "\(kind)")
      let style = ModuleSettings.defaults(of: kind).style
      let shown = style.shown(ModuleReading(fields), kind.summary)
      #expect(!shown.text.isEmpty && !shown.tooltip.isEmpty, "\(kind)")
    }
    #expect(
      machine.sample(.rates(.named("ppp0"))) == nil && machine.sample(.temperature(sensor: "gpu")) == nil)
  }

  @Test func `meters that are due at about the same time are read in one go, and no more often`() throws {
    let clock = ManualClock()
    let loop = try EventLoop(clock: clock)
    var reads = 0
    var machine = Machine()
    machine.text = { _ in
      reads += 1
      return "0.\(reads) 0 0"
    }
    let meters = Meters(loop: loop, machine: machine)
    var texts: [FieldValue] = []
    func start(_ interval: Double) -> MeterSource {
      MeterSource(
        settings: MeterSettings(.load, interval: interval), meters: meters,
        outlet: ModuleOutlet(of: ModuleName(.load)) { texts.append($0.fields["load1"] ?? .bool(false)) })
    }
    let sources = [start(10), start(10)]
    let perSample = reads / 2
    #expect(texts.count == 2)
    clock.advance(by: .seconds(10))
    loop.serveWhatIsReady()
    clock.advance(by: .seconds(1))
    loop.serveWhatIsReady()
    #expect(reads == 3 * perSample && texts.count == 4 && texts[2] == texts[3])
    sources[0].refresh()
    #expect(texts.count == 5)
    for source in sources { source.stop() }
    clock.advance(by: .seconds(60))
    loop.serveWhatIsReady()
    #expect(texts.count == 5)
  }

  /// A machine whose load is another one each time it is read.
  private static func rising() -> Machine {
    var machine = Machine()
    var reads = 0
    machine.text = { _ in
      reads += 1
      return "0.\(reads) 0 0"
    }
    return machine
  }

  @Test func `meters that nobody sees are not read, and at once when a bar is seen again`() throws {
    let clock = ManualClock()
    let loop = try EventLoop(clock: clock)
    let meters = Meters(loop: loop, machine: Self.rising())
    var texts = 0
    let source = MeterSource(
      settings: MeterSettings(.load, interval: 10), meters: meters,
      outlet: ModuleOutlet(of: ModuleName(.load)) { _ in texts += 1 })
    func pass(_ seconds: Int) {
      clock.advance(by: .seconds(seconds))
      loop.serveWhatIsReady()
    }
    for _ in 1...2 { meters.pause(true) }
    for _ in 1...9 { pass(10) }
    #expect(texts == 1)
    // Whoever asks for it has it read.
    source.refresh()
    #expect(texts == 2)
    pass(10)
    for _ in 1...2 { meters.pause(false) }
    #expect(texts == 3)
    pass(10)
    #expect(texts == 4)
    source.stop()
  }

  @Test func `meters are read again although those have ended that nobody saw`() throws {
    let clock = ManualClock()
    let loop = try EventLoop(clock: clock)
    let meters = Meters(loop: loop, machine: Self.rising())
    var texts = 0
    func start() -> MeterSource {
      MeterSource(
        settings: MeterSettings(.load, interval: 10), meters: meters,
        outlet: ModuleOutlet(of: ModuleName(.load)) { _ in texts += 1 })
    }
    let first = start()
    meters.pause(true)
    first.stop()
    let second = start()
    #expect(texts == 2)
    meters.pause(false)
    clock.advance(by: .seconds(10))
    loop.serveWhatIsReady()
    #expect(texts == 3)
    second.stop()
  }

  @Test(
    arguments: [
      ("some avg10=12.50 avg60=1 avg300=0 total=9\nfull avg10=3.00 avg60=0 avg300=0 total=0\n", 0.125),
      ("full avg10=3.00 avg60=0 avg300=0 total=0\n", nil), ("some avg10=", nil), ("some avg10=-1", nil),
      ("some avg10=101", nil), ("some avg10=nan", nil), ("", nil), ("some", nil),
    ] as [(String, Double?)]) func `pressure is what the kernel tells of the last ten seconds`(
      text: String, share: Double?
    )
  {
    #expect(Pressure(file: text)?.share == share)
  }

  @Test func `pressure is read where it is shown, and at once when the kernel tells of it`() throws {
    let loop = try EventLoop(clock: ManualClock())
    var pressure = "some avg10=5.00 avg60=0 avg300=0 total=0"
    var followed: [String: () -> Void] = [:]
    var machine = Machine()
    machine.text = { $0 == "/proc/meminfo" ? Self.meminfo : $0 == "/proc/pressure/memory" ? pressure : nil }
    machine.followPressure = { path, _, handler in
      followed[path] = handler
      return { followed[path] = nil }
    }
    let meters = Meters(loop: loop, machine: machine)
    var readings: [ModuleReading] = []
    func start(showsPressure: Bool) -> MeterSource {
      MeterSource(
        settings: MeterSettings(.memory, interval: 10, showsPressure: showsPressure), meters: meters,
        outlet: ModuleOutlet(of: ModuleName(.memory)) { readings.append($0) })
    }
    let plain = start(showsPressure: false)
    #expect(readings.count == 1 && readings[0].fields["pressure"] == nil && followed.isEmpty)
    let source = start(showsPressure: true)
    #expect(readings.last?.fields["pressure"] == .real(5, .percent))
    pressure = "some avg10=50.00 avg60=0 avg300=0 total=0"
    followed["/proc/pressure/memory"]?()
    #expect(readings.count == 3 && readings.last?.fields["pressure"] == .real(50, .percent))
    source.stop()
    plain.stop()
    #expect(followed.isEmpty)
  }

  /// A machine whose file system at /gone answers once a pipe can be read.
  private func machineThatHangs(at pipe: Int32) -> Machine {
    var machine = Machine()
    machine.room = { path in
      if path == "/gone" {
        var byte: UInt8 = 0
        _ = unsafe read(pipe, &byte, 1)
      }
      return FileSystemUse(total: 1000, free: 400, available: 300)
    }
    return machine
  }

  @Test func `a file system that does not answer keeps nobody else waiting`() throws {
    let clock = ManualClock()
    let loop = try EventLoop(clock: clock)
    var ends: [Int32] = [-1, -1]
    #expect(unsafe pipe(&ends) == 0)
    let (reading, writing) = (ends[0], ends[1])
    defer {
      close(reading)
      close(writing)
    }
    let meters = Meters(loop: loop, machine: machineThatHangs(at: reading))
    var readings: [String: [ModuleReading]] = [:]
    let sources = ["/gone", "/"].map { path in
      MeterSource(
        settings: MeterSettings(.disk(path: path), interval: 60), meters: meters,
        outlet: ModuleOutlet(of: ModuleName(.disk)) { readings[path, default: []].append($0) })
    }
    // Nothing is known at once, as nobody is waited for here.
    #expect(readings.isEmpty)
    #expect(loop.wait { readings["/"] != nil } && readings["/gone"] == nil)
    let isGivenUp = loop.wait {
      clock.advance(by: .milliseconds(100))
      return readings["/gone"] != nil
    }
    #expect(isGivenUp && readings["/gone"]?.last?.failure == "disk: the file system at /gone does not answer")
    #expect(readings["/"]?.last?.fields["free"] == .integer(300, .bytes))
    for source in sources { source.stop() }
    #expect(unsafe write(writing, "x", 1) == 1)
  }

  @Test func `a file system that never answers leaves others readable, however often it is asked`() throws {
    let clock = ManualClock()
    let loop = try EventLoop(clock: clock)
    var ends: [Int32] = [-1, -1]
    #expect(unsafe pipe(&ends) == 0)
    let (reading, writing) = (ends[0], ends[1])
    defer { close(reading) }
    let meters = Meters(loop: loop, machine: machineThatHangs(at: reading))
    func answer(of path: String) -> ModuleReading? {
      var answer: ModuleReading?
      let source = MeterSource(
        settings: MeterSettings(.disk(path: path), interval: 60), meters: meters,
        outlet: ModuleOutlet(of: ModuleName(.disk)) { answer = $0 })
      defer { source.stop() }
      _ = loop.wait {
        // The thread that reads another file system may start late on a busy machine, which is no failure.
        if path == "/gone" { clock.advance(by: .milliseconds(100)) }
        return answer != nil
      }
      return answer
    }
    for _ in 0...Worker<Void>.mostAbandoned { #expect(answer(of: "/gone")?.failure != nil) }
    #expect(answer(of: "/")?.fields["free"] == .integer(300, .bytes))
    // The threads that still wait read the end of the pipe.
    close(writing)
  }

  @Test func `several file systems have an item each, and one that cannot be read has none`() throws {
    let loop = try EventLoop(clock: ManualClock())
    var machine = Machine()
    machine.room = { path in
      path == "/gone" ? nil : FileSystemUse(total: 1000, free: path == "/" ? 400 : 900, available: 300)
    }
    var settings = MeterSettings(.disk(path: "/"), interval: 60)
    func start(_ paths: [String], _ deliver: @escaping (ModuleReading) -> Void) -> DisksSource {
      settings.paths = paths
      return DisksSource(
        settings: settings, meters: Meters(loop: loop, machine: machine),
        outlet: ModuleOutlet(of: ModuleName(.disk), deliver: deliver))
    }
    var reading = ModuleReading()
    let source = start(["/", "/gone", "/srv/data", "/"]) { reading = $0 }
    #expect(loop.wait { reading.items.count == 2 })
    #expect(reading.items.map(\.id) == ["/", "/srv/data"])
    #expect(reading.items.map { $0.fields["name"] } == [.text("/"), .text("data")])
    #expect(reading.items.map { $0.fields["used"] } == [.integer(600, .bytes), .integer(100, .bytes)])
    #expect(reading.items.map { $0.fields["percent"] } == [.integer(67, .percent), .integer(25, .percent)])
    #expect(
      reading.items.map { $0.fields["free_percent"] } == [.integer(33, .percent), .integer(75, .percent)])
    #expect(source.panel(of: "/srv/data") != source.panel(of: "/") && source.panel(of: "/") != nil)
    source.stop()
    let broken = start(["/gone"]) { reading = $0 }
    #expect(loop.wait { reading.failure == "disk: no file system at /gone" })
    broken.stop()
  }
}
