import Geometry
import GlassModel
import LiveGlass
import Scenes
import Settings
import ShellModel
import Testing

@testable import hyaline

@Suite struct BarTests {
  @Test(
    arguments: [
      (OutputEdge.top, [.top, .left, .right], 0, 30), (.bottom, [.bottom, .left, .right], 0, 30),
      (.left, [.left, .top, .bottom], 30, 0), (.right, [.right, .top, .bottom], 30, 0),
    ] as [(OutputEdge, SurfacePlacement.Edges, Int, Int)])
  func `the bar keeps its edge free of windows`(
    edge: OutputEdge, anchors: SurfacePlacement.Edges, width: Int, height: Int
  ) {
    var bar = BarSettings()
    bar.edge = edge
    bar.height = 30
    let placement = SurfacePlacement(bar) { $0 }
    #expect(placement.anchors == anchors)
    #expect(placement.width == width && placement.height == height && placement.exclusiveZone == 30)
  }

  @Test func `a floating bar has its length, its margins and its layer, all on whole pixels`() {
    var bar = BarSettings()
    (bar.edge, bar.height, bar.length, bar.marginBottom, bar.layer) = (.bottom, 33, 401, 9, .overlay)
    bar.isExclusive = false
    let placement = SurfacePlacement(bar) { $0 / 2 * 2 }
    #expect(placement.anchors == .bottom)
    #expect(placement.width == 400 && placement.height == 32 && placement.exclusiveZone == 0)
    #expect(placement.margins == SurfacePlacement.Margins(bottom: 8))
    #expect(placement.layer == .overlay)
  }

  @Test func `a wallpaper that is asked for and not named is remarked on`() {
    var settings = Settings()
    settings.backdrop.source = .wallpaper
    #expect(BackdropPolicy(State(settings: settings), home: "/home/a").remark != nil)
    settings.backdrop.wallpaper = "~/b.png"
    let policy = BackdropPolicy(State(settings: settings), home: "/home/a")
    #expect(policy.remark == nil && policy.wallpaper?.path == "/home/a/b.png" && !policy.isLive)
  }

  @Test func `reduced transparency is one colour, that of the wallpaper if one is named`() {
    var settings = Settings()
    settings.accessibility.reduceTransparency = .on
    #expect(!BackdropPolicy(State(settings: settings), home: "/").isLive)
    settings.backdrop.wallpaper = "/a.png"
    let policy = BackdropPolicy(State(settings: settings), home: "/")
    #expect(!policy.isLive && policy.wallpaper?.isPlain == true)
  }

  @Test func `nothing is looked at while the session is locked`() {
    var state = State()
    #expect(BackdropPolicy(state, home: "/").isLive)
    #expect(state.update(.sessionLocked(true), now: start) == [.lockNotifications(true), .arrangeSurfaces])
    #expect(!BackdropPolicy(state, home: "/").isLive)
    #expect(state.update(.sessionLocked(false), now: start) == [.lockNotifications(false), .arrangeSurfaces])
    #expect(BackdropPolicy(state, home: "/").isLive)
  }

  @Test func `who knows of the battery is believed`() {
    var state = State()
    #expect(BackdropPolicy(state, home: "/").isOnBattery == nil)
    #expect(state.update(.powerSourceChanged(isOnBattery: true), now: start) == [.arrangeSurfaces])
    #expect(state.update(.powerSourceChanged(isOnBattery: true), now: start) == [])
    #expect(BackdropPolicy(state, home: "/").isOnBattery == true)
  }

  private let start = Instant(sinceOrigin: .zero)
}
