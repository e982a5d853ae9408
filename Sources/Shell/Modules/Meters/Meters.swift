import BarUI
import Geometry
import Localization
import Loop
import ModuleModel
import Settings

extension MeterSettings: SourceMaking {
  func makeSource(_ start: ModuleStart) -> (any ModuleSource)? {
    let meters = start.services.meters
    return paths.isEmpty
      ? MeterSource(settings: self, meters: meters, outlet: start.outlet)
      : DisksSource(settings: self, meters: meters, outlet: start.outlet)
  }
}

/// Reads the machine for all meters, by one timer: what is due at about the same time is read in one go.
final class Meters {
  /// The programs of the machine, which are read while a panel shows them.
  let programs: MachineWatch<ProgramUses>
  /// The traffic of the disks, which is read while a panel shows it.
  let disks: MachineWatch<DiskTraffic>
  private let loop: EventLoop
  private let machine: Machine
  private var entries: [Entry] = []
  private var timer: Timer?
  /// Whether nobody sees what is read.
  private var isPaused = false
  /// The functions that end the watches of files of /proc/pressure, by path.
  private var triggers: [String: () -> Void] = [:]
  /// The sources that wait for the sizes of file systems, by path.
  private var waiting: [String: [MeterSource]] = [:]
  /// The threads that query file systems, which may not answer, by path; they stay, and with them the limit of threads that
  /// wait for one.
  ///
  /// Each path has its own, since threads that wait for one file system would be missing for the others.
  private var workers: [String: Worker<Void>] = [:]

  /// The time limit for the answer of a file system.
  static let patience = Duration.seconds(10)

  private struct Entry {
    var source: MeterSource
    var due: Instant
  }

  init(loop: EventLoop, machine: Machine = Machine()) {
    self.loop = loop
    self.machine = machine
    programs = MachineWatch(ProgramUses(), loop: loop) { uses, _ in
      let ticks = machine.text("/proc/stat").flatMap { ProcessorTicks(stat: $0) }
      uses.take(machine.processes(), total: ticks?.all.total)
    }
    disks = MachineWatch(DiskTraffic(), loop: loop) { traffic, now in
      traffic.take(machine.disks(), machine.transfers(), at: now)
    }
  }

  /// Reads for a meter now, and then once per interval.
  func add(_ source: MeterSource) {
    entries.append(Entry(source: source, due: loop.now))
    if let path = source.pressurePath, triggers[path] == nil {
      triggers[path] = machine.followPressure(path, loop) { [unowned self] in pressed(path) }
    }
    read()
  }

  func remove(_ source: MeterSource) {
    entries.removeAll { $0.source === source }
    if let path = source.pressurePath, !entries.contains(where: { $0.source.pressurePath == path }) {
      triggers.removeValue(forKey: path)?()
    }
    arm()
  }

  /// Reads for a meter at once.
  func refresh(_ source: MeterSource) {
    for index in entries.indices where entries[index].source === source { entries[index].due = loop.now }
    read()
  }

  /// The speed of an interface's cable in bits per second; nil: it has no cable, or the driver does not tell.
  func linkSpeed(of interface: String) -> Int? { machine.linkSpeed(of: interface) }

  /// The temperature of the processor in degrees Celsius; nil: it has no sensor, or none that can be read.
  func processorTemperature() -> Double? { machine.processorTemperature() }

  /// Stops reading while nobody sees it; what was due meanwhile is read at the end.
  func pause(_ isPaused: Bool) {
    guard isPaused != self.isPaused else { return }
    self.isPaused = isPaused
    if isPaused { arm() } else { read() }
  }

  /// The delay that a reading may have, so that several are made at once.
  private static func slack(_ interval: Duration) -> Duration { min(interval / 10, .seconds(1)) }

  /// The kernel tells that much is waited for a resource.
  private func pressed(_ path: String) {
    for index in entries.indices where entries[index].source.pressurePath == path {
      entries[index].due = loop.now
    }
    if !isPaused { read() }
  }

  private func read() {
    let now = loop.now
    var samples: [(subject: MeterSettings.Subject, sample: MeterSample?)] = []
    // Whoever receives a reading may stop its source.
    for entry in entries where entry.due <= now + Self.slack(entry.source.interval) {
      guard let index = entries.firstIndex(where: { $0.source === entry.source }) else { continue }
      entries[index].due = now + entry.source.interval
      let source = entry.source
      if case .disk(let path) = source.subject {
        readRoom(path, for: source)
        continue
      }
      let known = samples.first { $0.subject == source.subject }
      let sample = known.map(\.sample) ?? machine.sample(source.subject)
      if known == nil { samples.append((source.subject, sample)) }
      source.take(sample, pressure: pressure(for: source), at: now)
    }
    arm()
  }

