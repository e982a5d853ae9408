import Geometry
import Notifications
import Settings
import ShellModel
import ShellTestSupport
import Testing

@testable import ShellSurfaces

struct BannerRoomTests {
  private let output = FakeOutput()
  private let state = State()

  @Test func `banners have the height that panels leave, as soon as that is known`() {
    output.reservedHeight = 40
    let room = BannerRoom(on: output, at: nil, state)
    #expect(room.areaHeight == 560)
    var changes = 0
    room.open(for: Self.nothing, staysOnScreen: false) { changes += 1 }
    #expect(room.areaHeight == 560 && changes == 0)
    output.area = LogicalSize(width: 800, height: 500)
    #expect(room.areaHeight == 500 && changes == 1)
    room.close()
    #expect(room.areaHeight == 560)
  }

  @Test func `banners are no wider than the area that panels leave`() {
    let room = BannerRoom(on: output, at: nil, state)
    #expect(!room.hasOtherWidth && room.placement.columnWidth(scale: 1) == 360)
    output.reservedWidth = 500
    #expect(room.hasOtherWidth && room.follow(state, nil))
    #expect(!room.hasOtherWidth && room.placement.columnWidth(scale: 1) == 284)
    room.open(for: Self.nothing, staysOnScreen: false) {}
    #expect(!room.hasOtherWidth)
    output.area = LogicalSize(width: 250, height: 600)
    #expect(room.hasOtherWidth && room.follow(state, nil))
    #expect(room.placement.columnWidth(scale: 1) == 234)
    room.close()
    #expect(room.hasOtherWidth)
  }

  @Test func `the place of banners follows the settings unless it is that of a rule`() {
    var moved = state
    var settings = Settings()
    settings.notifications.anchor = .bottomLeft
    _ = moved.update(.settingsLoaded(settings), now: Instant(sinceOrigin: .zero))
    for anchor in [nil, NotificationSettings.Anchor.top] {
      let room = BannerRoom(on: output, at: anchor, state)
      #expect(!room.follow(state, nil) && room.follow(moved, nil) == (anchor == nil))
      #expect(!room.follow(moved, nil))
    }
  }

  @Test func `open panels move the place of banners until they are closed`() {
    let room = BannerRoom(on: output, at: .topRight, state)
    let former = room.placement
    let panel = [LogicalRect(x: 500, y: 8, width: 292, height: 200)]
    #expect(room.avoid(panel) && !room.avoid(panel))
    room.leavePanelsFree(nil)
    #expect(room.placement != former)
    #expect(room.avoid([]) && room.follow(state, nil) && room.placement == former)
  }

  private static let nothing = BannerComposer.Composition(
    stack: BannerStack(
      [], more: 0, order: .newestTop, gap: 8, maxHeight: 500, measurer: FakeOutput().measurer), banners: [])
}
