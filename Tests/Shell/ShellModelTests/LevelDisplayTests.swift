import DesktopModel
import Geometry
import Settings
import TestSupport
import Testing

@testable import ShellModel

struct LevelDisplayTests {
  private static func at(_ milliseconds: Int) -> Instant { Instant(sinceOrigin: .milliseconds(milliseconds)) }

  private static func volume(_ percent: Int, isMuted: Bool = false, of device: String = "a") -> Level {
    Level(.volume, of: device, symbol: "audio-volume-high", .part(percent: percent, isMuted: isMuted))
  }

  private static func profile(_ name: String) -> Level {
    Level(.powerProfile, symbol: "power-profile-balanced", .words(name))
  }

  /// A display with settings, after reports a second apart from 0 on.
  private func display(
    _ reports: [LevelReport], _ change: (inout LevelSettings) -> Void = { _ in }
  ) -> LevelDisplay {
    var settings = LevelSettings()
    change(&settings)
    var display = LevelDisplay()
    display.update(.settingsChanged(settings), now: Self.at(0))
    for (second, report) in reports.enumerated() {
      display.update(.reported(report), now: Self.at(1000 * second))
    }
    return display
  }

  @Test(
    arguments: [
      ([.changed(volume(50))], volume(50)),
      ([.changed(volume(50)), .changed(profile("Balanced"))], profile("Balanced")),
      // A change by this program is not shown, but updates a banner of the same level.
      ([.adjusted(volume(50))], nil), ([.changed(volume(50)), .adjusted(volume(60))], volume(60)),
      ([.changed(profile("A")), .adjusted(volume(60))], profile("A")),
      // A change that a key requests is shown even if the level stays the same, and then follows the device.
      ([.asked(volume(50))], volume(50)), ([.asked(volume(50)), .adjusted(volume(55))], volume(55)),
      ([.told(volume(100)), .asked(volume(100))], volume(100)),
      ([.asked(volume(50)), .told(volume(50))], volume(50)),
      // The first report is the level at the start, and another device has a level of its own.
      ([.told(volume(50))], nil), ([.told(volume(50)), .told(volume(50))], nil),
      ([.told(volume(50)), .told(volume(51))], volume(51)),
      ([.told(volume(50)), .told(volume(20, of: "b"))], nil),
      ([.told(volume(50)), .told(volume(20, of: "b")), .told(volume(21, of: "b"))], volume(21, of: "b")),
      ([.told(profile("A")), .lost(.powerProfile), .told(profile("B"))], nil),
      ([.changed(profile("A")), .lost(.powerProfile)], nil),
      ([.changed(profile("A")), .lost(.volume)], profile("A")),
    ] as [([LevelReport], Level?)])
  func `a level is shown when others have changed it`(reports: [LevelReport], shown: Level?) {
    let display = display(reports)
    #expect(display.shown == shown)
    #expect((display.deadline == nil) == (shown == nil))
  }

  @Test func `a change of our own that the device rounds is no change by others`() {
    var display = display([.adjusted(Self.volume(55))])
    display.update(.reported(.changed(Self.volume(54))), now: Self.at(500))
    #expect(display.shown == nil)
    display.update(.reported(.changed(Self.volume(40))), now: Self.at(600))
    #expect(display.shown == Self.volume(40))
  }

  @Test func `muting after a change of our own is shown, and so is a small change later`() {
    var display = display([.adjusted(Self.volume(55))])
    display.update(.reported(.changed(Self.volume(55, isMuted: true))), now: Self.at(500))
    #expect(display.shown == Self.volume(55, isMuted: true))
    var other = self.display([.adjusted(Self.volume(55))])
    other.update(.reported(.changed(Self.volume(54))), now: Self.at(1000))
    #expect(other.shown == Self.volume(54))
  }

  @Test func `a level goes some time after its last change, and what is ours keeps it no longer`() {
    var display = display([.changed(Self.volume(50))]) { $0.timeout = 2 }
    #expect(display.deadline == Self.at(2000))
    display.update(.reported(.changed(Self.volume(55))), now: Self.at(1500))
    #expect(display.deadline == Self.at(3500))
    display.update(.reported(.adjusted(Self.volume(60))), now: Self.at(3000))
    #expect(display.deadline == Self.at(3500))
    display.update(.deadlineReached, now: Self.at(3499))
    #expect(display.shown == Self.volume(60))
    display.update(.deadlineReached, now: Self.at(3500))
    #expect(display.shown == nil && display.deadline == nil)
  }

  @Test func `a key at the limit keeps the level on the screen`() {
    var display = display([.asked(Self.volume(100))]) { $0.timeout = 2 }
    display.update(.reported(.asked(Self.volume(100))), now: Self.at(1500))
    #expect(display.deadline == Self.at(3500))
    // The device's result of the request updates the banner, but does not prolong its time.
    display.update(.reported(.changed(Self.volume(99))), now: Self.at(2000))
    #expect(display.shown == Self.volume(99) && display.deadline == Self.at(3500))
    display.update(.locked(true), now: Self.at(2100))
    display.update(.reported(.asked(Self.volume(100))), now: Self.at(2200))
    #expect(display.shown == nil)
  }

