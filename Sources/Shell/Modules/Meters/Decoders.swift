/// The time that the processor has spent, in ticks since the start: `/proc/stat`.
nonisolated struct ProcessorTicks: Equatable {
  /// The time of a core, or of all of them together.
  struct Time: Equatable {
    var busy: UInt64
    var total: UInt64

    init(busy: UInt64, total: UInt64) { (self.busy, self.total) = (busy, total) }

    /// Decodes a line of one processor; nil if it is incomplete.
    fileprivate init?(_ line: Substring.UTF8View) {
      // user, nice, system, idle, iowait, irq, softirq, steal; times of guests are part of user.
      let times = line.words.dropFirst().prefix(8).compactMap { UInt64(Substring($0)) }
      guard times.count >= 4 else { return nil }
      let total = times.reduce(UInt64(0)) { $0 &+ $1 }
      let idle = times[3] &+ (times.count > 4 ? times[4] : 0)
      self.init(busy: total &- min(idle, total), total: total)
    }

    /// The busy part of the time since a former moment, 0 … 1; nil: no time has passed.
    func share(since former: Time) -> Double? {
      guard total > former.total, busy >= former.busy else { return nil }
      return min(1, Double(busy - former.busy) / Double(total - former.total))
    }
  }

  /// The time of all cores.
  var all: Time
  /// The number of cores.
  var cores: Int
  /// The times of cores by their numbers, which may have gaps; empty unless they are asked for.
  var byCore: [Int: Time] = [:]

  init(busy: UInt64, total: UInt64, cores: Int) {
    all = Time(busy: busy, total: total)
    self.cores = cores
  }

  /// Decodes `/proc/stat`; nil if the line of all cores is missing or incomplete.
  init?(stat text: String, eachCore: Bool = false) {
    var all: Time?
    cores = 0
    var lines = text.utf8[...]
    // The lines of cores come first; those after them may be thousands of bytes long.
    while let line = lines.popLine(), line.starts(with: "cpu".utf8) {
      let number = line.dropFirst(3).prefix { $0 != UInt8(ascii: " ") }
      if number.isEmpty {
        all = Time(line)
      } else {
        cores += 1
        if eachCore, let core = Int(Substring(number)) { byCore[core] = Time(line) }
      }
    }
    guard let all else { return nil }
    self.all = all
    cores = max(1, cores)
  }
}

/// The frequencies of the cores of a processor at one moment, in gigahertz.
nonisolated struct CoreFrequencies: Equatable {
  var least, mean, greatest: Double

  /// Makes the summary of frequencies in kilohertz, as files of `cpufreq` have them; nil: there are none.
  init?(kilohertz texts: [String]) {
    self.init(gigahertz: texts.compactMap { Double($0.prefix { !$0.isNewline }) }.map { $0 / 1e6 })
  }

  /// Decodes `/proc/cpuinfo`, which has the megahertz of each core on machines with an x86 processor, virtual ones too; nil: it has
  /// none.
  init?(cpuinfo text: String) {
    let lines = text.split(whereSeparator: \.isNewline).lazy.filter { $0.hasPrefix("cpu MHz") }
    self.init(
      gigahertz: lines.compactMap { line in
        line.split(separator: ":").last.flatMap { Double($0.drop(while: \.isWhitespace)) }
      }.map { $0 / 1000 })
  }

  private init?(gigahertz: [Double]) {
    let values = gigahertz.filter { (1e-6...1000).contains($0) }
    guard let least = values.min(), let greatest = values.max() else { return nil }
    self.least = least
    self.greatest = greatest
    mean = values.reduce(0, +) / Double(values.count)
  }
}

/// The sizes of the memory and of the parts in use, in bytes, from `/proc/meminfo`.
nonisolated struct MemoryUse: Equatable {
  var total: Int
  var available: Int
  var swapTotal: Int
  var swapFree: Int

  init(total: Int, available: Int, swapTotal: Int, swapFree: Int) {
    (self.total, self.available, self.swapTotal, self.swapFree) = (total, available, swapTotal, swapFree)
  }

  /// The values that are read, of some fifty.
  private static let names = ["MemTotal", "MemFree", "MemAvailable", "SwapTotal", "SwapFree"]

  /// Decodes `/proc/meminfo`; nil if the total or the available memory is missing.
  init?(meminfo text: String) {
    var values: [String: Int] = [:]
    var lines = text.utf8[...]
    while let line = lines.popLine() {
      let label = line.prefix { $0 != UInt8(ascii: ":") }
      guard let name = Self.names.first(where: { label.elementsEqual($0.utf8) }),
        let word = line.words.dropFirst().first, let value = Int(Substring(word)),
        (0...(1 << 50)).contains(value)
      else {
        continue
      }
      values[name] = value * 1024
    }
    guard let total = values["MemTotal"], total > 0,
      let available = values["MemAvailable"] ?? values["MemFree"]
    else {
      return nil
    }
    self.init(
      total: total, available: min(available, total), swapTotal: values["SwapTotal"] ?? 0,
      swapFree: min(values["SwapFree"] ?? 0, values["SwapTotal"] ?? 0))
  }
}

