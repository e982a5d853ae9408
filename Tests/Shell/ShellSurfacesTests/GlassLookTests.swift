import DesktopModel
import Geometry
import LiveGlass
import Loop
import Rendering
import Settings
import ShellModel
import ShellSurfaces
import ShellTestSupport
import TestSupport
import Testing
import VisualEffects

/// A look whose clock the test turns.
private final class Stage {
  let time = ManualClock()
  let loop: EventLoop
  var state = State()
  let surface = FakeSurface()
  let look: GlassLook
  private(set) var changes = 0

  init(_ appearance: Appearance) throws {
    loop = try EventLoop(clock: time)
    var settings = Settings()
    settings.appearance = appearance
    state = State(settings: settings)
    look = GlassLook(Self.effect, state, loop: loop)
    surface.show()
    surface.backdrop = SIMD3(repeating: 0)
    look.surface = surface
    look.onChange = { [unowned self] in changes += 1 }
  }

  var now: Instant { time.now }

  static let effect = BlurEffect(style: .systemUltraThinMaterial)

  /// In steps of a frame, as the loop would sleep.
  func pass(frames: Int) {
    for _ in 0..<frames {
      time.advance(by: .milliseconds(16))
      loop.serveWhatIsReady()
    }
  }
}

@Suite struct GlassLookTests {
  @Test func `glass of one look measures nothing`() throws {
    let stage = try Stage(.dark)
    stage.look.backgroundChanged()
    #expect(stage.surface.measurements == 0 && stage.look.isDark && !stage.look.isChanging)
  }

  @Test func `by the backdrop, a look fades over once what is behind has been bright for long enough`() throws
  {
    let stage = try Stage(.backdrop)
    stage.look.backgroundChanged()
    #expect(stage.look.isDark && !stage.look.isChanging)
    stage.pass(frames: 10)
    stage.surface.backdrop = SIMD3(repeating: 1)
    stage.look.backgroundChanged()
    #expect(stage.look.isDark && stage.look.isChanging)
    stage.pass(frames: 200)
    #expect(!stage.look.isDark && !stage.look.isChanging && stage.changes > 2)
    #expect(stage.look.material(at: stage.now) == Stage.effect.material(isDark: false))
  }

  @Test func `all glass on an output has the look that the backdrop of the bar calls for`() throws {
    let stage = try Stage(.backdrop)
    let shared = OutputLook()
    let effects = [BlurEffect(style: .systemThickMaterial), BlurEffect(style: .notificationBanner)]
    let surfaces = [FakeSurface(), FakeSurface()]
    let looks = zip(effects, [GlassLook.Rank.bar, .banners]).map {
      GlassLook($0, stage.state, loop: stage.loop, shared: shared, rank: $1)
    }
    // Banners are shown alone: their backdrop decides at once, also for the bar that is not shown yet.
    surfaces[1].show()
    surfaces[1].backdrop = SIMD3(repeating: 1)
    looks[1].surface = surfaces[1]
    looks[1].backgroundChanged()
    #expect(!looks[1].isDark && !looks[0].isDark && shared.isDark == false)
    // The bar comes, over a dark backdrop, and decides after it has lasted.
    surfaces[0].show()
    surfaces[0].backdrop = SIMD3(repeating: 0)
    looks[0].surface = surfaces[0]
    looks[0].backgroundChanged()
    looks[1].backgroundChanged()
    #expect(!looks[0].isDark && surfaces[1].measurements == 1)
    stage.pass(frames: 100)
    #expect(looks[0].isDark && looks[1].isDark && shared.isDark == true)
    #expect(looks.allSatisfy { !$0.isChanging })
    #expect(looks[1].material(at: stage.now) == effects[1].material(isDark: true))
    // Glass that is made later, such as that of a popup, begins with the look.
    let popup = GlassLook(effects[0], stage.state, loop: stage.loop, shared: shared)
    #expect(popup.isDark)
    looks[0].surface = nil
    looks[1].backgroundChanged()
    stage.pass(frames: 100)
    #expect(!looks[1].isDark && !looks[0].isDark && !popup.isDark)
  }

  @Test func `a backdrop that changes with every frame is measured less often`() throws {
    let stage = try Stage(.backdrop)
    for _ in 0..<14 {
      stage.look.backgroundChanged()
      stage.pass(frames: 1)
    }
    // At once, and then once in 100 milliseconds.
    #expect(stage.surface.measurements == 3)
  }

  @Test func `what is written is there at once, what the desktop asks for fades in`() throws {
    let stage = try Stage(.system)
    let dark = stage.look.isDark
    var preferences = stage.state.preferences
    preferences.colourScheme = dark ? .light : .dark
    _ = stage.state.update(.systemPreferencesChanged(preferences), now: stage.now)
    stage.look.adopt(Stage.effect, stage.state)
    #expect(stage.look.isDark != dark && stage.look.isChanging)
    stage.pass(frames: 40)
    #expect(!stage.look.isChanging)
    var settings = stage.state.settings
    settings.appearance = dark ? .dark : .light
    _ = stage.state.update(.settingsLoaded(settings), now: stage.now)
    stage.look.adopt(Stage.effect, stage.state)
    #expect(stage.look.isDark == dark && !stage.look.isChanging)
  }
}
