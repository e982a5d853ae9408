import Geometry
import Settings
import TestSupport
import Testing

@testable import Notifications

struct BannerGesturesTests {
  typealias Hit = BannerGestures.Hit
  private static let body = Hit(.banner(1), .banner)
  private static let close = Hit(.banner(1), .close)
  private static let other = Hit(.banner(2), .banner)

  private func gestures(scale: Double = 1) -> BannerGestures {
    var gestures = BannerGestures()
    (gestures.scale, gestures.width) = (scale, 360 * scale)
    return gestures
  }

  private typealias Row = (PointerEvent.Button, Hit, Hit?, [BannerGestures.Reaction])

  @Test(
    arguments: [
      (PointerEvent.Button.left, body, body, [BannerGestures.Reaction.click(body, x: 6, y: 6)]),
      (.left, close, close, [.click(close, x: 6, y: 6)]), (.left, close, body, []), (.left, body, other, []),
      (.left, body, Hit?.none, []), (.middle, body, body, [.gesture(.middle, .banner(1), x: 6, y: 6)]),
      (.middle, close, body, [.gesture(.middle, .banner(1), x: 6, y: 6)]),
      (.right, body, body, [.gesture(.right, .banner(1), x: 6, y: 6)]), (.right, body, other, []),
      (.back, body, body, [.gesture(.back, .banner(1), x: 6, y: 6)]), (.back, body, other, []),
    ] as [Row])
  func `a button that is released where it was pressed clicks`(
    button: PointerEvent.Button, pressed: Hit, released: Hit?,
    reactions: [BannerGestures.Reaction]
  ) {
    var gestures = gestures()
    #expect(gestures.update(.pressed(.pointer, button, x: 5, y: 5, time: 0, pressed)) == [])
    #expect(gestures.update(.released(.pointer, button, x: 6, y: 6, time: 9, released)) == reactions)
  }

  @Test func `the banner under the pointer is told once`() {
    var gestures = gestures()
    #expect(gestures.update(.pointed(x: 1, y: 1, Self.body)) == [.hover(.banner(1))])
    #expect(gestures.update(.pointed(x: 2, y: 1, Self.close)) == [])
    #expect(gestures.update(.pointed(x: 2, y: 9, Self.other)) == [.hover(.banner(2))])
    #expect(gestures.update(.pointerLeft) == [.hover(nil)])
    #expect(gestures.update(.pointerLeft) == [])
  }

  @Test(arguments: [
    // The distance in pixels, the time of its last part in milliseconds, and whether the banner goes away.
    (200.0, 50, true), (-200, 50, true), (60, 500, false), (60, 40, true), (-60, 40, true),
  ])
  func `a pull goes away if it was far or fast`(distance: Double, time: Int, isAway: Bool) {
    for source in [BannerGestures.Source.pointer, .finger(3)] {
      var gestures = gestures()
      _ = gestures.update(.pressed(source, .left, x: 100, y: 20, time: 1000, Self.body))
      #expect(gestures.update(.dragged(source, x: 104, y: 20, time: 1010)) == [])
      let moved = gestures.update(.dragged(source, x: 100 + distance, y: 22, time: 1010 + UInt32(time)))
      #expect(moved == [.pull(.banner(1), distance)] && gestures.pulled == .banner(1))
      let end = gestures.update(
        .released(source, .left, x: 100 + distance, y: 22, time: 1012 + UInt32(time), Self.body))
      let away = BannerGestures.Reaction.gesture(.swipe, .banner(1), x: 100 + distance, y: 22)
      #expect(end == [isAway ? away : .release(.banner(1))] && gestures.pulled == nil)
    }
  }

