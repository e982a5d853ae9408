import Geometry
import Loop
import ModuleModel
import Settings

/// Reads the machine for all meters, by one timer: what is due at about the same time is read in one go.
final class Meters {
  private let loop: EventLoop
  private let machine: Machine
  private var entries: [Entry] = []
  private var timer: Timer?

  private struct Entry {
    var source: MeterSource
    var due: Instant
  }

  init(loop: EventLoop, machine: Machine = Machine()) {
    self.loop = loop
    self.machine = machine
  }

  /// Reads for a meter now, and then once per interval.
  func add(_ source: MeterSource) {
    entries.append(Entry(source: source, due: loop.now))
    read()
  }

  func remove(_ source: MeterSource) {
    entries.removeAll { $0.source === source }
    arm()
  }

  /// Reads for a meter at once.
  func refresh(_ source: MeterSource) {
    for index in entries.indices where entries[index].source === source { entries[index].due = loop.now }
    read()
  }

  /// How much later than wanted a reading may be, so that others are made with it.
  private static func slack(_ interval: Duration) -> Duration { min(interval / 10, .seconds(1)) }

  private func read() {
    let now = loop.now
    var samples: [(subject: MeterSettings.Subject, sample: MeterSample?)] = []
    // Whoever receives a reading may stop its source.
    for entry in entries where entry.due <= now + Self.slack(entry.source.interval) {
      guard let index = entries.firstIndex(where: { $0.source === entry.source }) else { continue }
      entries[index].due = now + entry.source.interval
      let subject = entry.source.subject
      let known = samples.first { $0.subject == subject }
      let sample = known.map(\.sample) ?? machine.sample(subject)
      if known == nil { samples.append((subject, sample)) }
      entry.source.take(sample, at: now)
    }
    arm()
  }

  private func arm() {
    timer?.cancel()
    timer = nil
    guard let next = entries.min(by: { $0.due < $1.due }) else { return }
    timer = loop.schedule(at: next.due, tolerance: Self.slack(next.source.interval)) { [unowned self] in
      read()
    }
  }
}

/// A module that shows what is read of the machine.
final class MeterSource: ModuleSource {
  let subject: MeterSettings.Subject
  let interval: Duration
  private let module: ModuleName
  private let meters: Meters
  private let outlet: ModuleOutlet
  private var reading: MeterReading

  init(module: ModuleName, settings: MeterSettings, meters: Meters, outlet: ModuleOutlet) {
    self.module = module
    subject = settings.subject
    interval = .seconds(settings.interval)
    self.meters = meters
    self.outlet = outlet
    reading = MeterReading(settings.subject)
    meters.add(self)
  }

  func stop() {
    outlet.close()
    meters.remove(self)
  }

  func refresh() { meters.refresh(self) }

  /// Takes what was read; nil: nothing could be.
  func take(_ sample: MeterSample?, at now: Instant) {
    guard let sample else { return outlet.fail("\(module): \(Machine.problem(subject))") }
    if let reading = reading.reading(of: sample, at: now) { outlet.show(reading) }
  }
}
