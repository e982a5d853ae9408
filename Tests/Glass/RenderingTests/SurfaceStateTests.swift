import Geometry
import Scenes
import Testing
import VisualEffects

@testable import Rendering

@Suite struct SurfaceStateTests {
  private static let frame = PixelRect(x: 100, y: 4, width: 40, height: 20)

  private static func glass(
    _ frame: PixelRect = frame, leak: Leak = .standard, pane: PixelRect? = nil, isFrozen: Bool = false
  ) -> Glass {
    let material = Material(name: "test", isDark: true, blurRadius: 20, chain: .identity)
    let pane = Pane(frame: pane ?? PixelRect(frame.size), material: material)
    return Glass(frame: frame, scale: 1, leak: leak, panes: [pane], isFrozen: isFrozen)
  }

  private static func scene(_ glass: Glass) -> Scene {
    Scene(
      size: glass.frame.size,
      nodes: glass.panes.map { .effect(EffectNode(frame: $0.frame, material: $0.material)) })
  }

  /// The state of a surface whose leak is known and that was drawn.
  private static func drawn(_ glass: Glass) -> SurfaceState {
    var state = SurfaceState.succeeding(nil, glass).state
    state.setPredicted()
    _ = state.begin(scene(glass))
    _ = state.take(scene(glass), stale: state.stalePixels) { $0 }
    return state
  }

  @Test func `a first surface begins with nothing but a measurement, whose leak is unknown`() {
    let (state, succession) = SurfaceState.succeeding(nil, Self.glass())
    #expect(succession == .init(keepsPicture: false, measuring: .made(knowsLeak: false), carriesLeak: false))
    #expect(!state.isPredicted && !state.hasFormerLeak)
    #expect(state.stalePixels == PixelRect(Self.frame.size))
    #expect(state.hiddenPixels == .empty)
  }

  @Test func `an opaque surface is not measured`() {
    let (state, succession) = SurfaceState.succeeding(nil, Self.glass(leak: .opaque))
    #expect(succession.measuring == .none)
    #expect(state.isPredicted && state.coverage == nil && !state.isLeaking)
  }

