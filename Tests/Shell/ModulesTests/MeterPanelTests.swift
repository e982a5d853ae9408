import BarUI
import Geometry
import Loop
import ModuleModel
import Settings
import TestSupport
import Testing

@testable import Modules

/// Tests of the panels of meters, and of the processes that they list.
@Suite struct MeterPanelTests {
  private static let stat = "42 (a (b) c) S 1 42 42 0 -1 4194304 100 0 0 0 700 50 0 0 20 0 1 0 99 1000 30"

  @Test func `a process is decoded, whatever its name is`() throws {
    let process = try #require(ProcessUse(stat: Self.stat, statm: "900 30 10 1 0 5 0", pageSize: 4096))
    #expect(process == ProcessUse(id: 42, name: "a (b) c", ticks: 750, bytes: 20 * 4096))
    #expect(ProcessUse(stat: Self.stat, statm: "", pageSize: 4096)?.bytes == 0)
    #expect(ProcessUse(stat: Self.stat, statm: "1 2 3", pageSize: 4096)?.bytes == 0)
  }

  @Test func `a process that is cut anywhere is decoded or refused`() {
    for length in 0..<Self.stat.utf8.count {
      let part = String(decoding: Self.stat.utf8.prefix(length), as: UTF8.self)
      if let process = ProcessUse(stat: part, statm: "9 9 9", pageSize: 4096) {
        #expect(process.id == 42 && process.name == "a (b) c" && process.ticks <= 750)
      }
    }
    for text in ["", "(", ")", "1 )(", "x (a) S", "1 (a)"] {
      #expect(ProcessUse(stat: text, statm: "", pageSize: 4096) == nil, "\(text)")
    }
    let most = "\(Int.max) \(Int.max) \(Int.min)"
    #expect(ProcessUse(stat: Self.stat, statm: most, pageSize: 4096)?.bytes == 0)
  }

  private func process(_ id: Int, _ name: String, _ ticks: UInt64, bytes: Int = 0) -> ProcessUse {
    ProcessUse(id: id, name: name, ticks: ticks, bytes: bytes)
  }

  @Test func `programs are ranked by what their processes have used since the last reading`() {
    var uses = ProgramUses()
    uses.take([process(1, "a", 100, bytes: 5), process(2, "b", 900, bytes: 9)], total: 1000)
    #expect(uses.busiest(5).isEmpty, "nothing is known after one reading")
    #expect(uses.largest(1).map(\.name) == ["b"])
    // Another program has the number 1 now, and 3 has come: both have spent all of their time since.
    uses.take(
      [
        process(1, "c", 10), process(2, "b", 920, bytes: 9), process(3, "b", 20, bytes: 2),
        process(4, "d", 0),
      ],
      total: 1100)
    #expect(uses.busiest(5).map(\.name) == ["b", "c"])
    #expect(uses.busiest(5).map { Int((100 * ($0.share ?? 0)).rounded()) } == [40, 10])
    #expect(uses.largest(5).map(\.bytes) == [11])
    // Nothing is made of a clock that stands still, or of a reading without the time of all cores.
    uses.take([process(2, "b", 930)], total: 1100)
    #expect(uses.busiest(5).isEmpty)
    uses.take([process(2, "b", 930)], total: nil)
    uses.take([process(2, "b", 990)], total: 1300)
    #expect(uses.busiest(5).isEmpty)
  }

  /// A machine whose processor is half busy, with one program.
  private final class FakeMachine {
    var ticks: UInt64 = 0
    private(set) var readings = 0
    var machine: Machine {
      var machine = Machine()
      machine.text = { [unowned self] path in
        path == "/proc/stat" ? "cpu  \(ticks) 0 0 \(ticks) 0 0 0 0 0 0\ncpu0 0 0 0 0 0 0 0 0 0 0\n" : nil
      }
      machine.processes = { [unowned self] in
        readings += 1
        return [ProcessUse(id: 7, name: "busy", ticks: ticks, bytes: 1 << 20)]
      }
      return machine
    }
  }

