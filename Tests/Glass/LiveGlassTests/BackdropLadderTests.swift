import Geometry
import GlassModel
import Rendering
import Testing

@testable import LiveGlass

struct BackdropLadderTests {
  private static let wallpaper = BackdropPolicy.Wallpaper(path: "/picture.png")
  /// A policy by which neither live glass nor the compositor's blur is wanted.
  private static var opaque: BackdropPolicy {
    var policy = BackdropPolicy(isLive: false)
    policy.allowsCompositor = false
    return policy
  }
  private static let chosen: [BackdropLadder.Effect] = [.remakeScenes, .showSurfaces]
  private static let warning = BackdropLadder.Effect.warn("no live glass: of rain")
  private static let start = Instant(sinceOrigin: .seconds(1))
  private static let late = start + WallpaperWait.patience

  /// Begins with a policy that is the first one.
  private func begin(
    _ policy: BackdropPolicy, _ conditions: BackdropLadder.Conditions = .init()
  ) -> (ladder: BackdropLadder, effects: [BackdropLadder.Effect]) {
    var ladder = BackdropLadder(policy)
    let effects = ladder.begin(conditions, now: Self.start)
    return (ladder, effects)
  }

  @Test(arguments: [
    (BackdropLadder.Conditions(), true, true),
    (BackdropLadder.Conditions(), false, false),
    (BackdropLadder.Conditions(canCapture: false), true, false),
    (BackdropLadder.Conditions(obstacle: "it is bent"), true, false),
  ])
  func `live glass is tried where it is wanted and possible`(
    conditions: BackdropLadder.Conditions, isWanted: Bool, isTried: Bool
  ) {
    let (ladder, effects) = begin(BackdropPolicy(isLive: isWanted), conditions)
    #expect(effects.first == .begin(isLive: isTried) && ladder.isLive == isTried)
    #expect((effects.count == 1) == isTried && effects.contains(.showSurfaces) == !isTried)
  }

  @Test func `the first rung is chosen once, and again after a reset`() {
    var (ladder, effects) = begin(BackdropPolicy())
    #expect(effects == [.begin(isLive: true)])
    #expect(ladder.begin(.init(), now: Self.start) == [])
    ladder.reset()
    #expect(ladder.begin(.init(), now: Self.start) == [.begin(isLive: true)])
  }

