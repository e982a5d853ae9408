import Geometry
import Scenes
import TestSupport
import Testing
import Views
import VisualEffects

@testable import Notifications

/// The banners of a stack that unfolds or folds, which are one sheet of glass while they are near.
struct FlowingStackTests {
  private static let start = Instant(sinceOrigin: .seconds(10))
  private static let glass = GlassSheet(
    BlurEffect(style: .systemMaterialDark), corners: LogicalCorners(20))

  private func at(_ milliseconds: Int) -> Instant { Self.start + .milliseconds(milliseconds) }

  /// A banner of 300 pixels of the stack `a`, with the number of it as its text.
  private func member(
    _ id: BannerID, y: Int, height: Int = 80, isFront: Bool = false, stack: String? = "a",
    glass: GlassSheet = glass, cards: Int? = nil
  ) -> BannerColumn.Entry {
    let tree = Text("\(id)").frame(width: 300, height: Double(height)).glass(glass)
      .onTap(.primary, BannerAction.banner)
    let view = layout(
      tree, in: Proposal(), environment: ViewEnvironment(scale: 1), measurer: MonospaceMeasurer())
    let banner = BannerLayout(view, cards: cards, scale: 1).offset(x: 20, y: y)
    return .init(.banner(id), banner, stack: stack, isFront: isFront)
  }

  /// Shows entries at rest, and then others from the first second on.
  private func column(
    _ former: [BannerColumn.Entry], then entries: [BannerColumn.Entry], reducesMotion: Bool = false
  ) -> BannerColumn {
    var column = BannerColumn(side: .right, travel: 64)
    column.gap = 10
    column.show(former, now: at(0))
    column.begin(now: at(0))
    column.show(entries, now: at(1000), reducesMotion: reducesMotion)
    column.begin(now: at(1000))
    return column
  }

  /// The sheets that are seen `milliseconds` after the column changed.
  private func sheets(_ column: BannerColumn, _ milliseconds: Int) -> [EffectNode] {
    var column = column
    column.begin(now: at(1000 + milliseconds))
    return column.nodes(at: at(1000 + milliseconds)).map { node in
      guard case .effect(let sheet) = node else { preconditionFailure("not a sheet") }
      return sheet
    }
  }

  private func atRest(_ entries: [BannerColumn.Entry]) -> [EffectNode] {
    sheets(column([], then: entries), 900)
  }

  private var folded: [BannerColumn.Entry] { [member(1, y: 10, isFront: true)] }
  private var unfolded: [BannerColumn.Entry] { [member(1, y: 10), member(2, y: 100), member(3, y: 190)] }

  @Test func `banners come out of their stack as one sheet of glass, which parts, and rest by themselves`()
    throws
  {
    let column = column(folded, then: unfolded)
    #expect(sheets(column, 0) == atRest(folded))
    let middle = sheets(column, 60)
    #expect(middle.count == 1)
    let merging = middle[0].merging
    let parts = merging?.parts.map(\.frame.y) ?? []
    try #require(parts.count == 3)
    #expect(parts[0] > parts[1] && parts[1] > 0 && parts[2] == 0)
    #expect(middle[0].frame == PixelRect(x: 20, y: 10, width: 300, height: parts[0] + 80))
    // Nearly all of the gap is bridged while the banners are far from their places.
    #expect(merging.map { $0.distance > 8 && $0.distance < 10 } == true)
    #expect(sheets(column, 130).count == 1)
    #expect(sheets(column, 280).allSatisfy { $0.merging == nil })
    #expect(Set(sheets(column, 280).map(\.frame.x)) == [20] && sheets(column, 280).count == 3)
    #expect(Set(sheets(column, 300).map(\.frame)) == Set(atRest(unfolded).map(\.frame)))
    #expect(sheets(column, 300).sorted { $0.frame.y < $1.frame.y } == atRest(unfolded))
  }

  /// The opacities of what lies on banners that come out of their stack or go into it.
  private func opacities(_ contents: [EffectNode]) -> [Double] {
    contents.map { content -> Double in
      if case .effect(let faded)? = content.content.first { faded.alpha } else { 1 }
    }
  }