  @Test func `glass of the same shape continues the measurement, and another shape knows its leak`() {
    let former = Self.drawn(Self.glass())
    let same = SurfaceState.succeeding(former, Self.glass(isFrozen: true))
    #expect(same.succession == .init(keepsPicture: true, measuring: .kept, carriesLeak: false))
    #expect(same.state.hasFormerLeak && same.state.formerFrame == Self.frame)
    let smaller = Self.glass(pane: PixelRect(x: 4, y: 4, width: 20, height: 8))
    let other = SurfaceState.succeeding(former, smaller)
    #expect(
      other.succession
        == .init(keepsPicture: true, measuring: .made(knowsLeak: true), carriesLeak: false))
    #expect(other.state.isPredicted)
  }

  @Test func `a surface elsewhere carries the leak, unless it leaks otherwise`() {
    let former = Self.drawn(Self.glass())
    let moved = Self.glass(Self.frame.offset(x: 3, y: 0))
    let (state, succession) = SurfaceState.succeeding(former, moved)
    #expect(succession == .init(keepsPicture: false, measuring: .made(knowsLeak: false), carriesLeak: true))
    #expect(!state.isPredicted && state.formerFrame == Self.frame)
    #expect(!SurfaceState.succeeding(former, Self.glass(leak: .fine)).succession.carriesLeak)
  }

  @Test func `only freezing leaves a surface as it is`() {
    let state = Self.drawn(Self.glass())
    #expect(state.change(to: Self.glass()) == .none)
    #expect(state.change(to: Self.glass(isFrozen: true)) == .freezing)
    #expect(state.change(to: Self.glass(Self.frame.offset(x: 1, y: 0))) == .remaking)
    var moving = Self.drawn(Self.glass(isFrozen: true))
    let smaller = Self.glass(pane: PixelRect(x: 0, y: 0, width: 20, height: 8), isFrozen: true)
    let hasOtherPanes = moving.begin(Self.scene(smaller))
    #expect(hasOtherPanes)
    var thawed = smaller
    thawed.isFrozen = false
    // The carrier has still the shape with which the surface was made.
    #expect(moving.change(to: thawed) == .remaking)
  }

  @Test func `a drawing ends what is stale, and the next one draws differences alone`() {
    var state = Self.drawn(Self.glass())
    #expect(state.stalePixels == .empty)
    let again = state.take(Self.scene(Self.glass()), stale: .empty) { $0 }
    #expect(again == [])
    state.changeLeak(of: PixelRect(x: 24, y: 0, width: 3, height: 2))
    #expect(state.stalePixels == PixelRect(x: 0, y: 0, width: 8, height: 4))
    let drawn = state.take(Self.scene(Self.glass()), stale: state.stalePixels) { $0.outset(by: 1) }
    #expect(drawn == [PixelRect(x: -1, y: -1, width: 10, height: 6)])
  }

  @Test func `what stays without any node is not drawn again`() {
    var state = Self.drawn(Self.glass())
    let place = PixelRect(x: 8, y: 4, width: 12, height: 8)
    let part = Self.scene(Self.glass(pane: place))
    let all = PixelRect(Self.frame.size)
    #expect(state.take(part, stale: all) { $0 } == [all], "the former sheet was larger")
    #expect(state.take(part, stale: all) { $0 } == [place])
    #expect(state.take(part, stale: PixelRect(x: 24, y: 0, width: 8, height: 8)) { $0 } == [])
  }

  @Test func `frozen surfaces are compared, and only if nothing is taken from behind them`() {
    let live = Self.drawn(Self.glass())
    let frozen = Self.drawn(Self.glass(isFrozen: true))
    #expect(live.judging(isOnlyJudged: false) == .measuring)
    #expect(live.judging(isOnlyJudged: true) == .measuring)
    #expect(frozen.judging(isOnlyJudged: false) == .none)
    #expect(frozen.judging(isOnlyJudged: true) == .comparing)
    let unseen = SurfaceState.succeeding(nil, Self.glass()).state
    #expect(unseen.judging(isOnlyJudged: true) == .none)
  }

  @Test func `a region to capture has the frames and the blurs of measured surfaces alone`() {
    var bar = SurfaceState.succeeding(nil, Self.glass()).state
    let look = PaneLook(plan: BlurPlan(sigma: 20, base: .mean, minimumLevel: 2), chain: .identity)
    let output = PixelSize(width: 200, height: 100)
    bar.blurs = [PlannedBlur(PaneBlur(look, frame: Self.frame), output: output)]
    let sheet = SurfaceState.succeeding(
      nil, Self.glass(PixelRect(x: 0, y: 90, width: 10, height: 10), leak: .opaque)
    ).state
    let surfaces = [SurfaceID(1): bar, SurfaceID(2): sheet]
    let region = surfaces.captureRegion(of: output)
    #expect(region.contains(Self.frame) && PixelRect(output).contains(region))
    #expect(region == bar.neededBlocks.pixels(perCell: 4).intersection(PixelRect(output)))
    #expect(surfaces.chains == [.identity])
  }

  @Test func `neighbours are surfaces with pixels in blocks of another one`() {
    let states = [100, 139, 144].map { x in
      SurfaceState.succeeding(nil, Self.glass(PixelRect(x: x, y: 0, width: 40, height: 8))).state
    }
    let surfaces = [SurfaceID(1): states[0], SurfaceID(2): states[1], SurfaceID(3): states[2]]
    #expect(surfaces.neighbours(of: SurfaceID(1)) == [states[1].glass.frame])
    #expect(surfaces.neighbours(of: SurfaceID(2)) == [states[0].glass.frame, states[2].glass.frame])
    #expect(surfaces.neighbours(of: SurfaceID(4)) == [])
  }
}