  @Test func `nothing is shown above a lock, and what changed behind it is not shown after`() {
    var display = display([.changed(Self.volume(50))])
    display.update(.locked(true), now: Self.at(100))
    #expect(display.shown == nil)
    display.update(.reported(.changed(Self.volume(60))), now: Self.at(200))
    display.update(.reported(.told(Self.profile("A"))), now: Self.at(200))
    display.update(.locked(false), now: Self.at(300))
    #expect(display.shown == nil)
    display.update(.reported(.changed(Self.volume(70))), now: Self.at(400))
    #expect(display.shown == Self.volume(70))
  }

  @Test func `what changed while nobody followed it is not shown later`() {
    var display = display([.told(Self.volume(50)), .told(Self.profile("A"))])
    var settings = LevelSettings()
    settings.kinds = [.volume]
    display.update(.settingsChanged(settings), now: Self.at(2000))
    display.update(.settingsChanged(LevelSettings()), now: Self.at(3000))
    display.update(.reported(.told(Self.profile("B"))), now: Self.at(3001))
    #expect(display.shown == nil)
    display.update(.reported(.told(Self.volume(60))), now: Self.at(3002))
    #expect(display.shown == Self.volume(60))
  }

  @Test func `only the kinds that the settings name are shown`() {
    var display = display([.changed(Self.volume(50))]) { $0.kinds = [.powerProfile] }
    #expect(display.shown == nil)
    display.update(.reported(.changed(Self.profile("A"))), now: Self.at(1))
    #expect(display.shown == Self.profile("A"))
    display.update(.settingsChanged(nil), now: Self.at(2))
    #expect(display.shown == nil)
  }

  /// A level with random numbers.
  private func level(_ random: inout SplitMix) -> Level {
    switch Int.random(in: 0..<3, using: &random) {
    case 0:
      Self.volume(
        .random(in: 0...4, using: &random), isMuted: .random(using: &random),
        of: Bool.random(using: &random) ? "a" : "b")
    case 1: Self.profile("\(Int.random(in: 0..<3, using: &random))")
    default:
      Level(.brightness, symbol: "", .part(percent: .random(in: 0...4, using: &random), isMuted: false))
    }
  }

  @Test(arguments: DailySeeds.first(8) as [UInt64])
  func `whatever is told, what is shown is wanted, up to date and goes in time`(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var (display, settings, isLocked) = (LevelDisplay(), LevelSettings?.none, false)
    var last: [LevelKind: Level] = [:]
    var time = 0
    for step in 0..<2000 {
      time += Int.random(in: 0...600, using: &random)
      let now = Self.at(time)
      switch Int.random(in: 0..<11, using: &random) {
      case 9:
        let level = level(&random)
        last[level.kind] = level
        display.update(.reported(.asked(level)), now: now)
        let isShown = !isLocked && settings?.shownKinds.contains(level.kind) == true
        #expect((display.shown == level) == isShown, "seed \(seed) step \(step)")
      case 0...2:
        let level = level(&random)
        last[level.kind] = level
        display.update(.reported(.changed(level)), now: now)
      case 3, 4:
        let level = level(&random)
        last[level.kind] = level
        let before = display
        display.update(.reported(.adjusted(level)), now: now)
        #expect(display.deadline == before.deadline, "seed \(seed) step \(step)")
        #expect((display.shown == nil) == (before.shown == nil), "seed \(seed) step \(step)")
      case 5:
        let level = level(&random)
        last[level.kind] = level
        display.update(.reported(.told(level)), now: now)
      case 6:
        let kind = LevelKind.allCases.randomElement(using: &random)!
        last[kind] = nil
        display.update(.reported(.lost(kind)), now: now)
      case 7:
        isLocked.toggle()
        display.update(.locked(isLocked), now: now)
      case 8:
        settings = LevelSettings()
        settings?.kinds = LevelKind.allCases.filter { _ in Bool.random(using: &random) }
        if Int.random(in: 0..<4, using: &random) == 0 { settings = nil }
        display.update(.settingsChanged(settings), now: now)
      default: display.update(.deadlineReached, now: now)
      }
      let context: Comment = "seed \(seed) step \(step)"
      #expect((display.shown == nil) == (display.deadline == nil), context)
      guard let shown = display.shown, let deadline = display.deadline else { continue }
      #expect(!isLocked && settings?.shownKinds.contains(shown.kind) == true, context)
      #expect(shown == last[shown.kind], context)
      #expect(deadline <= now + .milliseconds(1500), context)
    }
  }
}
