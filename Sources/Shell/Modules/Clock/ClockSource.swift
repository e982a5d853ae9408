import BarUI
import Geometry
import Localization
import Loop
import ModuleModel
import Settings

extension ClockSettings: SourceMaking {
  func makeSource(_ start: ModuleStart) -> (any ModuleSource)? {
    ClockSource(settings: self, loop: start.loop, outlet: start.outlet)
  }
}

/// The time of day, delivered once per unit that is to be seen.
final class ClockSource: Refreshes, ShowsTimes, FollowsBars, PerformsActions {
  private let settings: ClockSettings
  /// The finest unit that is to be seen; nil: nothing of it is.
  private var unit: ClockUnit?
  /// The finest unit of the times that were asked for last, whether a bar is on the screen or not.
  private var wantedUnit: ClockUnit
  private let loop: EventLoop
  private let outlet: ModuleOutlet
  private var timer: Timer?
  /// The place of the zone that is shown on no output in particular, among those of the settings.
  private var zone = 0
  /// The distance, in places of `settings.zones`, from `zone` to the zone of an output, by its name. Outputs without a choice of
  /// their own are absent; those that are gone may return.
  private var offsets: [String: Int] = [:]
  /// The rules of the zones of the settings, as they were read last.
  private var rules: [String: ZoneRules] = [:]
  /// Reads the rules on a thread, since their file system may not answer.
  private let worker: Worker<Void>
  /// Time limit for one zone.
  private static let patience = Duration.seconds(20)
  /// Time until the zones are read again after a file system has not answered.
  static let retryInterval = Duration.seconds(60)
  /// The locale of the settings; nil: they name none, or it is not installed.
  private let locale: TimeLocale?
  private let rulesOfZone: @Sendable (String) -> ZoneRules
  private var retry: Timer?

  /// Begins to tell the time; tests pass a function of their own that reads the rules of a zone.
  init(
    settings: ClockSettings, loop: EventLoop, outlet: ModuleOutlet,
    rulesOfZone: @escaping @Sendable (String) -> ZoneRules = { LocalTime.rules(of: $0) }
  ) {
    self.settings = settings
    wantedUnit = Self.unit(of: settings.times, settings)
    unit = wantedUnit
    self.loop = loop
    self.outlet = outlet
    self.rulesOfZone = rulesOfZone
    locale = settings.locale.flatMap { TimeLocale($0) }
    worker = Worker(loop: loop, limit: Self.patience) {}
    readRules()
    tick()
  }

  func stop() {
    timer.end()
    retry.end()
    worker.stop()
    outlet.close()
  }

  func refresh() {
    readRules()
    tick()
  }

  func showTimes(_ times: [String]) {
    wantedUnit = Self.unit(of: times, settings)
    if unit != nil { show(wantedUnit) }
  }

  func barsAreSeen(_ areSeen: Bool) { show(areSeen ? wantedUnit : nil) }

  func perform(_ action: String, item: String?, by contact: ModuleContact) {
    let count = settings.zones.count
    guard count > 1, let step = ["next_zone": 1, "previous_zone": count - 1][action] else { return }
    // The action names no output if no bar shows the clock; then the zone changes on all outputs.
    if let output = contact.output {
      let offset = (offsets[output, default: 0] + step) % count
      offsets[output] = offset == 0 ? nil : offset
    } else {
      zone = (zone + step) % count
    }
    tick()
  }

  func day(at time: Int, on output: String?) -> CalendarDate? {
    zone(on: output).flatMap { rules[$0] }.flatMap { LocalCalendar.day(at: time, in: $0) }
  }

  func clocks(at time: Int, on output: String?) -> [WorldClock] {
    guard settings.zones.count > 1 else { return [] }
    let (format, here) = (DateForm.local.timeOfDay, day(at: time, on: output))
    return settings.zones.compactMap { zone in
      guard let rules = rules[zone] else { return nil }
      let isOtherDay = LocalCalendar.day(at: time, in: rules) != here
      let texts = [format, isOtherDay ? "%a" : ""].map {
        LocalTime.text(of: time, format: $0, in: rules, locale: locale) ?? ""
      }
      return WorldClock(place: Self.place(of: zone), time: texts[0], weekday: texts[1])
    }
  }

  /// The zone that is shown on an output, or on none in particular; nil: that of the system.
  private func zone(on output: String?) -> String? {
    let zones = settings.zones
    return zones.isEmpty ? nil : zones[(zone + (output.flatMap { offsets[$0] } ?? 0)) % zones.count]
  }

  private func show(_ unit: ClockUnit?) {
    guard unit != self.unit else { return }
    self.unit = unit
    tick()
  }

  /// The finest unit of some times; the zones are shown only if there are several.
  private static func unit(of times: [String], _ settings: ClockSettings) -> ClockUnit {
    let shown = times.filter { settings.zones.count > 1 || !isOfAllZones($0) }
    return shown.map { ClockUnit(finestIn: format(of: $0)) }.min() ?? .day
  }