/// The mean number of processes that run or wait: `/proc/loadavg`.
nonisolated struct LoadAverage: Equatable {
  var one, five, fifteen: Double

  /// Decodes `/proc/loadavg`; nil if one of the three averages is missing.
  init?(loadavg text: String) {
    let values = text.split(whereSeparator: \.isWhitespace).prefix(3).compactMap { Double($0) }
    guard values.count == 3, values.allSatisfy({ $0.isFinite && $0 >= 0 }) else { return nil }
    (one, five, fifteen) = (values[0], values[1], values[2])
  }
}

/// The bytes that network interfaces have received and sent since the start of the machine, from `/proc/net/dev`.
nonisolated enum InterfaceCounters {
  /// The counters of one interface.
  struct Counter: Equatable {
    var received: UInt64
    var sent: UInt64
  }

  /// The counters by the interface's name; lines that are not whole are left out.
  static func counters(dev text: String) -> [String: Counter] {
    var result: [String: Counter] = [:]
    var lines = text.utf8[...]
    while let line = lines.popLine() {
      guard let colon = line.lastIndex(of: UInt8(ascii: ":")) else { continue }
      let name = line[..<colon].filter { $0 != UInt8(ascii: " ") }
      let numbers = line[line.index(after: colon)...].words
      guard !name.isEmpty, numbers.count >= 9, let received = UInt64(Substring(numbers[0])),
        let sent = UInt64(Substring(numbers[8]))
      else {
        continue
      }
      result[String(decoding: name, as: UTF8.self)] = Counter(received: received, sent: sent)
    }
    return result
  }
}

/// A sensor of temperature, of `/sys/class/hwmon` or `/sys/class/thermal`.
nonisolated struct TemperatureSensor: Equatable {
  /// The name of its chip and its own, such as `coretemp Package id 0`.
  var name: String
  /// The file that holds thousandths of a degree Celsius.
  var path: String

  /// Names of sensors of processors, the best first.
  private static let processors = [
    "coretemp Package", "k10temp Tctl", "k10temp Tdie", "zenpower Tdie", "coretemp", "k10temp", "zenpower",
    "cpu_thermal", "cpu-thermal", "x86_pkg_temp", "soc_thermal", "acpitz",
  ]

  /// The sensors, of which the second and further ones of a name have a number behind it: two disks of a machine have chips of
  /// one name.
  static func numbered(_ sensors: [TemperatureSensor]) -> [TemperatureSensor] {
    var counts: [String: Int] = [:]
    return sensors.map { sensor in
      let count = counts[sensor.name, default: 0] + 1
      counts[sensor.name] = count
      return count == 1 ? sensor : TemperatureSensor(name: "\(sensor.name) \(count)", path: sensor.path)
    }
  }

  /// The sensor whose name begins so, or that of the processor; nil: there is none.
  static func choice(_ wanted: String?, among sensors: [TemperatureSensor]) -> TemperatureSensor? {
    if let wanted {
      return sensors.first { $0.name == wanted } ?? sensors.first { $0.name.hasPrefix(wanted) }
    }
    return ofProcessor(among: sensors) ?? sensors.first
  }

  /// The sensor of the processor; nil: there is none that is known as such.
  static func ofProcessor(among sensors: [TemperatureSensor]) -> TemperatureSensor? {
    for name in processors {
      if let found = sensors.first(where: { $0.name.hasPrefix(name) }) { return found }
    }
    return nil
  }

  /// Degrees Celsius of what such a file holds; nil: no number, or none that a machine survives.
  static func celsius(_ text: String) -> Double? {
    guard let value = Double(text.prefix { !$0.isNewline && $0 != " " }),
      (-100_000...1_000_000).contains(value)
    else {
      return nil
    }
    return value / 1000
  }
}

/// The room on a file system, in bytes.
nonisolated struct FileSystemUse: Equatable {
  var total: Int
  var free: Int
  /// The bytes that users can still write.
  var available: Int
}

// Bytes are compared: finding the bounds of characters took most of the instructions of a still bar with meters, since the
// line of interrupts alone may have thousands of bytes.
extension Substring.UTF8View {
  /// Removes the first line and returns it without its end; nil: there is none.
  fileprivate nonisolated mutating func popLine() -> Substring.UTF8View? {
    if isEmpty { return nil }
    let line = prefix { $0 != UInt8(ascii: "\n") }
    self = self[line.endIndex...].dropFirst()
    return line
  }

  /// The words between spaces.
  fileprivate nonisolated var words: [Substring.UTF8View] { split(separator: UInt8(ascii: " ")) }
}
