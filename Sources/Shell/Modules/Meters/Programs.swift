/// The processor time and the memory of a process.
nonisolated struct ProcessUse: Equatable {
  var id: Int
  /// The name that the kernel has for it, of 15 bytes at most.
  var name: String
  /// The processor time since its start, in ticks of the kernel.
  var ticks: UInt64
  /// The memory that it shares with no other process, in bytes.
  var bytes: Int

  init(id: Int, name: String, ticks: UInt64, bytes: Int) {
    (self.id, self.name, self.ticks, self.bytes) = (id, name, ticks, bytes)
  }

  /// Decodes `/proc/PID/stat`, and the memory from `/proc/PID/statm`, which counts pages of `pageSize` bytes; nil if the first
  /// is incomplete.
  init?(stat: String, statm: String, pageSize: Int) {
    // The name is in parentheses, and may contain some itself.
    guard let open = stat.utf8.firstIndex(of: UInt8(ascii: "(")),
      let close = stat.utf8.lastIndex(of: UInt8(ascii: ")")), open < close,
      let id = Int(stat[..<open].filter { $0 != " " })
    else { return nil }
    // Behind the name: state, ten numbers, and the times that were spent in the program and for it in the kernel.
    let words = stat[close...].dropFirst().utf8.split(separator: UInt8(ascii: " "), maxSplits: 13)
    guard words.count > 12, let user = UInt64(Substring(words[11])), let system = UInt64(Substring(words[12]))
    else { return nil }
    let pages = statm.split(separator: " ", maxSplits: 3).prefix(3).compactMap { Int($0) }
    let own =
      pages.count == 3 ? max(0, pages[1].subtractingReportingOverflow(max(0, pages[2])).partialValue) : 0
    self.init(
      id: id, name: String(stat[stat.index(after: open)..<close]), ticks: user &+ system,
      bytes: own.multipliedReportingOverflow(by: pageSize).overflow ? 0 : own * pageSize)
  }
}

/// The use of the machine by programs, each of which may have several processes.
nonisolated struct ProgramUses: Equatable {
  /// The use by one program.
  struct Program: Equatable {
    var name: String
    /// The part of the time of all cores, 0 … 1; nil if no time has passed since the program was seen first.
    var share: Double?
    /// The memory that it shares with no other program, in bytes.
    var bytes: Int
  }

  private(set) var programs: [Program] = []
  /// The ticks of each process at the last reading, and those of all cores.
  private var former: (ticks: [Int: UInt64], total: UInt64)?

  static func == (one: ProgramUses, other: ProgramUses) -> Bool { one.programs == other.programs }

  /// Records a reading of all processes; `total` are the ticks that all cores have spent or idled, nil if unknown.
  mutating func take(_ processes: [ProcessUse], total: UInt64?) {
    let span =
      former.flatMap { former in total.map { $0 > former.total ? Double($0 - former.total) : 0 } } ?? 0
    var found: [String: Program] = [:]
    for process in processes {
      var program = found[process.name] ?? Program(name: process.name, share: span > 0 ? 0 : nil, bytes: 0)
      program.bytes = program.bytes.addingReportingOverflow(process.bytes).partialValue
      if span > 0, let former {
        // A process that was not there has spent all of its time since, also one with the number of another that has ended.
        let before = former.ticks[process.id].flatMap { $0 <= process.ticks ? $0 : nil } ?? 0
        program.share = min(1, (program.share ?? 0) + Double(process.ticks - before) / span)
      }
      found[process.name] = program
    }
    programs = found.values.sorted { $0.name < $1.name }
    former = total.map { total in
      (Dictionary(processes.map { ($0.id, $0.ticks) }, uniquingKeysWith: { $1 }), total)
    }
  }

  /// The programs that have used the processor most since the reading before, the first one most; none before the second
  /// reading.
  func busiest(_ count: Int) -> [Program] {
    let known = programs.filter { ($0.share ?? 0) >= 0.0005 }
    return Array(known.sorted { ($0.share ?? 0, $1.name) > ($1.share ?? 0, $0.name) }.prefix(count))
  }

  /// The programs with the most memory, the first one with most.
  func largest(_ count: Int) -> [Program] {
    Array(programs.filter { $0.bytes > 0 }.sorted { ($0.bytes, $1.name) > ($1.bytes, $0.name) }.prefix(count))
  }
}
