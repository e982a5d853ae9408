import Glibc
import Localization
import Loop
import Settings
import TextProcessing

/// The sources of meters: files of /proc and /sys, and the sizes of file systems.
struct Machine {
  /// The text of a file; nil: it cannot be read.
  var text: (String) -> String? = { RegularFile.text(ofPath: $0, upTo: 1 << 18) }
  /// The names in a folder.
  var names: (String) -> [String] = { Directory.names(in: $0) }
  /// The room on the file system of a path; nil: there is none. It may take for ever, as on a network that is gone.
  var room: @Sendable (String) -> FileSystemUse? = { fileSystem(of: $0) }
  /// The processes that run; one that ends while it is read is left out.
  var processes: () -> [ProcessUse] = { runningProcesses() }
  /// The data that processes have read and written; those of other users are left out, whose files cannot be read.
  var transfers: () -> [ProcessTransfer] = { runningTransfers() }
  /// Calls a function when tasks wait much for the resource of a file of /proc/pressure; returns a function that ends
  /// the watch.
  var followPressure: (String, EventLoop, @escaping () -> Void) -> (() -> Void)? = { path, loop, handler in
    PressureTrigger(path: path, loop: loop, onPressure: handler).map { trigger in { trigger.cancel() } }
  }

  /// The speed of an interface's cable in bits per second; nil: it has no cable, or the driver does not tell.
  func linkSpeed(of interface: String) -> Int? {
    // Names of interfaces have no slash, but that of a connection might be used in place of one.
    guard !interface.contains("/"), let text = text("/sys/class/net/\(interface)/speed") else { return nil }
    // The kernel writes megabits per second, and -1 for an unknown speed.
    return Int(text.prefix { !$0.isNewline }).flatMap { (1...10_000_000).contains($0) ? $0 * 1_000_000 : nil }
  }

  /// The pressure on the resource of a meter; nil if the kernel does not report it.
  func pressure(_ subject: MeterSettings.Subject) -> Pressure? {
    subject.pressurePath.flatMap(text).flatMap { Pressure(file: $0) }
  }

  /// The counters of the disks of the machine, by their names.
  ///
  /// A device of the kernel alone, such as a loop device or an encrypted volume, is left out: what is read of it is read of a disk as
  /// well, or of memory.
  func disks() -> [String: DiskCounter] {
    guard let text = text("/proc/diskstats") else { return [:] }
    return DiskCounter.counters(diskstats: text).filter { name, _ in
      // The kernel writes the name cciss/c0d0 as cciss!c0d0 here, since a slash separates folders.
      let folder = String(name.map { $0 == "/" ? "!" : $0 })
      return names("/sys/block/\(folder)").contains("device")
    }
  }

  /// The temperature of the processor in degrees Celsius; nil: it has no sensor, or none that can be read.
  func processorTemperature() -> Double? {
    TemperatureSensor.ofProcessor(among: sensors()).flatMap { text($0.path) }.flatMap {
      TemperatureSensor.celsius($0)
    }
  }

  /// Reads a sample for a meter; nil: what it reads is not there, or makes no sense.
  func sample(_ subject: MeterSettings.Subject) -> MeterSample? {
    switch subject {
    case .cpu(let showsCores, let showsFrequencies, let showsLoad):
      text("/proc/stat").flatMap { ProcessorTicks(stat: $0, eachCore: showsCores) }
        .map { .cpu($0, frequencies: showsFrequencies ? frequencies() : nil, load: showsLoad ? load() : nil) }
    case .memory: text("/proc/meminfo").flatMap { MemoryUse(meminfo: $0) }.map { .memory($0) }
    case .disk(let path): room(expanded(path)).map { .disk($0) }
    case .load:
      load().map {
        .load($0, cores: text("/proc/stat").flatMap { ProcessorTicks(stat: $0) }?.cores ?? 1)
      }
    case .temperature(_, let path?):
      file(path).flatMap { file in
        text(file).flatMap { TemperatureSensor.celsius($0) }.map { .temperature($0, sensor: file) }
      }
    case .temperature(let wanted, nil):
      TemperatureSensor.choice(wanted, among: sensors()).flatMap { sensor in
        text(sensor.path).flatMap { TemperatureSensor.celsius($0) }.map {
          .temperature($0, sensor: sensor.name)
        }
      }
    case .rates(let wanted):
      text("/proc/net/dev").map { InterfaceCounters.counters(dev: $0) }
        .map { $0.filter { name, _ in wanted.contains(name) } }
        .flatMap { wanted != .all && $0.isEmpty ? nil : .rates($0) }
    }
  }