  @Test func `what lies on a banner appears late on the way, where no other banner lies over it`() throws {
    let column = column(folded, then: unfolded)
    func contents(_ sheet: EffectNode) -> [EffectNode] {
      sheet.content.compactMap { node -> EffectNode? in
        if case .effect(let content) = node { content } else { nil }
      }
    }
    // While the others would cut it, nothing of it is seen.
    #expect(opacities(contents(sheets(column, 40)[0])) == [0, 0])
    let sheet = sheets(column, 90)[0]
    let parts = try #require(sheet.merging?.parts).map {
      $0.frame.offset(x: sheet.frame.x, y: sheet.frame.y)
    }
    let shown = contents(sheet)
    // The front banner's text is no effect, since all of it is seen.
    #expect(sheet.content.count == 3)
    try #require(parts.count == 3 && shown.count == 2)
    #expect(shown[0].frame.y == parts[1].maxY && shown[0].frame.maxY == parts[0].maxY)
    #expect(shown[1].frame.y == parts[2].maxY && shown[1].frame.maxY == parts[1].maxY)
    #expect(opacities(shown).allSatisfy { $0 > 0.5 && $0 < 1 })
  }

  @Test func `banners that go into their stack are one sheet with it, which ends as the stack`() {
    let column = column(unfolded, then: folded)
    #expect(sheets(column, 0).sorted { $0.frame.y < $1.frame.y } == atRest(unfolded))
    let middle = sheets(column, 40)
    #expect(middle.count == 1 && middle[0].merging?.parts.count == 3)
    let last = sheets(column, 299)
    #expect(last.count == 1 && last[0].frame == PixelRect(x: 20, y: 10, width: 300, height: 80))
    #expect(sheets(column, 300) == atRest(folded))
  }

  @Test(arguments: [80, 110]) func `cards come out below the front banner of a stack that folds`(height: Int)
    throws
  {
    let front = member(1, y: 10, height: 80, isFront: true, cards: 2)
    let column = column([member(1, y: 10, height: height)], then: [front])
    var ends: [Int] = []
    for milliseconds in stride(from: 0, through: 300, by: 10) {
      let (shown, now) = (sheets(column, milliseconds), at(1000 + milliseconds))
      let (sheet, end) = (try #require(shown.last?.frame), try #require(shown.map(\.frame.maxY).max()))
      #expect(height > 80 || sheet.height == 80)
      #expect(column.hit(x: 170, y: sheet.maxY - 1, now: now)?.action == .banner)
      if end > sheet.maxY { #expect(column.hit(x: 170, y: end - 1, now: now)?.action == .stack) }
      #expect(column.hit(x: 170, y: end, now: now) == nil)
      ends.append(end - sheet.maxY)
    }
    #expect(ends.first == 0 && ends.last == 14 && ends == ends.sorted())
  }

  @Test func `sheets that flow together are never thicker than they are by themselves at either end`() {
    for milliseconds in stride(from: 0, through: 300, by: 5) {
      for sheet in sheets(column(folded, then: unfolded), milliseconds) {
        guard let merging = sheet.merging else { continue }
        let places = merging.parts.map(\.frame.y).sorted()
        #expect(merging.distance <= max(Double(places[1] - places[0]) / 3, 0.01), "\(milliseconds) ms")
      }
    }
  }

  @Test func `banners of another look, of another stack and of none stay by themselves`() {
    var red = Self.glass
    red.border = ViewBorder(width: 1, ink: .colour([1, 0, 0, 1]))
    let others = [
      [member(1, y: 10), member(2, y: 100, glass: red)],
      [member(1, y: 10), member(2, y: 100, stack: "b")],
      [member(1, y: 10), member(2, y: 100, stack: nil)],
    ]
    for entries in others {
      let column = column(folded, then: entries)
      for milliseconds in stride(from: 0, through: 300, by: 20) {
        #expect(sheets(column, milliseconds).allSatisfy { $0.merging == nil })
        #expect(sheets(column, milliseconds).count == 2)
      }
    }
  }

  @Test func `banners without a gap between them do not flow together at rest`() {
    var column = column(folded, then: [member(1, y: 10), member(2, y: 80)])
    column.gap = 0
    #expect(sheets(column, 60).count == 1)
    #expect(sheets(column, 300).map(\.frame.y).sorted() == [10, 80])
  }

  @Test(arguments: [1100, 2000])
  func `a banner that was closed after its stack had unfolded leaves to its side, by itself`(time: Int) {
    var column = column(folded, then: unfolded)
    column.begin(now: at(time))
    column.show([member(1, y: 10), member(3, y: 190)], now: at(time))
    #expect(column.isMoving(at: at(time + 199)))
    let leaving = column.nodes(at: at(time + 190)).compactMap { node -> EffectNode? in
      if case .effect(let sheet) = node, sheet.frame.x > 20 { sheet } else { nil }
    }
    // The banner accelerates to 64 pixels beyond its place.
    #expect(leaving.count == 1 && leaving[0].merging == nil)
    #expect(leaving.allSatisfy { (40..<84).contains($0.frame.x) })
    column.begin(now: at(time + 200))
    #expect(column.items.map(\.key) == [.banner(1), .banner(3)])
  }

  @Test func `with reduced motion, banners are at their places at once`() {
    let column = column(folded, then: unfolded, reducesMotion: true)
    #expect(sheets(column, 0).sorted { $0.frame.y < $1.frame.y } == atRest(unfolded))
    #expect(!column.isMoving(at: at(1000)))
  }
}
