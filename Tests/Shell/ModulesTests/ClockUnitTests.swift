import Testing

@testable import Modules

struct ClockUnitTests {
  @Test(arguments: [
    ("%a %e %b  %H:%M", ClockUnit.minute), ("%T", .second), ("%R", .minute), ("%c", .second), ("%X", .second),
    ("%r", .second), ("%s", .second), ("%S", .second), ("%OS", .second), ("%_3S", .second), ("%-S", .second),
    ("%I %p", .hour), ("%k", .hour), ("%l%P", .hour), ("%H", .hour), ("%z", .hour), ("%Z", .hour),
    ("%F", .day), ("%A, %d. %B %Y", .day), ("%x", .day), ("%Ex", .day),
    ("%EY %Om %U %V %W %G %g %j %u %w %C %D", .day),
    ("%^a %#Z", .hour), ("%010M", .minute), ("%-M", .minute), ("%EM", .minute), ("%+4Y", .day),
    ("", .day), ("Hello", .day), ("100 %%S", .day), ("%%%S", .second), ("%%%%S", .day), ("%n%t", .day),
    ("%Q", .second), ("%N", .second), ("%é", .second), ("%", .day), ("%H %", .hour), ("%-", .day),
    ("%E", .day),
    ("%Y %M %H", .minute), ("%S %Y", .second),
  ])
  func `the finest unit that a format shows is found`(format: String, unit: ClockUnit) {
    #expect(ClockUnit(finestIn: format) == unit)
  }

  /// A zone as its offsets from moments on.
  nonisolated struct Zone: Sendable {
    let offsets: [(from: Int, seconds: Int)]

    func offset(at time: Int) -> Int { offsets.last { $0.from <= time }?.seconds ?? offsets[0].seconds }

    static func fixed(_ seconds: Int) -> Zone { Zone(offsets: [(.min, seconds)]) }
  }

  nonisolated static let utc = Zone.fixed(0)
  /// Spring 2026 in Central Europe: at 2:00 it is 3:00.
  nonisolated static let berlin = Zone(offsets: [(.min, 3600), (1_774_746_000, 7200)])
  /// Autumn 2026: at 3:00 it is 2:00.
  nonisolated static let berlinAutumn = Zone(offsets: [(.min, 7200), (1_792_890_000, 3600)])
  /// A zone on a day without midnight: at 0:00 it is 1:00.
  nonisolated static let saoPaulo = Zone(offsets: [(.min, -10800), (1_508_036_400, -7200)])
  /// Half an hour only: at 2:00 it is 1:30.
  nonisolated static let lordHowe = Zone(offsets: [(.min, 39600), (1_775_314_800, 37800)])

  nonisolated static let boundaries: [(unit: ClockUnit, time: Int, zone: Zone, next: Int)] = [
    (.second, 1000, utc, 1001),
    (.minute, 0, utc, 60), (.minute, 59, utc, 60), (.minute, 60, utc, 120),
    (.hour, 3599, utc, 3600), (.hour, 3600, utc, 7200),
    (.day, 86399, utc, 86400), (.day, 86400, utc, 172800),
    // These moments are before the epoch.
    (.minute, -1, utc, 0), (.minute, -60, utc, 0), (.day, -86401, utc, -86400),
    // Offsets of a half and a quarter of an hour: hours end within those of UTC.
    (.hour, 0, .fixed(19800), 1800), (.hour, 1799, .fixed(19800), 1800), (.hour, 1800, .fixed(19800), 5400),
    (.hour, 0, .fixed(20700), 900), (.minute, 30, .fixed(19800), 60),
    (.day, 0, .fixed(19800), 66600), (.day, 0, .fixed(-12600), 12600),
    // Local mean time, with seconds.
    (.minute, 0, .fixed(1172), 28),
    // Midnight of a day of 23 hours: the change of the offset comes first, then what is left.
    (.day, 1_774_738_800, berlin, 1_774_746_000), (.day, 1_774_746_000, berlin, 1_774_821_600),
    (.hour, 1_774_745_999, berlin, 1_774_746_000), (.hour, 1_774_746_000, berlin, 1_774_749_600),
    (.minute, 1_774_745_980, berlin, 1_774_746_000),
    // This day has 25 hours.
    (.day, 1_792_879_200, berlinAutumn, 1_792_890_000), (.day, 1_792_890_000, berlinAutumn, 1_792_969_200),
    (.day, 1_508_000_000, saoPaulo, 1_508_036_400), (.day, 1_508_036_400, saoPaulo, 1_508_119_200),
    (.hour, 1_775_313_000, lordHowe, 1_775_314_800), (.hour, 1_775_314_800, lordHowe, 1_775_316_600),
  ]

  @Test(arguments: boundaries.indices)
  func `the next boundary of a unit is that of local time`(index: Int) {
    let (unit, time, zone, next) = Self.boundaries[index]
    #expect(unit.next(after: time, offset: zone.offset) == next, "\(unit) after \(time)")
  }

  @Test(
    arguments: [utc, berlin, berlinAutumn, saoPaulo, lordHowe, .fixed(20700)].indices, ClockUnit.allCases)
  func `no change of the shown unit is missed`(zone index: Int, unit: ClockUnit) {
    let zone = [Self.utc, Self.berlin, Self.berlinAutumn, Self.saoPaulo, Self.lordHowe, .fixed(20700)][index]
    let middle = zone.offsets.last.map { $0.from == .min ? 1_700_000_000 : $0.from } ?? 0
    let span = min(unit.seconds * 3, 200_000)
    func shown(_ time: Int) -> Int { (time + zone.offset(at: time)) / unit.seconds }
    var time = middle - span
    while time < middle + span {
      let next = unit.next(after: time, offset: zone.offset)
      #expect(next > time && next - time <= 90000)
      // All along it would have shown the same.
      for probe in stride(from: time, to: next, by: max(1, (next - time) / 50)) {
        #expect(shown(probe) == shown(time))
      }
      #expect(shown(next - 1) == shown(time))
      time = next
    }
  }
}