  /// The reason why there is no sample, for the log and in a sentence in the user's language.
  static func problem(_ subject: MeterSettings.Subject) -> (reason: String, words: String) {
    func unreadable(_ file: String) -> (reason: String, words: String) {
      ("\(file) cannot be read", localized("The file “\(file)” cannot be read."))
    }
    func missing(interface: String) -> (reason: String, words: String) {
      (
        "no network interface \(interface)", localized("There is no network interface “\(interface)”.")
      )
    }
    switch subject {
    case .cpu: return unreadable("/proc/stat")
    case .memory: return unreadable("/proc/meminfo")
    case .disk(let path):
      return ("no file system at \(path)", localized("There is no file system at “\(path)”."))
    case .load: return unreadable("/proc/loadavg")
    case .temperature(let sensor?, nil):
      return ("no sensor \(sensor)", localized("There is no sensor “\(sensor)”."))
    case .temperature(nil, nil):
      return (
        "this machine has no temperature sensor", localized("This machine has no temperature sensor.")
      )
    case .temperature(_, let path?):
      return ("no temperature in \(path)", localized("There is no temperature in “\(path)”."))
    case .rates(.all): return unreadable("/proc/net/dev")
    case .rates(.named(let name)): return missing(interface: name)
    case .rates(.matching(let pattern)): return missing(interface: "\(pattern)")
    }
  }

  private func load() -> LoadAverage? { text("/proc/loadavg").flatMap { LoadAverage(loadavg: $0) } }

  /// The frequencies of the cores; nil: the kernel does not tell them.
  private func frequencies() -> CoreFrequencies? {
    let folder = "/sys/devices/system/cpu"
    // The folder has others as well, such as cpufreq and cpuidle.
    let cores = names(folder).filter { $0.hasPrefix("cpu") && Int($0.dropFirst(3)) != nil }
    return CoreFrequencies(
      kilohertz: cores.compactMap { text("\(folder)/\($0)/cpufreq/scaling_cur_freq") })
      ?? text("/proc/cpuinfo").flatMap { CoreFrequencies(cpuinfo: $0) }
  }

  /// The first file whose path matches a pattern, in the order of names; nil: there is none. A component without signs of a
  /// pattern is taken as it is.
  private func file(_ pattern: String) -> String? {
    var paths = [""]
    for component in pattern.split(separator: "/").map(String.init) {
      guard component.utf8.contains(where: { "*?[".utf8.contains($0) }),
        let glob = try? TextPattern(glob: component)
      else {
        paths = paths.map { "\($0)/\(component)" }
        continue
      }
      paths = paths.flatMap { folder in
        names(folder.isEmpty ? "/" : folder).filter(glob.matches).sorted().map { "\(folder)/\($0)" }
      }
      paths = Array(paths.prefix(Self.mostSensors))
    }
    return paths.first { text($0) != nil }
  }

  /// The greatest number of sensors that are read, more than machines have.
  private static let mostSensors = 256

  private func sensors() -> [TemperatureSensor] {
    var found: [TemperatureSensor] = []
    for chip in names("/sys/class/hwmon").sorted() {
      let folder = "/sys/class/hwmon/\(chip)"
      guard let name = text("\(folder)/name").map(firstLine) else { continue }
      for file in names(folder).sorted() where file.hasPrefix("temp") && file.hasSuffix("_input") {
        let label = text("\(folder)/\(file.dropLast(6))_label").map(firstLine) ?? ""
        found.append(
          TemperatureSensor(name: label.isEmpty ? name : "\(name) \(label)", path: "\(folder)/\(file)"))
      }
    }
    for zone in names("/sys/class/thermal").sorted() where zone.hasPrefix("thermal_zone") {
      let folder = "/sys/class/thermal/\(zone)"
      if let type = text("\(folder)/type").map(firstLine) {
        found.append(TemperatureSensor(name: type, path: "\(folder)/temp"))
      }
    }
    return TemperatureSensor.numbered(Array(found.prefix(Self.mostSensors)))
  }

  private func firstLine(_ text: String) -> String { String(text.prefix { !$0.isNewline }) }
}

/// Makes values of the files of each process of `/proc`, of which there are at most as many as a machine can have by default.
private func ofProcesses<Value>(_ make: (_ id: Int, _ text: (String) -> String?) -> Value?) -> [Value] {
  let processes = Directory.names(in: "/proc").lazy.filter { $0.utf8.first.map { 0x31...0x39 ~= $0 } == true }
  return processes.prefix(32768).compactMap { name in
    Int(name).flatMap { id in
      make(id) { RegularFile.text(ofPath: "/proc/\(name)/\($0)", upTo: 4096) }
    }
  }
}

private func runningProcesses() -> [ProcessUse] {
  let pageSize = sysconf(Int32(_SC_PAGESIZE))
  return ofProcesses { _, text in
    text("stat").flatMap { ProcessUse(stat: $0, statm: text("statm") ?? "", pageSize: pageSize) }
  }
}

private func runningTransfers() -> [ProcessTransfer] {
  ofProcesses { id, text in
    text("io").flatMap { io in text("comm").flatMap { ProcessTransfer(id: id, comm: $0, io: io) } }
  }
}

/// A path with a leading `~` replaced by the home directory.
func expanded(_ path: String) -> String {
  expandedPath(path, home: Environment.value("HOME"))
}

/// The corresponding C function is `statvfs`.
private nonisolated func fileSystem(of path: String) -> FileSystemUse? {
  var found = statvfs()
  guard unsafe statvfs(path, &found) == 0, found.f_blocks > 0 else { return nil }
  func bytes(_ blocks: fsblkcnt_t) -> Int {
    Int(clamping: UInt64(blocks).multipliedReportingOverflow(by: UInt64(found.f_frsize)).partialValue)
  }
  return FileSystemUse(
    total: bytes(found.f_blocks), free: bytes(found.f_bfree), available: bytes(found.f_bavail))
}
