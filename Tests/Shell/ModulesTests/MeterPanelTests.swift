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
}
