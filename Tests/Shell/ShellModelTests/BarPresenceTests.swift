import Geometry
import Settings
import ShellModel
import TestSupport
import Testing

@Suite struct BarPresenceTests {
  private func at(_ milliseconds: Int) -> Instant { Instant(sinceOrigin: .milliseconds(milliseconds)) }

  private func presence(_ mode: BarSettings.Mode = .docked, showIn: BarSettings.Orientation = .always)
    -> BarPresence
  {
    var bar = BarSettings()
    (bar.mode, bar.showIn) = (mode, showIn)
    return BarPresence(bar, isPortrait: true)
  }

  @Test(arguments: [
    (BarSettings.Mode.docked, BarSettings.Orientation.always, true), (.docked, .portrait, true),
    (.docked, .landscape, false), (.autoHide, .always, false), (.hidden, .always, false),
  ]) func `at the start it is there or not, without any motion`(
    mode: BarSettings.Mode, shape: BarSettings.Orientation, isMapped: Bool
  ) {
    let presence = presence(mode, showIn: shape)
    #expect(presence.isMapped(at: at(0)) == isMapped)
    #expect(!presence.isMoving(at: at(0)))
  }

  @Test(arguments: [BarSettings.Mode.docked, .autoHide, .hidden])
  func `whoever uses a bar without the pointer has it shown, until that ends or a command hides the bar`(
    mode: BarSettings.Mode
  ) {
    var presence = presence(mode)
    presence.update(.command(.hide), now: at(0))
    #expect(!presence.isMapped(at: at(500)) && presence.canBeShown)
    for isHidden in [false, true] {
      presence.update(.summoned(true), now: at(1000))
      #expect(presence.isMapped(at: at(1000)) && presence.reach(at: at(1250)) == 1)
      presence.update(isHidden ? .command(.hide) : .summoned(false), now: at(2000))
      #expect(!presence.isMapped(at: at(2250)))
      presence.update(.summoned(false), now: at(3000))
    }
    #expect(!self.presence(mode, showIn: .landscape).canBeShown)
  }

  @Test func `a bar on the overlay that is used comes over a window in fullscreen`() {
    var bar = BarSettings()
    bar.layer = .overlay
    var presence = BarPresence(bar, isPortrait: false)
    presence.update(.windowCovers(true), now: at(0))
    #expect(!presence.isMapped(at: at(250)))
    presence.update(.summoned(true), now: at(500))
    #expect(presence.reach(at: at(750)) == 1)
    presence.update(.summoned(false), now: at(1000))
    #expect(!presence.isMapped(at: at(1250)))
  }

  @Test func `a bar of portrait fades out in half a second when its output is turned, and back in`() {
    var presence = presence(showIn: .portrait)
    presence.update(.outputTurned(isPortrait: false), now: at(1000))
    #expect(presence.alpha(at: at(1000)) == 1)
    #expect(presence.alpha(at: at(1250)) == 0.5)
    #expect(presence.isMapped(at: at(1499)))
    #expect(presence.alpha(at: at(1500)) == 0)
    #expect(!presence.isMapped(at: at(1500)) && !presence.isMoving(at: at(1500)))
    presence.update(.outputTurned(isPortrait: true), now: at(2000))
    #expect(presence.isMapped(at: at(2000)))
    #expect(presence.alpha(at: at(2000)) == 0)
    #expect(presence.alpha(at: at(2500)) == 1)
    #expect(presence.reach(at: at(2250)) == 1)
  }

  @Test func `turned back half-way it goes on from where it is`() {
    var presence = presence(showIn: .portrait)
    presence.update(.outputTurned(isPortrait: false), now: at(0))
    let before = presence.alpha(at: at(300))
    presence.update(.outputTurned(isPortrait: true), now: at(300))
    #expect(presence.alpha(at: at(300)) == before)
    #expect(abs(presence.alpha(at: at(301)) - before) < 0.01)
    #expect(presence.alpha(at: at(801)) == 1)
  }

