import Geometry
import Notifications
import Scenes
import Settings
import ShellTestSupport
import Testing

@testable import NotificationService
@testable import ShellSurfaces

/// Tests of banners beside open panels.
struct BannerPanelTests {
  @Test(arguments: [NotificationSettings.Anchor.topRight, .bottomRight], [false, true])
  func `banners give way to an open panel, and come back when it closes`(
    anchor: NotificationSettings.Anchor, reducesMotion: Bool
  ) throws {
    let stage = try BannerStage(reducesMotion: reducesMotion) { $0.anchor = anchor }
    defer { stage.close() }
    stage.notify("one")
    stage.settle()
    func place() throws -> LogicalRect {
      let (surface, region) = (
        try #require(stage.surface), try #require(stage.surface?.placement.inputRegion)
      )
      var place = try #require(region.first)
      place.y += Double(surface.frame.y)
      return place
    }
    let before = try place()
    let isAtTop = anchor == .topRight
    let panel = LogicalRect(x: 500, y: isAtTop ? 8 : 392, width: 292, height: 200)
    stage.banners.avoid(["B": [panel]])
    stage.settle()
    #expect(try place() == before)
    stage.banners.avoid(["A": [panel]])
    var seen: Set<Double> = []
    for _ in 0..<60 {
      stage.pass(.milliseconds(20))
      seen.formUnion(stage.heights.map { Double($0 + (stage.surface?.frame.y ?? 0)) })
    }
    let moved = try place()
    #expect(isAtTop ? moved.y == panel.maxY + 8 : moved.maxY == panel.y - 8)
    #expect(moved.height == before.height && seen.contains(moved.y))
    #expect(seen.contains { $0 != moved.y && $0 != before.y } == !reducesMotion)
    stage.banners.avoid([:])
    stage.settle()
    #expect(try place() == before)
  }

  @Test func `banners that come while a panel is open come beside it`() throws {
    let stage = try BannerStage()
    defer { stage.close() }
    stage.banners.avoid(["A": [LogicalRect(x: 500, y: 8, width: 292, height: 200)]])
    stage.notify("one")
    stage.pass(.milliseconds(20))
    stage.pass(.milliseconds(20))
    #expect(stage.heights == [216])
    stage.settle()
    #expect(stage.heights == [216] && stage.output.opened.count == 1)
  }

  @Test(arguments: [false, true])
  func `banners go beside a panel that leaves no room below it, and back when it closes`(reducesMotion: Bool)
    throws
  {
    let stage = try BannerStage(reducesMotion: reducesMotion)
    defer { stage.close() }
    stage.notify("one")
    stage.settle()
    func x() throws -> Double {
      let (surface, region) = (
        try #require(stage.surface), try #require(stage.surface?.placement.inputRegion?.first)
      )
      return Double(surface.frame.x) + region.x
    }
    #expect(try x() == 800 - 8 - 360)
    stage.banners.avoid(["A": [LogicalRect(x: 420, y: 8, width: 372, height: 580)]])
    stage.pass(.zero)
    // The banner is beyond the edge of its surface in the first frame beside the panel.
    let first = try #require(stage.surface?.drawnScene)
    let isThere = first.panes.contains { $0.frame.x < first.size.width }
    #expect(isThere == reducesMotion)
    stage.settle()
    #expect(try x() == 420 - 8 - 360 && stage.heights == [8])
    stage.notify("two")
    stage.settle()
    #expect(try x() == 420 - 8 - 360 && stage.heights.count == 2)
    stage.banners.avoid([:])
    stage.settle()
    #expect(try x() == 800 - 8 - 360 && stage.output.opened.count == 1)
  }

  @Test(arguments: [false, true])
  func `banners wait while a panel leaves no room at all, and their time does not pass`(reducesMotion: Bool)
    throws
  {
    let stage = try BannerStage(reducesMotion: reducesMotion) { $0.timeoutNormal = 20 }
    defer { stage.close() }
    stage.notify("one") { $0.expireTimeout = -1 }
    stage.settle()
    // A banner that needs little room is shown below a panel that leaves it.
    let low = LogicalRect(x: 300, y: 8, width: 492, height: 480)
    stage.banners.avoid(["A": [low]])
    stage.settle()
    #expect(stage.heights == [496] && !stage.center.store.isWaitingForRoom)
    stage.banners.avoid(["A": [LogicalRect(x: 300, y: 8, width: 492, height: 580)]])
    stage.settle()
    #expect(stage.surface == nil && stage.center.store.isWaitingForRoom)
    #expect(stage.banners.report.allSatisfy { $0.awaited == nil })
    stage.notify("two") { $0.expireTimeout = -1 }
    stage.pass(.seconds(60))
    stage.settle()
    #expect(stage.surface == nil && stage.center.store.openCount == 2)
    stage.banners.avoid([:])
    stage.settle()
    #expect(stage.heights.count == 2 && !stage.center.store.isWaitingForRoom)
  }

  @Test func `banners for which a panel leaves no room are counted until it closes`() throws {
    let stage = try BannerStage { $0.anchor = .bottomRight }
    defer { stage.close() }
    for number in 1...5 { stage.notify("\(number)") }
    stage.settle()
    let all = try #require(stage.banners.report.first?.shown)
    // The panel is far from the first banner, and over others.
    let panel = LogicalRect(x: 500, y: 8, width: 292, height: 390)
    let top = Double(try #require(stage.heights.first))
    #expect(all > 2 && top + Double(stage.surface?.frame.y ?? 0) < panel.maxY)
    stage.banners.avoid(["A": [panel]])
    stage.settle()
    let surface = try #require(stage.surface)
    let first = try #require(stage.heights.first)
    #expect(Double(first + surface.frame.y) >= panel.maxY + 8)
    #expect(try #require(stage.banners.report.first?.shown) < all)
    #expect(surface.texts.contains { $0.hasSuffix("more") })
    stage.banners.avoid([:])
    stage.settle()
    #expect(stage.banners.report.first?.shown == all)
  }
}