  @Test func `processes are read only while a panel is open`() throws {
    let clock = ManualClock()
    let loop = try EventLoop(clock: clock)
    let fake = FakeMachine()
    let source = MeterSource(
      settings: MeterSettings(.cpu(), interval: 3), meters: Meters(loop: loop, machine: fake.machine),
      outlet: ModuleOutlet(of: ModuleName(.cpu)) { _ in })
    defer { source.stop() }
    func pass(_ duration: Duration) {
      fake.ticks += 100
      clock.advance(by: duration)
      loop.serveWhatIsReady()
    }
    pass(.seconds(4))
    #expect(fake.readings == 0)
    var changes = 0
    let observation = try #require(source.openPanel(of: nil) { changes += 1 })
    #expect(fake.readings == 1)
    pass(.seconds(1))
    #expect(fake.readings == 2 && changes > 0)
    let rows = try #require(source.panel(of: nil)).rows
    #expect(rows.map(\.id) == ["value", "graph", "programs", "program busy"])
    #expect(rows.last?.content == .figure("busy", "50%"))
    guard case .graph(let values)? = rows.dropFirst().first?.content else {
      Issue.record("no graph")
      return
    }
    #expect(values.count == MeterReading.pastLength && values.last == 0.5)
    observation.cancel()
    changes = 0
    for _ in 0..<5 { pass(.seconds(4)) }
    #expect(fake.readings == 2 && changes == 0)
  }

  @Test(
    arguments: [
      (
        .memory,
        [
          "percent": .integer(95, .percent), "used": .integer(1 << 30, .bytes),
          "total": .integer(1 << 31, .bytes), "swap_total": .integer(1, .bytes),
        ], ["value", "graph", "swap"]
      ),
      (
        .memory, ["percent": .integer(5, .percent), "swap_total": .integer(0, .bytes)], ["value", "graph"]
      ),
      (.disk(path: "/"), ["path": .text("/"), "percent": .integer(3, .percent)], ["value"]),
      (.load, ["load1": .real(0.5)], ["value", "graph", "load1", "load5", "load15"]),
      (.temperature(sensor: nil), [:], ["value", "graph"]),
      (.rates(.all), ["down": .integer(3, .bytesPerSecond)], ["down", "down-graph", "up", "up-graph"]),
    ] as [(MeterSettings.Subject, [String: FieldValue], [PanelRowKey])])
  func `each meter has its rows`(
    subject: MeterSettings.Subject, fields: [String: FieldValue], rows: [PanelRowKey]
  ) {
    let panel = MeterPanel(
      subject: subject, fields: fields, past: [0, 1], sent: [1], programs: ProgramUses()
    )
    .panel
    #expect(panel.rows.map(\.id) == rows)
    guard case .summary(let summary)? = panel.rows.first?.content else {
      Issue.record("no summary")
      return
    }
    if subject == .memory {
      #expect(summary.meter?.isCritical == ((fields["percent"]?.number ?? 0) >= 90))
    }
  }

  @Test func `the words about a file system leave out the reserved room, as its bar and df do`() throws {
    let use = FileSystemUse(total: 500 << 30, free: 216 << 30, available: 183 << 30)
    var reading = MeterReading(.disk(path: "/"))
    let fields = try #require(reading.reading(of: .disk(use), at: Instant(sinceOrigin: .zero))?.fields)
    let panel = MeterPanel(
      subject: .disk(path: "/"), fields: fields, past: [], sent: [], programs: ProgramUses()
    )
    .panel
    let summary = ControlPanel.Summary(
      title: "/", figure: "183 GiB free", detail: "284 GiB of 467 GiB in use",
      meter: ControlPanel.Summary.Meter(percent: 61, isCritical: false))
    #expect(panel.rows == [ControlPanel.Row("value", .summary(summary))])
  }

  private static let diskstats = """
       7       0 loop0 9 9 900 9 0 0 0 0 0 0 0
     259       0 nvme0n1 100 5 1000 30 50 5 400 20 0 40 50
     259       1 nvme0n1p1 90 5 900 30 50 5 400 20 0 40 50
       8       0 sda 10 0 8 3 0 0 0 0 0 3 3
     104       0 cciss/c0d0 10 0 8 3 0 0 0 0 0 3 3
     104       1 cciss/c0d0p1 10 0 8 3 0 0 0 0 0 3 3
    """

