import Geometry

/// The data that disks have read and written since the start of the machine, in bytes, from `/proc/diskstats`.
nonisolated struct DiskCounter: Equatable {
  var read: UInt64
  var written: UInt64

  /// The counters by the names of block devices, also those of partitions; lines that are not whole are left out.
  static func counters(diskstats text: String) -> [String: DiskCounter] {
    var result: [String: DiskCounter] = [:]
    for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
      // Two numbers of the device, its name, and of reading and writing each: requests, merged ones, sectors, milliseconds.
      let words = line.split(separator: UInt8(ascii: " "), maxSplits: 10)
      guard words.count > 9, let read = UInt64(Substring(words[5])), let written = UInt64(Substring(words[9]))
      else { continue }
      result[String(Substring(words[2]))] = DiskCounter(
        read: read.multipliedReportingOverflow(by: sector).partialValue,
        written: written.multipliedReportingOverflow(by: sector).partialValue)
    }
    return result
  }

  /// The unit of the kernel's counters, whatever the sectors of the disk are.
  private static let sector: UInt64 = 512

  /// The data since a former reading; none for a disk that was not there, or whose counters began anew.
  func since(_ former: DiskCounter?) -> DiskCounter {
    guard let former, read >= former.read, written >= former.written else {
      return DiskCounter(read: 0, written: 0)
    }
    return DiskCounter(read: read - former.read, written: written - former.written)
  }
}

/// The data that a process has caused to be read from disks and written to them since its start, in bytes.
nonisolated struct ProcessTransfer: Equatable {
  var id: Int
  /// The name that the kernel has for it, of 15 bytes at most.
  var name: String
  var read: UInt64
  var written: UInt64

  init(id: Int, name: String, read: UInt64, written: UInt64) {
    (self.id, self.name, self.read, self.written) = (id, name, read, written)
  }

  /// Decodes `/proc/PID/comm` and `/proc/PID/io`; nil if one of them is incomplete.
  init?(id: Int, comm: String, io: String) {
    let name = comm.prefix { !$0.isNewline }
    var values: [Substring: UInt64] = [:]
    for line in io.split(whereSeparator: \.isNewline) {
      let words = line.split(separator: " ")
      if words.count == 2, let value = UInt64(words[1]) { values[words[0]] = value }
    }
    guard !name.isEmpty, let read = values["read_bytes:"], let written = values["write_bytes:"] else {
      return nil
    }
    self.init(id: id, name: String(name), read: read, written: written)
  }
}

/// The rates at which disks and programs read and write, made of readings that follow one another.
nonisolated struct DiskTraffic {
  /// The traffic of a program, which may have several processes.
  struct Program: Equatable {
    var name: String
    /// The bytes per second that it reads and writes together.
    var rate: Double
  }

  /// The last rates of all disks together in bytes per second, the latest last; nil for the time before the first.
  private(set) var reads = [Double?](repeating: nil, count: MeterReading.pastLength)
  /// The last rates of writing, of the same length.
  private(set) var writes = [Double?](repeating: nil, count: MeterReading.pastLength)
  /// The bytes that all disks have read and written since the start; nil: there is no disk, or nothing was read yet.
  private(set) var total: DiskCounter?
  private var programs: [Program] = []
  private var former: Former?

  private struct Former {
    var time: Instant
    var disks: [String: DiskCounter]
    var processes: [Int: ProcessTransfer]
  }

  /// Records a reading of all disks and of the processes that can be read.
  mutating func take(_ disks: [String: DiskCounter], _ processes: [ProcessTransfer], at now: Instant) {
    total = disks.isEmpty ? nil : sum(disks.values)
    if let former, now > former.time {
      let seconds = (now - former.time) / .seconds(1)
      let moved = sum(disks.map { name, counter in counter.since(former.disks[name]) })
      reads = reads.dropFirst() + [Double(moved.read) / seconds]
      writes = writes.dropFirst() + [Double(moved.written) / seconds]
      programs = Self.programs(processes, since: former.processes, seconds: seconds)
    }
    former = Former(
      time: now, disks: disks,
      processes: Dictionary(processes.map { ($0.id, $0) }, uniquingKeysWith: { $1 }))
  }

  /// The programs that have read and written most since the reading before, the first one most; none before the second reading.
  func busiest(_ count: Int) -> [Program] {
    let known = programs.filter { $0.rate >= 1 }
    return Array(known.sorted { ($0.rate, $1.name) > ($1.rate, $0.name) }.prefix(count))
  }

  private func sum(_ counters: some Sequence<DiskCounter>) -> DiskCounter {
    counters.reduce(DiskCounter(read: 0, written: 0)) {
      DiskCounter(
        read: $0.read.addingReportingOverflow($1.read).partialValue,
        written: $0.written.addingReportingOverflow($1.written).partialValue)
    }
  }

  private static func programs(
    _ processes: [ProcessTransfer], since former: [Int: ProcessTransfer], seconds: Double
  ) -> [Program] {
    var rates: [String: Double] = [:]
    for process in processes {
      // A process that was not there has moved all of its data since, also one with the number of another that has ended.
      let before = former[process.id].flatMap { old in
        old.name == process.name && old.read <= process.read && old.written <= process.written ? old : nil
      }
      let moved =
        Double(process.read - (before?.read ?? 0)) + Double(process.written - (before?.written ?? 0))
      rates[process.name, default: 0] += moved / seconds
    }
    return rates.map { Program(name: $0.key, rate: $0.value) }
  }
}
