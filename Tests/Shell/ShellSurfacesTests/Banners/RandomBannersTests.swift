import Geometry
import LiveGlass
import Notifications
import Scenes
import Settings
import ShellTestSupport
import TestSupport
import Testing

@testable import NotificationService
@testable import ShellSurfaces

/// Notifications, panels, locks and hands in any order, and what has to be on the screen once all rests.
struct RandomBannersTests {
  @Test(
    arguments: Survey.spread(DailySeeds.first(200), every: 20) + [2011, 20_776_120, 20_776_180] as [UInt64])
  func `in the end the banners that have room are on their surface, whatever happened`(seed: UInt64) throws {
    var play = try RandomBanners(seed: seed)
    defer { play.stage.close() }
    for round in 0..<12 {
      for _ in 0..<play.random(6) { try play.act() }
      play.stage.settle()
      try play.check("seed \(seed), round \(round)")
    }
  }
}

/// A stage on which things happen by chance.
private struct RandomBanners {
  let stage: BannerStage
  private var generator: SplitMix
  private var count = 0
  private var isLocked = false
  private var isCovered = false
  private var hasPointer = false

  init(seed: UInt64) throws {
    var generator = SplitMix(seed: seed)
    let order = NotificationSettings.Order.allCases.randomElement(using: &generator)!
    let anchor = NotificationSettings.Anchor.allCases.randomElement(using: &generator)!
    stage = try BannerStage {
      $0.order = order
      $0.anchor = anchor
      $0.layer = .top
      $0.criticalLayer = .overlay
    }
    self.generator = generator
  }

  mutating func random(_ bound: Int) -> Int { Int(generator.next() % UInt64(bound)) }

  mutating func act() throws {
    switch random(12) {
    case 0, 1, 2: notify()
    case 3: if let id = chosen() { stage.center.happenNow(.closeRequested(id: id)) }
    case 4: if let id = chosen() { stage.center.happenNow(.dismissed(id: id)) }
    case 5: stage.output.area = LogicalSize(width: 800, height: Double(120 + random(481)))
    case 6:
      isLocked.toggle()
      stage.lock(isLocked)
    case 7:
      isCovered.toggle()
      let isCovered = isCovered
      stage.banners.cover { _ in isCovered }
    case 8: try point()
    case 9: stage.surface?.closeByCompositor()
    case 10: stage.surface?.onBackgroundKnown?()
    default: stage.pass(.milliseconds(random(3000)))
    }
    if random(2) == 0 { stage.pass(.milliseconds(random(60))) }
  }

  private mutating func notify() {
    count += 1
    let timeout = [0, 0, 1500, 5000][random(4)]
    let (isCritical, lines) = (random(6) == 0, random(4))
    stage.notify("number \(count).") {
      $0.expireTimeout = Int32(timeout)
      $0.body = String(repeating: "a line of words\n", count: lines)
      if isCritical { $0.hints = [.init("urgency", .integer(2))] }
    }
  }

  private mutating func chosen() -> NotificationID? {
    let open = stage.center.store.open
    return open.isEmpty ? nil : open[random(open.count)].id
  }

  /// Moves the pointer over a banner, or away.
  private mutating func point() throws {
    guard let surface = stage.surface else { return }
    hasPointer.toggle()
    guard hasPointer, let region = surface.placement.inputRegion, !region.isEmpty else {
      surface.onPointer?(PointerEvent(.left, x: 0, y: 0, time: 1))
      return
    }
    _ = try stage.hover(over: random(region.count))
  }

  /// Checks the invariants that hold whenever nothing moves.
  mutating func check(_ place: String) throws {
    // A surface that was closed repeatedly comes again after a while.
    if let due = stage.banners.nextDeadline, due > stage.now, stage.surface == nil {
      stage.pass(due - stage.now)
      stage.settle()
    }
    // A time that has just run out takes a banner away now.
    for _ in 0..<100 where isUnderWay {
      stage.pass(.milliseconds(20))
      stage.settle()
    }
    // The next update closes a surface whose motion has ended.
    stage.pass(.zero)
    let open = stage.center.store.open.filter { !isLocked || $0.urgency == .critical }
    guard !open.isEmpty else {
      #expect(stage.surface == nil, "nothing is open: \(place)")
      return
    }
    let surface = try #require(stage.surface, "\(open.map(\.summary)) are open: \(place)")
    let seen = open.filter { surface.texts.contains($0.summary) }
    let shown = stage.banners.report[0].shown
    #expect(!seen.isEmpty && seen.count == shown, "\(seen.map(\.summary)), but \(shown) are shown: \(place)")
    let all = stage.center.store.open.filter { surface.texts.contains($0.summary) }
    #expect(all.count == seen.count, "what the lock hides is shown: \(place)")
    checkPlaces(on: surface, place)
  }

  /// Whether a banner moves, or waits for the surface to get the size that it needs.
  private var isUnderWay: Bool {
    stage.surface?.isMoving == true || stage.banners.report.contains { $0.awaited != nil }
  }

  private func checkPlaces(on surface: FakeSurface, _ place: String) {
    // One banner is shown whatever room there is.
    let height = stage.output.area.map { Int($0.height) } ?? stage.output.size.height
    let isAlone = stage.banners.report[0].shown == 1
    #expect(surface.placement.height <= height || isAlone, "higher than the area: \(place)")
    #expect(surface.frame.height == surface.placement.height, "another size than was asked for: \(place)")
    let bounds = PixelRect(surface.frame.size)
    for case .effect(let effect) in surface.drawnScene?.nodes ?? [] {
      #expect(effect.frame.intersection(bounds) == effect.frame, "a banner beyond the surface: \(place)")
      #expect(effect.alpha == 1, "a banner is not all there: \(place)")
    }
    for part in surface.placement.inputRegion ?? [] {
      #expect(part.width > 0 && part.height > 0, "\(part) takes input: \(place)")
    }
  }
}
