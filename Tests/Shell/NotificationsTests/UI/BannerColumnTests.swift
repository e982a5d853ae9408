import Geometry
import Notifications
import Scenes
import TestSupport
import Testing
import Views

struct BannerColumnTests {
  private static let start = Instant(sinceOrigin: .seconds(10))

  private func at(_ milliseconds: Int) -> Instant { Self.start + .milliseconds(milliseconds) }

  /// A banner of 300 pixels at the left edge.
  private func entry(_ id: BannerID, y: Int, height: Int = 80) -> BannerColumn.Entry {
    let close = Spacer().frame(width: 20, height: 20).onTap(.primary, BannerAction.close)
    let banner = Spacer().frame(width: 300, height: Double(height))
      .overlay(alignment: .topTrailing) { close.padding(trailing: 10, top: 4) }
      .glass(nil).onTap(.primary, BannerAction.banner)
    let view = layout(
      banner, in: Proposal(), environment: ViewEnvironment(scale: 1), measurer: MonospaceMeasurer())
    return .init(.banner(id), BannerLayout(view).offset(x: 20, y: y))
  }

  private func frames(_ column: BannerColumn, _ now: Instant) -> [PixelRect] {
    column.nodes(at: now).map { node in
      guard case .effect(let effect) = node else { preconditionFailure("not a sheet") }
      return effect.frame
    }
  }

  private func alphas(_ column: BannerColumn, _ now: Instant) -> [Double] {
    column.nodes(at: now).map { node in
      guard case .effect(let effect) = node else { preconditionFailure("not a sheet") }
      return effect.alpha
    }
  }

  private func column(_ entries: [BannerColumn.Entry], side: BannerColumn.Side = .right) -> BannerColumn {
    var column = BannerColumn(side: side, travel: 64)
    column.show(entries, now: at(0))
    column.begin(now: at(0))
    return column
  }

  /// A banner of the stack `a`.
  private func member(_ id: BannerID, y: Int, height: Int = 80, isFront: Bool = false) -> BannerColumn.Entry {
    var entry = entry(id, y: y, height: height)
    (entry.stack, entry.isFront) = ("a", isFront)
    return entry
  }

  @Test func `the banners of a stack that unfolds come out of it, below its first one`() {
    var column = column([member(1, y: 10, isFront: true)])
    column.show([member(1, y: 10), member(2, y: 100), entry(3, y: 190)], now: at(1000))
    column.begin(now: at(1000))
    // The one of the stack, its first one, and one of no stack, which comes from the side.
    #expect(frames(column, at(1000)).map(\.y) == [10, 10, 190])
    #expect(frames(column, at(1000)).map(\.x) == [20, 20, 84])
    #expect(alphas(column, at(1000)) == [1, 1, 1])
    let middle = frames(column, at(1060))[0].y
    #expect(middle > 10 && middle < 100 && column.isMoving(at: at(1299)))
    #expect(frames(column, at(1300)).map(\.y) == [100, 10, 190] && !column.isMoving(at: at(1300)))
  }

  @Test func `the banners of a stack that folds go into it`() {
    var column = column([member(1, y: 10), member(2, y: 100), member(3, y: 190)])
    column.show([member(3, y: 10, isFront: true)], now: at(1000))
    column.begin(now: at(1000))
    // The one whose place the first banner takes stays there until that has come.
    #expect(frames(column, at(1000)).map(\.y) == [100, 10, 190])
    let later = frames(column, at(1050))
    #expect(later.allSatisfy { $0.x == 20 } && later[1].y == 10)
    #expect((11..<100).contains(later[0].y) && (11..<190).contains(later[2].y))
    #expect(alphas(column, at(1100)) == [1, 1, 1])
    column.begin(now: at(1300))
    #expect(frames(column, at(1300)) == [PixelRect(x: 20, y: 10, width: 300, height: 80)])
  }

  @Test func `the banner of a stack with the longest way lies lowest`() {
    var column = column([member(1, y: 10, isFront: true)])
    column.show([member(1, y: 10), member(2, y: 100), member(3, y: 190)], now: at(1000))
    column.begin(now: at(1000))
    let middle = frames(column, at(1100)).map(\.y)
    #expect(middle.count == 3 && middle[0] > middle[1] && middle[2] == 10)
  }

