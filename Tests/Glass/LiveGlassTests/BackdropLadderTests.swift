import Geometry
import GlassModel
import Loop
import Rendering
import Testing

@testable import LiveGlass

struct BackdropLadderTests {
  private let clock = ManualClock()
  private let loop: EventLoop

  init() throws { loop = try EventLoop(clock: clock) }

  private static let wallpaper = BackdropPolicy.Wallpaper(path: "/picture.png")

  /// A ladder, and what it has asked for.
  private final class Stage {
    let ladder: BackdropLadder
    var wallpapers: [Int] = []
    var warnings: [String] = []
    var choices = 0
    var lateCount = 0

    init(_ policy: BackdropPolicy, _ loop: EventLoop) {
      ladder = BackdropLadder(policy, loop: loop)
      ladder.readWallpaper = { [unowned self] in wallpapers.append($1) }
      ladder.report = { [unowned self] in warnings.append($0) }
      ladder.onChoice = { [unowned self] in choices += 1 }
      ladder.onWallpaperLate = { [unowned self] in lateCount += 1 }
    }
  }

  @Test(arguments: [
    (BackdropLadder.Conditions(), true, BackdropLadder.Refusal?.none),
    (BackdropLadder.Conditions(), false, .unwanted),
    (BackdropLadder.Conditions(obstacle: "it is bent"), true, .because("it is bent")),
  ])
  func `live glass is tried where it is wanted and possible`(
    conditions: BackdropLadder.Conditions, isWanted: Bool, refusal: BackdropLadder.Refusal?
  ) {
    let stage = Stage(BackdropPolicy(isLive: isWanted), loop)
    #expect(stage.ladder.refusal(conditions) == refusal)
    var blind = conditions
    blind.canCapture = false
    #expect(stage.ladder.refusal(blind) != nil)
  }

  @Test func `the compositor's blur comes before a wallpaper, and this before a colour`() {
    let policy = BackdropPolicy(wallpaper: Self.wallpaper)
    let stage = Stage(policy, loop)
    stage.ladder.fallBack(.because("of rain"), .init(isBlurred: true))
    #expect(stage.ladder.inUse == BackdropInUse(rung: .compositor, reason: "of rain"))
    #expect(stage.wallpapers.isEmpty && stage.choices == 1)
    stage.ladder.fallBack(.because("of rain"), .init(obstacle: "it is bent", isBlurred: true))
    #expect(stage.wallpapers.count == 1 && stage.choices == 1)
    let plain = Stage(BackdropPolicy(), loop)
    plain.ladder.fallBack(.because("of rain"), .init())
    #expect(plain.ladder.inUse == BackdropInUse(rung: .solid, reason: "of rain"))
    #expect(plain.ladder.hasChoice && plain.ladder.takeChosen() != nil && !plain.ladder.hasChoice)
  }

  @Test func `a reason is reported once, and again after live glass was seen to work`() {
    let stage = Stage(BackdropPolicy(), loop)
    for _ in 0..<3 {
      stage.ladder.fallBack(.because("of rain"), .init())
      stage.ladder.goLive()
    }
    #expect(stage.warnings == ["no live glass: of rain"])
    stage.ladder.provedLive()
    stage.ladder.fallBack(.because("of rain"), .init())
    #expect(stage.warnings.count == 2)
  }

  @Test func `new surfaces wait for a wallpaper, but not for long`() throws {
    let stage = Stage(BackdropPolicy(isLive: false, wallpaper: Self.wallpaper), loop)
    stage.ladder.fallBack(.unwanted, .init())
    let number = try #require(stage.wallpapers.last)
    #expect(stage.ladder.holdsSurfaces && !stage.ladder.hasChoice)
    clock.advance(by: WallpaperWait.patience)
    loop.runOnce(until: loop.now)
    #expect(stage.lateCount == 1)
    stage.ladder.waitNoLonger()
    #expect(stage.ladder.inUse.rung == .solid && !stage.ladder.holdsSurfaces && stage.choices == 1)
    // The wallpaper is shown when it comes.
    stage.ladder.takeWallpaper(.colour([1, 0, 0]), number: number)
    #expect(stage.choices == 2)
    guard case .colour([1, 0, 0]) = stage.ladder.takeChosen() else {
      Issue.record("another background")
      return
    }
  }

  @Test func `a wallpaper that is not waited for any more is not shown`() throws {
    let stage = Stage(BackdropPolicy(wallpaper: Self.wallpaper), loop)
    stage.ladder.fallBack(.because("of rain"), .init())
    let number = try #require(stage.wallpapers.last)
    stage.ladder.goLive()
    stage.ladder.takeWallpaper(.colour([1, 0, 0]), number: number)
    stage.ladder.waitNoLonger()
    #expect(stage.ladder.isLive && stage.choices == 0 && !stage.ladder.hasChoice)
    clock.advance(by: WallpaperWait.patience)
    loop.runOnce(until: loop.now)
    #expect(stage.lateCount == 0)
  }

  @Test func `a wallpaper that cannot be read leaves a colour and the reason`() throws {
    let stage = Stage(BackdropPolicy(isLive: false, wallpaper: Self.wallpaper), loop)
    stage.ladder.fallBack(.unwanted, .init())
    stage.ladder.takeWallpaper(.failed("it is torn"), number: try #require(stage.wallpapers.last))
    #expect(stage.ladder.inUse == BackdropInUse(rung: .solid, reason: "it is torn"))
    #expect(stage.warnings == ["it is torn"])
  }

  @Test func `another policy is taken over once`() {
    let stage = Stage(BackdropPolicy(), loop)
    #expect(stage.ladder.takePolicy() == nil)
    stage.ladder.follow(BackdropPolicy(isLive: false))
    #expect(stage.ladder.policy.isLive)
    #expect(stage.ladder.takePolicy() == BackdropPolicy())
    #expect(!stage.ladder.policy.isLive && stage.ladder.takePolicy() == nil)
  }

  @Test func `what keeps live glass away stays the reason when the compositor begins to blur`() {
    let stage = Stage(BackdropPolicy(), loop)
    stage.ladder.fallBack(.because("of rain"), .init())
    #expect(stage.ladder.presentRefusal(.init(isBlurred: true)) == .because("of rain"))
    #expect(stage.ladder.presentRefusal(.init(obstacle: "it is bent")) == .because("it is bent"))
  }
}