  @Test func `a pointer that rests before the release does not throw the banner`() {
    var gestures = gestures()
    _ = gestures.update(.pressed(.pointer, .left, x: 100, y: 20, time: 0, Self.body))
    _ = gestures.update(.dragged(.pointer, x: 160, y: 20, time: 20))
    #expect(
      gestures.update(.released(.pointer, .left, x: 160, y: 20, time: 400, Self.body)) == [
        .release(.banner(1))
      ])
  }

  @Test func `along the column there is neither a pull nor a click`() {
    var gestures = gestures()
    _ = gestures.update(.pressed(.finger(0), .left, x: 100, y: 20, time: 0, Self.body))
    #expect(gestures.update(.dragged(.finger(0), x: 101, y: 40, time: 20)) == [])
    #expect(gestures.update(.dragged(.finger(0), x: 300, y: 40, time: 40)) == [])
    #expect(gestures.update(.released(.finger(0), .left, x: 100, y: 20, time: 60, Self.body)) == [])
  }

  @Test func `touch points that the compositor cancels release the banner`() {
    var gestures = gestures()
    _ = gestures.update(.pressed(.finger(0), .left, x: 100, y: 20, time: 0, Self.body))
    _ = gestures.update(.dragged(.finger(0), x: 200, y: 20, time: 20))
    #expect(gestures.update(.cancelled) == [.release(.banner(1))])
    #expect(gestures.update(.released(.finger(0), .left, x: 200, y: 20, time: 30, Self.body)) == [])
  }

  @Test func `a finger that rests has a long touch, and no click after it`() {
    var gestures = gestures()
    #expect(gestures.update(.rested) == [])
    _ = gestures.update(.pressed(.finger(0), .left, x: 5, y: 6, time: 0, Self.body))
    #expect(gestures.touched == Self.body)
    #expect(gestures.update(.rested) == [.gesture(.touchLong, .banner(1), x: 5, y: 6)])
    #expect(gestures.touched == nil && gestures.update(.rested) == [])
    #expect(gestures.update(.released(.finger(0), .left, x: 5, y: 6, time: 900, Self.body)) == [])
    // A pointer has no long touch, nor has a finger that moves.
    _ = gestures.update(.pressed(.pointer, .left, x: 5, y: 6, time: 0, Self.body))
    #expect(gestures.touched == nil && gestures.update(.rested) == [])
    _ = gestures.update(.pointerLeft)
    _ = gestures.update(.pressed(.finger(0), .left, x: 5, y: 6, time: 0, Self.body))
    _ = gestures.update(.dragged(.finger(0), x: 5, y: 40, time: 9))
    #expect(gestures.touched == nil && gestures.update(.rested) == [])
  }

  @Test func `the clock of the compositor may wrap round`() {
    var gestures = gestures()
    _ = gestures.update(.pressed(.pointer, .left, x: 100, y: 20, time: .max - 5, Self.body))
    _ = gestures.update(.dragged(.pointer, x: 160, y: 20, time: 14))
    #expect(
      gestures.update(.released(.pointer, .left, x: 160, y: 20, time: 16, Self.body)) == [
        .gesture(.swipe, .banner(1), x: 160, y: 20)
      ])
  }

  @Test(arguments: DailySeeds.first(200) as [Int])
  func `pulls always end, and nothing is clicked while one goes on`(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    var gestures = gestures(scale: 1.5)
    var pulled: BannerColumn.Key?
    var time: UInt32 = 0
    let hits = [Self.body, Self.close, Self.other, Hit(.note, .banner)]
    for _ in 0..<200 {
      time += UInt32.random(in: 0...60, using: &random)
      let (x, y) = (Double.random(in: 0...400, using: &random), Double.random(in: 0...90, using: &random))
      let hit = Bool.random(using: &random) ? hits.randomElement(using: &random) : nil
      let source = [BannerGestures.Source.pointer, .finger(1), .finger(2)].randomElement(using: &random)!
      let button = [PointerEvent.Button.left, .middle, .right, .back].randomElement(using: &random)!
      let input: BannerGestures.Input =
        switch Int.random(in: 0..<13, using: &random) {
        case 12: .rested
        case 0: .pointerLeft
        case 1: .cancelled
        case 2, 3, 4: .pressed(source, button, x: x, y: y, time: time, hit)
        case 5, 6: .released(source, button, x: x, y: y, time: time, hit)
        case 7: .pointed(x: x, y: y, hit)
        default: .dragged(source, x: x, y: y, time: time)
        }
      for reaction in gestures.update(input) {
        switch reaction {
        case .pull(let key, let distance):
          #expect(pulled == nil || pulled == key)
          #expect(key != .note && abs(distance) <= 400)
          pulled = key
        case .release(let key), .gesture(.swipe, let key, _, _):
          #expect(pulled == key)
          pulled = nil
        case .click, .gesture: #expect(pulled == nil)
        case .hover, .caret: break
        }
      }
      #expect(gestures.pulled == pulled)
    }
  }
}