  @Test func `the counters of disks are decoded, and a recording that ends anywhere is decoded or refused`() {
    let counters = DiskCounter.counters(diskstats: Self.diskstats)
    #expect(
      counters.keys.sorted() == ["cciss/c0d0", "cciss/c0d0p1", "loop0", "nvme0n1", "nvme0n1p1", "sda"])
    #expect(counters["nvme0n1"] == DiskCounter(read: 512_000, written: 204_800))
    for length in 0..<Self.diskstats.utf8.count {
      let part = String(decoding: Self.diskstats.utf8.prefix(length), as: UTF8.self)
      #expect(DiskCounter.counters(diskstats: part).count <= 6)
    }
    let most = "8 0 sda 1 1 \(UInt64.max) 1 1 1 \(UInt64.max) 1"
    #expect(DiskCounter.counters(diskstats: most).count == 1)
  }

  @Test func `only devices with hardware of their own are disks`() {
    var machine = Machine()
    machine.text = { $0 == "/proc/diskstats" ? Self.diskstats : nil }
    let folders = [
      "nvme0n1": ["size", "device"], "sda": ["device"], "loop0": ["size"], "cciss!c0d0": ["device"],
    ]
    machine.names = { folder in folders.first { folder == "/sys/block/\($0.key)" }?.value ?? [] }
    #expect(machine.disks().keys.sorted() == ["cciss/c0d0", "nvme0n1", "sda"])
    machine.text = { _ in nil }
    #expect(machine.disks().isEmpty)
  }

  @Test(
    arguments: [
      ("cat\n", "rchar: 9\nread_bytes: 4096\nwrite_bytes: 8\ncancelled_write_bytes: 1\n", 4096, 8),
      ("a b: c\n", "read_bytes: 0\nwrite_bytes: 7", 0, 7), ("cat\n", "read_bytes: 4096\n", nil, nil),
      ("cat\n", "read_bytes: x\nwrite_bytes: 1", nil, nil), ("", "read_bytes: 1\nwrite_bytes: 1", nil, nil),
      ("cat\n", "", nil, nil),
    ] as [(String, String, UInt64?, UInt64?)])
  func `what a process reads and writes is decoded`(
    comm: String, io: String, read: UInt64?, written: UInt64?
  ) {
    let transfer = ProcessTransfer(id: 4, comm: comm, io: io)
    #expect(transfer?.read == read && transfer?.written == written)
    #expect(transfer.map { $0.id == 4 && comm.hasPrefix($0.name) } != false)
  }

  private func transfer(_ id: Int, _ name: String, _ read: UInt64, _ written: UInt64 = 0) -> ProcessTransfer {
    ProcessTransfer(id: id, name: name, read: read, written: written)
  }

  @Test func `rates of disks and programs come from two readings`() {
    var traffic = DiskTraffic()
    let start = Instant(sinceOrigin: .seconds(10))
    traffic.take(
      ["a": DiskCounter(read: 1000, written: 50)], [transfer(1, "one", 100), transfer(2, "two", 500)],
      at: start)
    #expect(traffic.total == DiskCounter(read: 1000, written: 50))
    #expect(traffic.reads.compactMap(\.self).isEmpty && traffic.busiest(5).isEmpty)
    // Another program has the number 1 now, and 3 has come; a disk that has come counts from then on.
    traffic.take(
      ["a": DiskCounter(read: 5000, written: 250), "b": DiskCounter(read: 9000, written: 9000)],
      [
        transfer(1, "three", 40), transfer(2, "two", 500, 300), transfer(3, "two", 100),
        transfer(4, "idle", 0),
      ],
      at: start + .seconds(2))
    #expect(traffic.total == DiskCounter(read: 14_000, written: 9250))
    #expect(traffic.reads.count == MeterReading.pastLength && traffic.reads.suffix(2) == [nil, 2000])
    #expect(traffic.writes.suffix(2) == [nil, 100])
    #expect(
      traffic.busiest(5) == [
        DiskTraffic.Program(name: "two", rate: 200), DiskTraffic.Program(name: "three", rate: 20),
      ])
    #expect(traffic.busiest(1).map(\.name) == ["two"])
    // Nothing is made of a clock that stands still, and counters may begin anew.
    traffic.take(["a": DiskCounter(read: 9999, written: 9999)], [], at: start + .seconds(2))
    #expect(traffic.reads.suffix(2) == [nil, 2000])
    traffic.take(["a": DiskCounter(read: 3, written: 3)], [], at: start + .seconds(3))
    #expect(traffic.reads.suffix(3) == [nil, 2000, 0] && traffic.busiest(5).isEmpty)
    traffic.take([:], [], at: start + .seconds(4))
    #expect(traffic.total == nil)
  }

  @Test func `disks are read only while the panel of a file system is open, which has all file systems`()
    throws
  {
    let clock = ManualClock()
    let loop = try EventLoop(clock: clock)
    var readings: UInt64 = 0
    var machine = Machine()
    machine.room = { _ in FileSystemUse(total: 1000, free: 400, available: 300) }
    machine.text = { path in
      if path == "/proc/diskstats" { readings += 1 }
      return path == "/proc/diskstats" ? "8 0 sda 1 1 \(readings * 1000) 1 1 1 \(readings * 2000) 1" : nil
    }
    machine.names = { $0 == "/sys/block/sda" ? ["device"] : [] }
    machine.transfers = { [ProcessTransfer(id: 7, name: "busy", read: readings * 300_000, written: 0)] }
    var settings = MeterSettings(.disk(path: "/"), interval: 60)
    settings.paths = ["/", "/home"]
    var reading = ModuleReading()
    let source = DisksSource(
      settings: settings, meters: Meters(loop: loop, machine: machine),
      outlet: ModuleOutlet(of: ModuleName(.disk)) { reading = $0 })
    defer { source.stop() }
    #expect(loop.wait { reading.items.count == 2 })
    func pass(_ duration: Duration) {
      clock.advance(by: duration)
      loop.serveWhatIsReady()
    }
    pass(.seconds(4))
    #expect(readings == 0)
    var changes = 0
    let observation = try #require(source.openPanel(of: "/home") { changes += 1 })
    #expect(readings == 1)
    pass(.seconds(1))
    #expect(readings == 2 && changes == 1)
    let rows = try #require(source.panel(of: "/home")).rows
    let ids: [PanelRowKey] = [
      "value", "file system /", "read", "read-graph", "written", "written-graph", "programs", "program busy",
    ]
    #expect(rows.map(\.id) == ids)
    let disk = [(2, "512 kB/s", "1000 KiB since the start"), (4, "1.0 MB/s", "2.0 MiB since the start")]
    for (place, figure, detail) in disk {
      guard case .summary(let summary) = rows[place].content else {
        Issue.record("no summary")
        return
      }
      #expect(summary.figure == figure && summary.detail == detail)
    }
    guard case .graph(let values) = rows[3].content else {
      Issue.record("no graph")
      return
    }
    #expect(values.count == MeterReading.pastLength && values.last == 1)
    #expect(rows.last?.content == .figure("busy", "300 kB/s"))
    observation.cancel()
    changes = 0
    for _ in 0..<5 { pass(.seconds(4)) }
    #expect(readings == 2 && changes == 0)
    let closed = try #require(source.panel(of: "/home")).rows
    #expect(closed.map(\.id) == ["value", "file system /"], "nothing old is shown when it opens again")
  }

  @Test func `the panel of the processor has its temperature, which is read only while it is open`() throws {
    let clock = ManualClock()
    let loop = try EventLoop(clock: clock)
    var (degrees, readings, ticks, chip) = (47, 0, 0, "k10temp")
    var machine = Machine()
    machine.text = { path in
      switch path {
      case "/proc/stat":
        ticks += 1
        return "cpu  \(ticks) 0 0 9 0 0 0 0 0 0\ncpu0 0 0 0 0\n"
      case "/sys/class/hwmon/hwmon0/name": return "\(chip)\n"
      case "/sys/class/hwmon/hwmon0/temp1_input":
        readings += 1
        return "\(degrees)000\n"
      default: return nil
      }
    }
    machine.names = {
      ["/sys/class/hwmon": ["hwmon0"], "/sys/class/hwmon/hwmon0": ["name", "temp1_input"]][$0] ?? []
    }
    machine.processes = { [] }
    let source = MeterSource(
      settings: MeterSettings(.cpu(), interval: 3), meters: Meters(loop: loop, machine: machine),
      outlet: ModuleOutlet(of: ModuleName(.cpu)) { _ in })
    defer { source.stop() }
    func pass(_ duration: Duration) {
      clock.advance(by: duration)
      loop.serveWhatIsReady()
    }
    func detail() -> String? {
      guard case .summary(let summary)? = source.panel(of: nil)?.rows.first?.content else { return nil }
      return summary.detail
    }
    pass(.seconds(4))
    #expect(readings == 0 && detail() == "1 core")
    let observation = try #require(source.openPanel(of: nil) {})
    #expect(readings == 1 && detail() == "1 core · 47 °C")
    degrees = 61
    pass(.seconds(1))
    #expect(readings == 2 && detail() == "1 core · 61 °C")
    // A sensor of something else is not that of the processor.
    chip = "nvme"
    pass(.seconds(3))
    #expect(readings == 2 && detail() == "1 core")
    chip = "k10temp"
    pass(.seconds(3))
    #expect(detail() == "1 core · 61 °C")
    observation.cancel()
    pass(.seconds(9))
    #expect(readings == 3 && detail() == "1 core")
  }
}
