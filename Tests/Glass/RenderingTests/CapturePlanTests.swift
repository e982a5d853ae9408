import Geometry
import Scenes
import Testing
import VisualEffects

@testable import Rendering

@Suite struct CapturePlanTests {
  private static let output = PixelSize(width: 64, height: 32)
  private static let frame = PixelRect(x: 8, y: 0, width: 16, height: 8)

  /// A surface that was drawn, or of which the screen shows an earlier picture alone.
  private static func surface(isDrawn: Bool = true) -> SurfaceState {
    let material = Material(name: "test", isDark: true, blurRadius: 20, chain: .identity)
    var state = SurfaceState.succeeding(
      nil, Glass(frame: frame, scale: 1, leak: .standard, material: material)
    ).state
    state.formerFrame = PixelRect(x: 40, y: 0, width: 8, height: 8)
    if isDrawn { _ = state.take(Scene(size: frame.size, material: material), stale: .empty) { $0 } }
    return state
  }

  private static func with<Result>(_ body: (CapturedPixels) -> Result) -> Result {
    let bytes = [UInt8](repeating: 0, count: output.width * output.height * 4)
    return unsafe bytes.withUnsafeBytes {
      unsafe body(
        CapturedPixels(
          bytes: $0, region: PixelRect(output), stride: output.width * 4, format: .bgrx, isYInverted: false))
    }
  }

  private static func plan(_ keeping: Keeping, _ surface: SurfaceState) -> CapturePlan {
    let damage = PixelRect(x: 5, y: 0, width: 8, height: 4)
    return with { CapturePlan($0, damage, keeping, [SurfaceID(1): surface], of: output) }
  }

  @Test func `damaged blocks are un-blended, and those beside surfaces show the background`() {
    let plan = Self.plan(.allBut([]), Self.surface())
    #expect(plan.changed == PixelRect(x: 1, y: 0, width: 3, height: 1))
    #expect(plan.visible == PixelRect(x: 0, y: 0, width: 16, height: 8))
    #expect(plan.ours == [Self.frame])
    #expect(plan.plain == [PixelRect(x: 1, y: 0, width: 1, height: 1)])
  }

  @Test func `a surface that is not shown yet hides what its earlier picture covers`() {
    let surface = Self.surface(isDrawn: false)
    #expect(Self.plan(.allBut([]), surface).ours == [surface.formerFrame])
    let whole = Self.with { CapturePlan(background: $0, [SurfaceID(1): surface], of: Self.output) }
    #expect(whole.ours == [surface.formerFrame])
    #expect(whole.hidden == [PixelRect(x: 10, y: 0, width: 2, height: 2)])
    #expect(whole.changed == whole.visible)
  }

  @Test func `a trial shows the background nowhere`() {
    let plan = Self.plan(.nothing, Self.surface())
    #expect(plan.ours == [PixelRect(Self.output)])
    #expect(plan.plain == [])
  }

  @Test func `surfaces are taken in the order of their numbers, those that are only judged apart`() {
    let flags = BlockFlags(flags: [BlockFlags.valid], width: 1)
    let all = Dictionary(uniqueKeysWithValues: [3, 1, 2].map { (SurfaceID($0), flags) })
    let plan = Self.plan(.allBut([SurfaceID(2)]), Self.surface())
    #expect(plan.ids(in: all, areOnlyJudged: false) == [SurfaceID(1), SurfaceID(3)])
    #expect(plan.ids(in: all, areOnlyJudged: true) == [SurfaceID(2)])
  }

  @Test func `the kind of an estimate follows from its background`() {
    var knowledge = BackgroundKnowledge()
    #expect(knowledge.base(behind: .opaque) == .binomial)
    #expect(knowledge.base(behind: .standard) == .smoothedMean)
    #expect(!knowledge.hasGaps(.smoothedMean))
    let picture = knowledge.set(.picture(Bitmap(size: Self.output)))
    #expect(picture == .binomial)
    #expect(knowledge.isPicture && knowledge.base(behind: .standard) == nil)
    let unblended = knowledge.unblend()
    #expect(unblended == .smoothedMean)
    #expect(!knowledge.isPicture && knowledge.hasGaps(.smoothedMean) && !knowledge.hasGaps(.binomial))
    let captured = Self.with { knowledge.set(.frame($0)) }
    #expect(captured == .smoothedMean)
  }
}