  @Test func `a banner that comes in front of its stack comes from the side`() {
    var column = column([member(1, y: 10, isFront: true)])
    column.show([member(2, y: 10, isFront: true)], now: at(1000))
    column.begin(now: at(1000))
    #expect(frames(column, at(1000)).map(\.x) == [20, 84])
    #expect(frames(column, at(2000)).last?.x == 20)
  }

  @Test func `a note in the middle of the column stays there`() {
    let note = Spacer().frame(width: 40, height: 20).glass(nil).frame(width: 300)
    let view = layout(
      note, in: Proposal(), environment: ViewEnvironment(scale: 1), measurer: MonospaceMeasurer())
    let entry = BannerColumn.Entry(.note, BannerLayout(view).offset(x: 20, y: 90))
    #expect(frames(column([entry]), at(2000)) == [PixelRect(x: 150, y: 90, width: 40, height: 20)])
  }

  @Test func `banners that pass one another are not blurred behind one another`() {
    let column = column([entry(1, y: 0), entry(2, y: 90)])
    #expect(
      column.nodes(at: Self.start).allSatisfy { node in
        if case .effect(let effect) = node { effect.isApart } else { false }
      })
  }

  @Test func `a banner waits for a frame that is seen, then comes in from its side and rests`() {
    var column = BannerColumn(side: .right, travel: 64)
    column.show([entry(1, y: 10)], now: at(0))
    // However long the first frame takes.
    #expect(column.isMoving(at: at(900)) && frames(column, at(900))[0].x == 84)
    #expect(alphas(column, at(900))[0] > 0)
    column.begin(now: at(900))
    let way = stride(from: 900, through: 1200, by: 10).map { frames(column, at($0))[0].x }
    #expect(way.first == 84 && way.last == 20)
    #expect(!column.isMoving(at: at(1200)) && alphas(column, at(1200)) == [1])
  }

  @Test func `a banner that comes or moves goes a little too far, and one that leaves accelerates`() throws {
    var column = BannerColumn(side: .right, travel: 400)
    column.show([entry(1, y: 10)], now: at(0))
    column.begin(now: at(0))
    let way = (0...30).map { frames(column, at(10 * $0))[0].x }
    let farthest = try #require(way.min())
    #expect(way[0] == 420 && (10...15).contains(farthest) && way.last == 20)
    let turn = try #require(way.firstIndex(of: farthest))
    #expect(Array(way[...turn]) == way[...turn].sorted(by: >) && Array(way[turn...]) == way[turn...].sorted())
    #expect(alphas(column, at(190)) == [1])
    column.show([entry(1, y: 510)], now: at(1000))
    #expect(
      (0...30).map { frames(column, at(1000 + 10 * $0))[0].y }.max().map { (515...525).contains($0) } == true)
    column.show([], now: at(2000))
    let steps = (0...9).map { frames(column, at(2000 + 20 * $0))[0].x }
    let speeds = zip(steps.dropFirst(), steps).map { $0 - $1 }
    #expect(speeds == speeds.sorted() && speeds[8] > 2 * speeds[0])
    column.begin(now: at(2200))
    #expect(column.isEmpty)
  }

  @Test(arguments: [
    (BannerColumn.Side.left, -44, 10), (.right, 84, 10), (.top, 20, -54), (.bottom, 20, 74), (.none, 20, 10),
  ])
  func `banners come from the side that they are told`(side: BannerColumn.Side, x: Int, y: Int) {
    var column = BannerColumn(side: side, travel: 64)
    column.show([entry(1, y: 10)], now: at(0))
    #expect(frames(column, at(0)) == [PixelRect(x: x, y: y, width: 300, height: 80)])
  }

  /// The opacity of what lies on the first banner.
  private func contentOpacity(_ column: BannerColumn, _ now: Instant) -> Double {
    guard case .effect(let sheet)? = column.nodes(at: now).first,
      case .effect(let content)? = sheet.content.first, content.material == nil
    else { return 1 }
    return content.alpha
  }

  @Test(arguments: [
    (BannerColumn.Side.left, false), (.right, false), (.top, true), (.bottom, true), (.none, true),
  ])
  func `the glass of a banner that comes is opaque, and what lies on it fades in where it is seen at once`(
    side: BannerColumn.Side, isFading: Bool
  ) {
    var column = BannerColumn(side: side, travel: 64)
    column.show([entry(1, y: 10)], now: at(0))
    column.begin(now: at(0))
    for moment in stride(from: 0, through: 300, by: 20) { #expect(alphas(column, at(moment)) == [1]) }
    let opacities = [0, 40, 300].map { contentOpacity(column, at($0)) }
    if isFading {
      #expect(opacities[0] > 0.1 && opacities[0] < 0.5 && opacities[1] > opacities[0] && opacities[1] < 1)
    } else {
      #expect(opacities[0] == 1 && opacities[1] == 1)
    }
    #expect(opacities[2] == 1)
    // Banners that leave fade where they would be seen to the end.
    column.show([], now: at(1000))
    let isFadingOut = (alphas(column, at(1150)).first ?? 0) < 1
    #expect(isFadingOut == isFading)
  }

  @Test func `banners come in anew after their surface has moved, and those that leave are gone`() {
    var column = column([entry(1, y: 10), entry(2, y: 100)])
    column.show([entry(2, y: 10)], now: at(1000))
    column.restartEntrance()
    #expect(frames(column, at(1050)) == [PixelRect(x: 84, y: 10, width: 300, height: 80)])
    #expect(column.isMoving(at: at(5000)))
    column.begin(now: at(1100))
    #expect(frames(column, at(1200))[0].x < 84)
    #expect(frames(column, at(1400)).map(\.x) == [20] && !column.isMoving(at: at(1400)))
  }

  @Test func `a banner that is gone fades out, cannot be clicked, and is forgotten`() {
    var column = column([entry(1, y: 10), entry(2, y: 100)])
    column.show([entry(2, y: 10)], now: at(1000))
    #expect(column.keys == [.banner(2)] && column.homes == [PixelRect(x: 20, y: 10, width: 300, height: 80)])
    #expect(frames(column, at(1100)).count == 2)
    #expect(column.hit(x: 40, y: 100, now: at(1000))?.key == .banner(2))
    #expect(column.hit(x: 40, y: 20, now: at(1000)) == nil)
    column.begin(now: at(1300))
    #expect(frames(column, at(1300)).map(\.y) == [10] && !column.isMoving(at: at(1300)))
    column.show([], now: at(2000))
    column.begin(now: at(2200))
    #expect(column.isEmpty)
  }

  @Test func `what is told anew on its way goes on from where it is`() {
    var column = column([entry(1, y: 10)])
    column.show([entry(2, y: 10), entry(1, y: 100)], now: at(1000))
    column.begin(now: at(1000))
    let before = frames(column, at(1100))
    column.show([entry(1, y: 10)], now: at(1100))
    // In whole pixels: the one that goes now lies below.
    #expect(frames(column, at(1100)) == before)
    #expect(before[1].y > 20 && before[1].y < 99)
    column.show([entry(2, y: 10), entry(1, y: 100)], now: at(1150))
    #expect(column.keys == [.banner(2), .banner(1)])
    #expect(Set(frames(column, at(1150)).map(\.height)) == [80])
    #expect(frames(column, at(1450)).map(\.y) == [10, 100])
  }

  @Test func `a banner that grows does so by and by, and keeps its content at its top`() {
    var column = column([entry(1, y: 10)])
    column.show([entry(1, y: 10, height: 180)], now: at(1000))
    let heights = [1000, 1100, 1300].map { frames(column, at($0))[0].height }
    #expect(heights[0] == 80 && heights[1] > 80 && heights[1] < 180 && heights[2] == 180)
  }

  @Test func `reduced motion leaves none`() {
    var column = BannerColumn(side: .right, travel: 64)
    column.show([entry(1, y: 10)], now: at(0), reducesMotion: true)
    #expect(!column.isMoving(at: at(0)) && frames(column, at(0)).map(\.x) == [20])
    column.show([entry(2, y: 10)], now: at(10), reducesMotion: true)
    #expect(!column.isMoving(at: at(10)) && frames(column, at(10)).count == 1)
    column.show([], now: at(20), reducesMotion: true)
    #expect(column.isEmpty)
  }

  @Test func `a pulled banner follows the hand, and goes away to that side or back`() {
    var column = column([entry(1, y: 10), entry(2, y: 100)])
    column.pull(.banner(1), by: -90)
    #expect(frames(column, at(1000)).map(\.x) == [-70, 20] && alphas(column, at(1000))[0] < 1)
    // A banner that is held does not follow the changes of its place.
    column.show([entry(1, y: 20), entry(2, y: 110)], now: at(1000))
    #expect(frames(column, at(1300)).map(\.x) == [-70, 20] && column.isMoving(at: at(5000)))
    var back = column
    back.release(.banner(1), now: at(1300))
    #expect(frames(back, at(1300))[0].x == -70 && frames(back, at(1500)).map(\.x) == [20, 20])
    column.show([entry(2, y: 10)], now: at(1300))
    #expect(frames(column, at(1300))[0].x == -70 && frames(column, at(1480))[0].x < -150)
  }

  @Test func `a banner that is no longer held goes back to its place`() {
    var column = column([entry(1, y: 10), entry(2, y: 100)])
    column.pull(.banner(1), by: -90)
    column.pull(.banner(2), by: -90)
    column.releaseAll(but: .banner(2), now: at(1000))
    #expect(frames(column, at(1000)).map(\.x) == [-70, -70])
    #expect(frames(column, at(1200)).map(\.x) == [20, -70] && column.isMoving(at: at(5000)))
    column.releaseAll(but: nil, now: at(2000))
    #expect(frames(column, at(2200)).map(\.x) == [20, 20] && !column.isMoving(at: at(2200)))
  }

  @Test func `a click is for what is seen there at that moment`() throws {
    var column = column([entry(1, y: 10)])
    #expect(try #require(column.hit(x: 300, y: 20, now: at(500))).action == .close)
    #expect(try #require(column.hit(x: 100, y: 20, now: at(500))).action == .banner)
    #expect(column.hit(x: 100, y: 95, now: at(500)) == nil)
    column.show([entry(1, y: 200)], now: at(1000))
    #expect(column.hit(x: 100, y: 20, now: at(1000)) != nil)
    #expect(column.hit(x: 100, y: 20, now: at(1300)) == nil)
  }

  @Test(arguments: DailySeeds.first(200) as [Int])
  func `whatever happens, motion is steady, bounded and ends`(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    var column = BannerColumn(side: [.left, .right, .top, .none].randomElement(using: &random)!, travel: 64)
    var now = at(0)
    var shown: [BannerID] = []
    for _ in 0..<60 {
      now = now + .milliseconds(Int.random(in: 0...120, using: &random))
      let before = column.items(at: now)
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1:
        shown = (1...6).map { BannerID(rawValue: $0) }.filter { _ in Bool.random(using: &random) }.shuffled(
          using: &random)
        var y = 10
        let entries = shown.map { id in
          defer { y += 90 }
          return entry(id, y: y, height: 80)
        }
        column.show(entries, now: now)
        #expect(Set(column.keys) == Set(shown.map(BannerColumn.Key.banner)))
      case 2: column.begin(now: now)
      case 3:
        if let id = shown.randomElement(using: &random) {
          column.pull(.banner(id), by: Double.random(in: -300...300, using: &random))
          continue
        }
      case 4: for id in shown { column.release(.banner(id), now: now) }
      default: break
      }
      // Nothing jumps: what is seen before an event is seen right after it.
      for (key, frame) in column.items(at: now) {
        if let old = before[key] { #expect(old == frame, "seed \(seed): \(key) jumped") }
      }
      #expect(Set(column.keys).count == column.keys.count)
    }
    for id in shown { column.release(.banner(id), now: now) }
    column.begin(now: now)
    now = now + .milliseconds(400)
    column.begin(now: now)
    #expect(!column.isMoving(at: now) && frames(column, now).map(\.y) == column.homes.map(\.y))
    #expect(alphas(column, now).allSatisfy { $0 == 1 })
  }
}

extension BannerColumn {
  /// Returns the visible frames of the banners by their keys. Leaving banners are left out: they may disappear, and
  /// one with the same key may come in anew.
  fileprivate func items(at now: Instant) -> [Key: PixelRect] {
    var result: [Key: PixelRect] = [:]
    for key in keys { result[key] = shownFrame(of: key, now: now) }
    return result
  }
}