  @Test(arguments: [(SurfaceLayer.overlay, true), (.top, false), (.bottom, false)])
  func `only a bar on the overlay gives way to a window in fullscreen, and comes after it or when asked for`(
    layer: SurfaceLayer, givesWay: Bool
  ) {
    var bar = BarSettings()
    bar.layer = layer
    var presence = BarPresence(bar, isPortrait: false)
    presence.update(.windowCovers(true), now: at(0))
    #expect(presence.reach(at: at(250)) == (givesWay ? 0 : 1))
    #expect(presence.isMapped(at: at(250)) == !givesWay)
    presence.update(.command(.show), now: at(1000))
    #expect(presence.reach(at: at(1250)) == 1)
    presence.update(.windowCovers(false), now: at(2000))
    presence.update(.windowCovers(true), now: at(3000))
    #expect(presence.reach(at: at(3250)) == (givesWay ? 0 : 1))
    presence.update(.windowCovers(false), now: at(4000))
    #expect(presence.reach(at: at(4250)) == 1)
  }

  @Test func `the pointer does not bring a bar over a window in fullscreen`() {
    var bar = BarSettings()
    (bar.mode, bar.layer, bar.revealDelay) = (.autoHide, .overlay, 0)
    var presence = BarPresence(bar, isPortrait: false)
    presence.update(.windowCovers(true), now: at(0))
    presence.update(.pointerCame, now: at(10))
    presence.update(.deadlineReached, now: at(10))
    #expect(!presence.isMapped(at: at(1000)))
    presence.update(.windowCovers(false), now: at(1000))
    #expect(presence.reach(at: at(1250)) == 1)
  }

  @Test func `with reduced motion all is instant`() {
    var presence = presence(showIn: .portrait)
    presence.reducesMotion = true
    presence.update(.outputTurned(isPortrait: false), now: at(0))
    #expect(!presence.isMapped(at: at(0)))
    presence.update(.command(.hide), now: at(1))
    presence.update(.outputTurned(isPortrait: true), now: at(2))
    #expect(!presence.isMapped(at: at(2)))
  }

  @Test func `the pointer brings a bar that hides itself after a moment, and takes it away later`() {
    var presence = presence(.autoHide)
    #expect(presence.waitsAtEdge)
    presence.update(.pointerCame, now: at(0))
    #expect(presence.nextDeadline == at(100))
    presence.update(.deadlineReached, now: at(100))
    #expect(presence.isMapped(at: at(100)) && presence.reach(at: at(350)) == 1)
    presence.update(.pointerLeft, now: at(1000))
    #expect(presence.nextDeadline == at(1600))
    // Back in time.
    presence.update(.pointerCame, now: at(1500))
    #expect(presence.nextDeadline == nil)
    presence.update(.pointerLeft, now: at(2000))
    presence.update(.deadlineReached, now: at(2600))
    #expect(presence.isMapped(at: at(2700)) && !presence.isMapped(at: at(2850)))
  }

  @Test func `a bar that dodges goes from windows over it, and comes back for the pointer or without them`() {
    var presence = presence(.dodge)
    #expect(presence.isMapped(at: at(0)) && presence.reach(at: at(0)) == 1 && presence.waitsAtEdge)
    presence.update(.windowsOverlap(true), now: at(0))
    #expect(presence.reach(at: at(125)) < 1 && !presence.isMapped(at: at(250)))
    presence.update(.pointerCame, now: at(1000))
    presence.update(.deadlineReached, now: at(1100))
    #expect(presence.reach(at: at(1350)) == 1)
    presence.update(.pointerLeft, now: at(2000))
    presence.update(.deadlineReached, now: at(2600))
    #expect(!presence.isMapped(at: at(2850)))
    presence.update(.windowsOverlap(false), now: at(3000))
    #expect(presence.reach(at: at(3250)) == 1)
    // A command hides it until windows come and go.
    presence.update(.command(.hide), now: at(4000))
    #expect(!presence.isMapped(at: at(4250)))
    presence.update(.windowsOverlap(false), now: at(4300))
    #expect(!presence.isMapped(at: at(4550)))
    presence.update(.windowsOverlap(true), now: at(5000))
    presence.update(.windowsOverlap(false), now: at(6000))
    #expect(presence.reach(at: at(6250)) == 1)
    // Other modes do not depend on windows.
    for mode in [BarSettings.Mode.docked, .hidden] {
      var other = self.presence(mode)
      other.update(.windowsOverlap(true), now: at(0))
      #expect(other.isMapped(at: at(500)) == (mode == .docked))
    }
  }

