import Geometry
import ModuleModel
import Settings

/// The values that were read for a meter at one moment.
nonisolated enum MeterSample: Equatable {
  /// The frequencies and the load are nil if they are not asked for or not known.
  case cpu(ProcessorTicks, frequencies: CoreFrequencies? = nil, load: LoadAverage? = nil)
  case memory(MemoryUse)
  case disk(FileSystemUse)
  case load(LoadAverage, cores: Int)
  case temperature(Double, sensor: String)
  case rates([String: InterfaceCounters.Counter])
}

/// Makes readings of samples, of which some only mean something beside the one before.
nonisolated struct MeterReading {
  /// The number of values of a graph.
  static let historyLength = 24

  /// The number of values of the graph in a panel: three minutes at the interval of the processor.
  static let pastLength = 60

  private let subject: MeterSettings.Subject
  private var former: (sample: MeterSample, time: Instant)?
  /// The values of the graph in a panel, always `pastLength` of them, so that a text beside a graph keeps its place; nil for the
  /// time before the first value.
  private(set) var past = [Double?](repeating: nil, count: pastLength)
  /// The last rates of sending, of the same length as `past`.
  private(set) var pastSent = [Double?](repeating: nil, count: pastLength)
  /// The values of the graph on a bar.
  private var history: [Double?] { past.suffix(Self.historyLength) }

  init(_ subject: MeterSettings.Subject) {
    self.subject = subject
  }

  /// The reading of a sample; nil: there is nothing to tell yet, or nothing has changed since.
  mutating func reading(of sample: MeterSample, at now: Instant) -> ModuleReading? {
    defer { former = (sample, now) }
    switch sample {
    case .cpu(let time, let frequencies, let load): return processor(time, frequencies, load)
    case .memory(let use): return memory(use)
    case .disk(let use): return disk(use)
    case .load(let load, let cores): return self.load(load, cores)
    case .temperature(let celsius, let sensor):
      remember(celsius / 100)
      return ModuleReading([
        "celsius": .real(celsius, .celsius), "fahrenheit": .real(celsius * 9 / 5 + 32),
        "sensor": .text(sensor),
        "history": .list(history),
      ])
    case .rates(let counters): return rates(counters, now)
    }
  }

  private mutating func processor(
    _ time: ProcessorTicks, _ frequencies: CoreFrequencies?, _ load: LoadAverage?
  ) -> ModuleReading? {
    var fields: [String: FieldValue] = ["cores": .integer(time.cores), "percent": .integer(0, .percent)]
    var before: ProcessorTicks?
    if case .cpu(let ticks, _, _)? = former?.sample { before = ticks }
    if let before {
      guard let share = time.all.share(since: before.all) else { return nil }
      remember(share)
      fields["percent"] = Self.percent(share)
    }
    for (core, time) in time.byCore {
      let share = before?.byCore[core].flatMap { time.share(since: $0) } ?? 0
      fields["percent\(core)"] = Self.percent(share)
    }
    if let frequencies {
      fields["frequency"] = .real(frequencies.mean, .gigahertz)
      fields["min_frequency"] = .real(frequencies.least, .gigahertz)
      fields["max_frequency"] = .real(frequencies.greatest, .gigahertz)
    }
    if let load { fields["load1"] = .real(load.one) }
    fields["history"] = .list(history)
    return ModuleReading(fields)
  }

  private mutating func memory(_ use: MemoryUse) -> ModuleReading {
    let share = Double(use.total - use.available) / Double(use.total)
    let swapUsed = use.swapTotal - use.swapFree
    remember(share)
    return ModuleReading([
      "percent": Self.percent(share), "used": .integer(use.total - use.available, .bytes),
      "available": .integer(use.available, .bytes), "total": .integer(use.total, .bytes),
      "swap_percent": Self.percent(use.swapTotal > 0 ? Double(swapUsed) / Double(use.swapTotal) : 0),
      "swap_used": .integer(swapUsed, .bytes), "swap_total": .integer(use.swapTotal, .bytes),
      "history": .list(history),
    ])
  }

  private mutating func disk(_ use: FileSystemUse) -> ModuleReading {
    let used = max(0, use.total - use.free)
    // The space reserved for root counts as in use, as in df.
    let usable = used + min(max(0, use.available), max(0, use.total - used))
    var path = ""
    if case .disk(let own) = subject { path = own }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let share = usable > 0 ? Double(used) / Double(usable) : 0
    remember(share)
    // Both percentages are 100 together, also where both are halves.
    let freePercent = FieldValue.integer(100 - Int((share * 100).rounded()), .percent)
    return ModuleReading([
      "percent": Self.percent(share), "used": .integer(used, .bytes),
      "free": .integer(use.available, .bytes), "total": .integer(use.total, .bytes), "path": .text(path),
      "free_percent": freePercent, "name": .text(name), "history": .list(history),
    ])
  }

  private mutating func load(_ load: LoadAverage, _ cores: Int) -> ModuleReading {
    let share = load.one / Double(max(1, cores))
    remember(share)
    return ModuleReading([
      "load1": .real(load.one), "load5": .real(load.five), "load15": .real(load.fifteen),
      "percent": Self.percent(share), "cores": .integer(cores), "history": .list(history),
    ])
  }

  private mutating func rates(_ counters: [String: InterfaceCounters.Counter], _ now: Instant)
    -> ModuleReading
  {
    var before: [String: InterfaceCounters.Counter] = [:]
    var seconds = 0.0
    if case .rates(let counters)? = former?.sample, let former {
      before = counters
      seconds = (now - former.time) / .seconds(1)
    }
    var (down, up, busiest) = (0.0, 0.0, (name: counters.keys.min() ?? "", rate: 0.0))
    for (name, counter) in counters.sorted(by: { $0.key < $1.key }) {
      // A counter that has become less began anew.
      guard seconds > 0, let old = before[name], counter.received >= old.received, counter.sent >= old.sent
      else {
        continue
      }
      let rate = (
        Double(counter.received - old.received) / seconds, Double(counter.sent - old.sent) / seconds
      )
      (down, up) = (down + rate.0, up + rate.1)
      if rate.0 + rate.1 > busiest.rate { busiest = (name, rate.0 + rate.1) }
    }
    if seconds > 0 {
      remember(down)
      pastSent = pastSent.dropFirst() + [up]
    }
    return ModuleReading([
      "down": .integer(Self.whole(down), .bytesPerSecond), "up": .integer(Self.whole(up), .bytesPerSecond),
      "down_bits": .integer(Self.whole(8 * down), .bitsPerSecond),
      "up_bits": .integer(Self.whole(8 * up), .bitsPerSecond),
      "received": .integer(Self.sum(counters.values.map(\.received)), .bytes),
      "sent": .integer(Self.sum(counters.values.map(\.sent)), .bytes), "interface": .text(busiest.name),
      "history": .list(Self.parts(history)),
      "up_history": .list(Self.parts(pastSent.suffix(Self.historyLength))),
    ])
  }

  /// The least rate, in bytes per second, that fills the height of a graph: below it, what idle programs send would look like much
  /// traffic.
  private static let leastFullRate = 100_000.0

  /// Rates as parts of the height of a graph, which the greatest of them fills unless all are low.
  static func parts(_ rates: [Double?]) -> [Double?] {
    let most = max(rates.lazy.compactMap(\.self).max() ?? 0, leastFullRate)
    return rates.map { rate in rate.map { $0 / most } }
  }

  private mutating func remember(_ value: Double) { past = past.dropFirst() + [value] }

  private static func percent(_ share: Double) -> FieldValue {
    .integer(Int((min(max(share, 0), 1000) * 100).rounded()), .percent)
  }

  private static func whole(_ value: Double) -> Int { Int(min(max(value, 0), 1e15).rounded()) }

  private static func sum(_ values: [UInt64]) -> Int {
    Int(clamping: values.reduce(UInt64(0)) { $0.addingReportingOverflow($1).partialValue })
  }
}

nonisolated extension MeterSettings.Subject {
  /// The name of the icon of what is read.
  var icon: String {
    switch self {
    case .cpu: "cpu-symbolic"
    case .memory: "memory-symbolic"
    case .disk: "drive-harddisk-symbolic"
    case .load: "utilities-system-monitor-symbolic"
    case .temperature: "temperature-symbolic"
    case .rates: "network-transmit-receive-symbolic"
    }
  }
}
