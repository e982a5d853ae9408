import Geometry
import HeadlessSession
import Loop
import Notifications
import Scenes
import Settings
import ShellTestSupport
import TestSupport
import Testing

@testable import NotificationService
@testable import ShellSurfaces

/// Banners that are used while others come, go or are used, and surfaces that are not on the screen.
struct BannerUseTests {
  private static let critical = NotificationRequest.Hint("urgency", .integer(2))

  /// Moves the pointer over the only banner of a surface, and away from it.
  private func cross(_ surface: FakeSurface?) throws {
    let surface = try #require(surface)
    let region = try #require(surface.placement.inputRegion?.first)
    surface.onPointer?(PointerEvent(.entered, x: region.x + 40, y: region.y + 10, time: 1))
    surface.onPointer?(PointerEvent(.moved, x: region.x + 60, y: region.y + 10, time: 2))
    surface.onPointer?(PointerEvent(.left, x: region.x + 60, y: region.y + 10, time: 3))
  }

  @Test func `an answer is typed on without haste while the pointer is over banners elsewhere`() throws {
    let stage = try BannerStage {
      var rule = NotificationRule()
      rule.application = try? NegatablePattern("test other")
      rule.style.anchor = .bottomLeft
      $0.rules = [rule]
    }
    defer { stage.close() }
    let id = stage.notify("message") {
      ($0.actions, $0.expireTimeout) = (["inline-reply", "Reply"], 3000)
    }
    stage.settle()
    let first = try #require(stage.surface)
    try stage.beginReply("half")
    stage.notify("other")
    stage.settle()
    let other = try #require(stage.surface)
    #expect(other !== first && other.texts.contains("other"))
    try cross(other)
    for _ in 0..<10 { stage.pass(.seconds(1)) }
    #expect(stage.center.store.notification(id) != nil && first.texts.contains("half"))
  }

  @Test(arguments: [false, true])
  func `the cursor is that of a text when the field of an answer has come under the pointer`(
    reducesMotion: Bool
  ) throws {
    let stage = try BannerStage(reducesMotion: reducesMotion)
    defer { stage.close() }
    stage.notify("message") { $0.actions = ["inline-reply", "Reply"] }
    stage.settle()
    try stage.beginReply("")
    #expect(stage.surface?.cursor == .text)
  }

  @Test func `a surface that is off the screen needs no updates`() throws {
    let stage = try BannerStage()
    defer { stage.close() }
    stage.notify("message") {
      ($0.actions, $0.hints) = (["inline-reply", "Reply"], [Self.critical])
    }
    stage.settle()
    try stage.beginReply("half")
    let surface = try #require(stage.surface)
    #expect(stage.banners.nextDeadline != nil)
    surface.isShown = false
    // Another banner needs room, and its words change with time.
    stage.notify("second") { $0.hints = [Self.critical] }
    for _ in 0..<30 {
      stage.time.advance(by: .seconds(10))
      stage.banners.settle(now: stage.now)
    }
    // The loop would go round without end if anything were due.
    try #require(stage.banners.nextDeadline == nil)
    stage.loop.serveWhatIsReady()
    let drawn = surface.drawingRequests
    stage.time.advance(by: .seconds(200))
    stage.loop.serveWhatIsReady()
    #expect(surface.drawingRequests == drawn)
    surface.show()
    stage.notify("third")
    stage.settle()
    #expect(["half", "second", "third"].allSatisfy { surface.texts.contains($0) })
  }

  @Test func `the age of a banner is told where motion is reduced, too`() throws {
    let stage = try BannerStage(reducesMotion: true)
    defer { stage.close() }
    stage.notify("one")
    stage.pass(.milliseconds(20))
    #expect(stage.surface?.texts.contains("now") == true)
    stage.pass(.seconds(61))
    stage.pass(.milliseconds(20))
    #expect(stage.surface?.texts.contains("1 min") == true)
  }
}