  @Test(arguments: BarSettings.Mode.allCases)
  func `a bar is shown for a time in every mode, even over a window in fullscreen`(mode: BarSettings.Mode) {
    var bar = BarSettings()
    (bar.mode, bar.layer) = (mode, .overlay)
    var presence = BarPresence(bar, isPortrait: false)
    presence.update(.windowCovers(true), now: at(0))
    presence.update(.windowsOverlap(true), now: at(0))
    #expect(!presence.isMapped(at: at(500)))
    presence.update(.peek(.seconds(2)), now: at(1000))
    #expect(presence.nextDeadline == at(3000) && presence.reach(at: at(1250)) == 1)
    // A further one counts from its own start.
    presence.update(.peek(.seconds(2)), now: at(2000))
    presence.update(.deadlineReached, now: at(3000))
    #expect(presence.isMapped(at: at(3500)))
    presence.update(.deadlineReached, now: at(4000))
    #expect(!presence.isMapped(at: at(4250)) && presence.nextDeadline == nil)
    presence.update(.peek(.seconds(2)), now: at(5000))
    presence.update(.command(.hide), now: at(5500))
    #expect(!presence.isMapped(at: at(5750)) && presence.nextDeadline == nil)
  }

  @Test func `a pointer that only brushes the edge brings nothing`() {
    var presence = presence(.autoHide)
    presence.update(.pointerCame, now: at(0))
    presence.update(.pointerLeft, now: at(50))
    #expect(presence.nextDeadline == nil && !presence.isMapped(at: at(200)))
  }

  @Test func `settings that change elsewhere do not keep a bar on the screen`() {
    var bar = BarSettings()
    (bar.mode, bar.revealDelay, bar.hideDelay) = (.autoHide, 0.1, 0.6)
    var presence = BarPresence(bar, isPortrait: false)
    presence.update(.pointerCame, now: at(0))
    presence.update(.deadlineReached, now: at(100))
    presence.update(.pointerLeft, now: at(1000))
    presence.update(.settingsChanged(bar), now: at(1500))
    #expect(presence.nextDeadline == at(1600))
    bar.hideDelay = 1
    presence.update(.settingsChanged(bar), now: at(1550))
    #expect(presence.nextDeadline == at(2550))
  }

  @Test(arguments: BarSettings.Mode.allCases) func `commands show, hide and toggle in every mode`(
    mode: BarSettings.Mode
  ) {
    var presence = presence(mode)
    presence.update(.command(.show), now: at(0))
    #expect(presence.reach(at: at(300)) == 1)
    presence.update(.command(.hide), now: at(400))
    #expect(presence.reach(at: at(700)) == 0)
    presence.update(.command(.toggle), now: at(800))
    #expect(presence.reach(at: at(1100)) == 1)
    presence.update(.command(.toggle), now: at(1200))
    #expect(!presence.isMapped(at: at(1500)))
  }

  @Test(arguments: DailySeeds.first(200) as [Int])
  func `whatever happens nothing jumps, and it comes to rest`(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    var presence = presence(
      BarSettings.Mode.allCases.randomElement(using: &random)!,
      showIn: BarSettings.Orientation.allCases.randomElement(using: &random)!)
    var now = 0
    for _ in 0..<60 {
      now += Int.random(in: 0...400, using: &random)
      if let due = presence.nextDeadline, due < at(now) { presence.update(.deadlineReached, now: due) }
      let (alpha, reach) = (presence.alpha(at: at(now)), presence.reach(at: at(now)))
      let events: [BarPresence.Event] = [
        .outputTurned(isPortrait: Bool.random(using: &random)), .pointerCame, .pointerLeft, .deadlineReached,
        .command(BarPresence.Command.allCases.randomElement(using: &random)!),
        .windowCovers(Bool.random(using: &random)),
      ]
      presence.update(events.randomElement(using: &random)!, now: at(now))
      #expect(presence.alpha(at: at(now)) == alpha && presence.reach(at: at(now)) == reach, "seed \(seed)")
      #expect((0...1).contains(alpha) && (0...1).contains(reach))
      if !presence.isMapped(at: at(now)) { #expect(alpha == 0 || reach == 0, "seed \(seed)") }
    }
    if let due = presence.nextDeadline { presence.update(.deadlineReached, now: due) }
    #expect(!presence.isMoving(at: at(now + 2000)), "seed \(seed)")
    #expect(presence.nextDeadline == nil)
  }
}