  /// Whether a moment, such as `zones:%H:%M`, is written in the time of each zone.
  private static func isOfAllZones(_ name: String) -> Bool { name.hasPrefix("zones:") }

  /// The part of a moment's name after its first colon, as in `time:%H:%M`.
  private static func format(of name: String) -> String {
    name.firstIndex(of: ":").map { String(name[name.index(after: $0)...]) } ?? ""
  }

  private func tick() {
    timer?.cancel()
    // Nothing is shown until all zones were read.
    guard settings.zones.allSatisfy({ rules[$0] != nil }) else { return }
    let time = loop.wallTime.seconds
    show(time)
    guard !outlet.isClosed, let unit else { return }
    // Hours and days begin at different moments in different zones.
    let shown =
      settings.zones.count > 1 ? settings.zones.map { rules[$0] } : [zone(on: nil).flatMap { rules[$0] }]
    let seconds = shown.map { zone in unit.next(after: time) { LocalTime.offset(at: $0, in: zone) } }
    let second = seconds.min() ?? time + 1
    do throws(LoopError) {
      timer = try loop.scheduleWallClock(at: WallTime(sinceEpoch: .seconds(second))) { self.tick() }
    } catch {
      outlet.fail("\(error)", words: localized("The system provides no timer for the clock."))
    }
  }

  /// Reads the rules of all zones anew; those that were read before hold until then.
  private func readRules() {
    retry.end()
    for zone in Set(settings.zones) {
      worker.run(
        { [rulesOfZone] _ in rulesOfZone(zone) },
        then: { [weak self] (read: ZoneRules?) in self?.take(read, of: zone) })
    }
  }

  private func take(_ read: ZoneRules?, of zone: String) {
    worker.rest()
    if let read {
      let isNew = rules[zone] != read
      rules[zone] = read
      if isNew { tick() }
    } else {
      if rules[zone] == nil {
        outlet.fail(
          "timezones: the file system of \(zone) does not answer",
          words: localized("The file system of “\(zone)” does not answer."))
      }
      readRulesLater()
    }
  }

  private func readRulesLater() {
    retry?.cancel()
    retry = loop.schedule(at: loop.now + Self.retryInterval, tolerance: .seconds(1)) { [weak self] in
      self?.readRules()
    }
  }

  private func show(_ time: Int) {
    if let name = settings.locale, locale == nil {
      return outlet.fail(
        "locale: the system has no locale \(name)", words: localized("The system has no locale “\(name)”."))
    }
    guard var reading = reading(time, zone(on: nil)) else { return failure() }
    for output in offsets.keys {
      guard let own = self.reading(time, zone(on: output)) else { return failure() }
      reading.byOutput[output] = own
    }
    outlet.show(reading)
  }

  private func failure() {
    outlet.fail(
      "format: expected a text of at most 64 KiB", words: localized("The text of the clock is too long."))
  }

  /// The reading for a zone, or for that of the system; nil: a text is too long.
  private func reading(_ time: Int, _ zone: String?) -> ModuleReading? {
    let rules = zone.flatMap { self.rules[$0] }
    var fields: [String: FieldValue] = [
      "zone": .text(zone ?? LocalTime.text(of: time, format: "%Z") ?? "")
    ]
    for name in settings.times {
      let format = Self.format(of: name)
      let text =
        Self.isOfAllZones(name)
        ? allZones(at: time, format) : LocalTime.text(of: time, format: format, in: rules, locale: locale)
      guard let text else { return nil }
      fields[name] = .text(text)
    }
    if settings.showsCalendar {
      let month = CalendarText(
        today: LocalCalendar.day(at: time, in: rules), words: LocalCalendar.words(in: locale),
        rule: LocalCalendar.weekRule(of: settings, in: locale), showsWeekNumbers: settings.hasWeekNumbers)
      fields["calendar"] = .markup(month.markup)
    }
    return ModuleReading(fields)
  }

  /// The times in all zones, each on a line with the name of its place; empty unless there are several, and nil where a format
  /// is too long.
  private func allZones(at time: Int, _ format: String) -> String? {
    guard settings.zones.count > 1 else { return "" }
    var lines: [String] = []
    for zone in settings.zones {
      guard let text = LocalTime.text(of: time, format: format, in: rules[zone], locale: locale) else {
        return nil
      }
      lines.append("\(text)  \(Self.place(of: zone))")
    }
    return lines.joined(separator: "\n")
  }

  /// The last part of a zone's name, as people write it: `New York` for `America/New_York`.
  private static func place(of zone: String) -> String {
    let name = zone.split(separator: "/").last.map(String.init) ?? zone
    return String(name.map { $0 == "_" ? " " : $0 })
  }
}
