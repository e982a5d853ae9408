import Geometry
import GlassModel
import LiveGlass
import Scenes
import Settings
import ShellModel
import Testing

@testable import Application

@Suite struct BackdropPolicyTests {
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