  private func pressure(for source: MeterSource) -> Pressure? {
    source.pressurePath == nil ? nil : machine.pressure(source.subject)
  }

  /// Asks for the room of a file system, one question at a time for each path.
  ///
  /// A file system of another machine may never answer: the question is given up, and asked again when it is due.
  private func readRoom(_ path: String, for source: MeterSource) {
    waiting[path, default: []].append(source)
    guard waiting[path]?.count == 1 else { return }
    let (room, full) = (machine.room, expanded(path))
    let worker = workers[path] ?? Worker(loop: loop, limit: Self.patience) {}
    workers[path] = worker
    worker.run(
      { _ in Answer(room: room(full)) },
      then: { [weak self] (answer: Answer?) in self?.take(answer, of: path) })
  }

  private func take(_ answer: Answer?, of path: String) {
    for source in waiting.removeValue(forKey: path) ?? []
    where entries.contains(where: { $0.source === source }) {
      if let answer {
        source.take(answer.room.map { .disk($0) }, pressure: pressure(for: source), at: loop.now)
      } else {
        source.giveUp()
      }
    }
    workers[path]?.rest()
  }

  /// The answer of a file system about its room, which is nil if there is no such file system.
  private nonisolated struct Answer: Sendable {
    var room: FileSystemUse?
  }

  private func arm() {
    timer.end()
    guard !isPaused, let next = entries.min(by: { $0.due < $1.due }) else { return }
    timer = loop.schedule(at: next.due, tolerance: Self.slack(next.source.interval)) { [unowned self] in
      read()
    }
  }
}

/// A module that shows what is read of the machine.
final class MeterSource: Refreshes, KeepsPanels {
  let subject: MeterSettings.Subject
  let interval: Duration
  /// The file that tells how long programs wait for the resource, if that is shown.
  let pressurePath: String?
  private let meters: Meters
  private let outlet: ModuleOutlet
  private var reading: MeterReading
  /// The fields of the last reading; nil while there is none.
  private(set) var fields: [String: FieldValue]?
  /// The temperature of the processor, which is read while its panel is open; nil: it is not known.
  private var celsius: Double?
  let panels: OpenPanels

  init(settings: MeterSettings, meters: Meters, outlet: ModuleOutlet) {
    subject = settings.subject
    interval = .seconds(settings.interval)
    pressurePath = settings.showsPressure ? settings.subject.pressurePath : nil
    (self.meters, self.outlet) = (meters, outlet)
    reading = MeterReading(settings.subject)
    panels = OpenPanels(outlet)
    panels.follow = { [unowned self] in follow($0) }
    panels.onClose = { [unowned self] in celsius = nil }
    meters.add(self)
  }

  func stop() {
    panels.stop()
    outlet.close()
    meters.remove(self)
  }

  func panel(of item: String?) -> ControlPanel? { panel(beside: []) }

  /// The panel; that of a file system has rows for others, whose fields are given.
  func panel(beside others: [[String: FieldValue]]) -> ControlPanel? {
    guard let fields else { return nil }
    var (past, sent) = (reading.past, reading.pastSent)
    if case .rates = subject { (past, sent) = (MeterReading.parts(past), MeterReading.parts(sent)) }
    return MeterPanel(
      subject: subject, fields: fields, past: past, sent: sent, programs: meters.programs.value,
      others: others, traffic: meters.disks.value, celsius: celsius
    ).panel
  }

  /// Begins what is read only for an open panel.
  private func follow(_ tell: @escaping () -> Void) -> Observation? {
    switch subject {
    case .cpu:
      celsius = meters.processorTemperature()
      return meters.programs.observe { [unowned self] in
        celsius = meters.processorTemperature()
        tell()
      }
    case .memory, .load: return meters.programs.observe(tell)
    case .disk: return meters.disks.observe(tell)
    case .temperature, .rates: return nil
    }
  }

  func refresh() { meters.refresh(self) }

  /// Shows a sample; nil if nothing could be read.
  func take(_ sample: MeterSample?, pressure: Pressure?, at now: Instant) {
    guard let sample else {
      fields = nil
      let problem = Machine.problem(subject)
      return outlet.fail(problem.reason, words: problem.words)
    }
    guard var reading = reading.reading(of: sample, at: now) else { return }
    reading.icon = ModuleIcon(subject.icon)
    if let pressure { reading.fields["pressure"] = .real(pressure.share * 100, .percent) }
    fields = reading.fields
    outlet.show(reading)
    panels.tell()
  }

  /// Shows that the machine has not answered.
  func giveUp() {
    guard case .disk(let path) = subject else { return }
    fields = nil
    outlet.fail(
      "the file system at \(path) does not answer",
      words: localized("The file system of “\(path)” does not answer."))
  }
}
