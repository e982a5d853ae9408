import DesktopModel
import Geometry
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