  @Test func `the compositor's blur comes before a wallpaper, and this before a colour`() {
    var ladder = BackdropLadder(BackdropPolicy(wallpaper: Self.wallpaper))
    #expect(
      ladder.fallBack(.because("of rain"), .init(isBlurred: true), now: Self.start) == [Self.warning]
        + Self.chosen)
    #expect(ladder.inUse == BackdropInUse(rung: .compositor, reason: "of rain") && ladder.isTinted)
    let bent = BackdropLadder.Conditions(obstacle: "it is bent", isBlurred: true)
    #expect(
      ladder.fallBack(.because("of rain"), bent, now: Self.start) == [.read(Self.wallpaper, number: 1)])
    #expect(!ladder.isTinted)
    var plain = BackdropLadder(BackdropPolicy())
    #expect(plain.fallBack(.because("of rain"), .init(), now: Self.start) == [Self.warning] + Self.chosen)
    #expect(plain.inUse == BackdropInUse(rung: .solid, reason: "of rain"))
    #expect(plain.takeChosen() != nil && plain.takeChosen() == nil)
  }

  @Test func `a reason is reported once, and again after live glass was seen to work`() {
    var ladder = BackdropLadder(BackdropPolicy())
    var effects: [BackdropLadder.Effect] = []
    for _ in 0..<3 {
      effects += ladder.fallBack(.because("of rain"), .init(), now: Self.start)
      #expect(ladder.tryAgain() == [.remakeScenes] && ladder.isLive)
    }
    #expect(effects.filter { $0 == Self.warning }.count == 1)
    ladder.provedLive()
    #expect(ladder.fallBack(.because("of rain"), .init(), now: Self.start).contains(Self.warning))
  }

  @Test func `new surfaces wait for a wallpaper, but not for long`() {
    var policy = Self.opaque
    policy.wallpaper = Self.wallpaper
    var (ladder, effects) = begin(policy)
    #expect(effects == [.begin(isLive: false), .read(Self.wallpaper, number: 1)])
    #expect(ladder.holdsSurfaces && ladder.takeChosen() == nil)
    #expect(ladder.continueIfDue(now: Self.start) == [] && ladder.nextDeadline == Self.late)
    #expect(ladder.continueIfDue(now: Self.late) == Self.chosen && ladder.nextDeadline == nil)
    #expect(ladder.inUse.rung == .solid && !ladder.holdsSurfaces)
    // The wallpaper is shown when it comes.
    #expect(ladder.takeWallpaper(.colour([1, 0, 0]), number: 1) == Self.chosen)
    guard case .colour([1, 0, 0]) = ladder.takeChosen() else {
      Issue.record("another background")
      return
    }
  }

  @Test func `a wallpaper that is not waited for any more is not shown`() {
    var ladder = BackdropLadder(BackdropPolicy(wallpaper: Self.wallpaper))
    _ = ladder.fallBack(.because("of rain"), .init(), now: Self.start)
    _ = ladder.tryAgain()
    #expect(ladder.takeWallpaper(.colour([1, 0, 0]), number: 1) == [])
    #expect(ladder.nextDeadline == nil && ladder.continueIfDue(now: Self.late) == [])
    #expect(ladder.isLive && ladder.takeChosen() == nil)
  }

  @Test func `a wallpaper that cannot be read leaves a colour and the reason`() {
    var (ladder, _) = begin(BackdropPolicy(isLive: false, wallpaper: Self.wallpaper))
    #expect(ladder.takeWallpaper(.failed("it is torn"), number: 1) == [.warn("it is torn")] + Self.chosen)
    #expect(ladder.inUse == BackdropInUse(rung: .solid, reason: "it is torn"))
  }

  @Test func `another policy takes effect once`() {
    var (ladder, _) = begin(BackdropPolicy())
    #expect(ladder.followSettings(.init(), now: Self.start) == [])
    ladder.follow(Self.opaque)
    #expect(ladder.policy.isLive)
    #expect(
      ladder.followSettings(.init(), now: Self.start) == [.rateChanged, .endCaptures] + Self.chosen)
    #expect(!ladder.policy.isLive && ladder.followSettings(.init(), now: Self.start) == [])
    ladder.follow(BackdropPolicy())
    #expect(ladder.followSettings(.init(), now: Self.start) == [.rateChanged, .resumeCaptures])
  }

  @Test func `another capture rate leaves the rung as it is`() {
    var (ladder, _) = begin(BackdropPolicy(isLive: false))
    ladder.follow(BackdropPolicy(isLive: false, maximumRate: 10))
    #expect(ladder.followSettings(.init(), now: Self.start) == [.rateChanged])
    #expect(ladder.policy.maximumRate == 10)
  }

  @Test func `what keeps live glass away stays the reason when the compositor begins to blur`() {
    var (ladder, _) = begin(BackdropPolicy())
    let blurred = BackdropLadder.Conditions(isBlurred: true)
    ladder.blurChanged()
    #expect(ladder.followSettings(blurred, now: Self.start) == [] && ladder.isLive)
    _ = ladder.fallBack(.because("of rain"), .init(), now: Self.start)
    ladder.blurChanged()
    #expect(ladder.followSettings(blurred, now: Self.start) == Self.chosen)
    #expect(ladder.inUse == BackdropInUse(rung: .compositor, reason: "of rain"))
    #expect(ladder.followSettings(blurred, now: Self.start) == [])
    ladder.blurChanged()
    _ = ladder.followSettings(.init(obstacle: "it is bent"), now: Self.start)
    #expect(ladder.inUse == BackdropInUse(rung: .solid, reason: "it is bent"))
  }
}
