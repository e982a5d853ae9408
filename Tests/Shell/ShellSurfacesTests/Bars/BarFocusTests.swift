import BarUI
import Geometry
import ModuleModel
import Scenes
import Settings
import ShellModel
import ShellSurfaces
import ShellTestSupport
import Testing

/// A bar that is used by keys and commands while it is hidden, on an output that a test plays.
struct BarFocusTests {
  private let clock = ModuleName(.clock)

  private func stage(_ mode: BarSettings.Mode) throws -> BarStage {
    let stage = try BarStage {
      ($0.bars[0].start, $0.bars[0].center) = ([clock], [])
      $0.bars[0].mode = mode
      ($0.bars[0].revealDelay, $0.bars[0].hideDelay) = (0, 0.1)
    }
    _ = stage.state.update(.moduleReadingChanged(clock, .failure("clock: broken")), now: stage.now)
    #expect(stage.output.surface == nil)
    return stage
  }

  /// The surface once it has come from its edge.
  private func arrive(_ stage: BarStage) throws -> FakeSurface {
    let surface = try #require(stage.output.surface)
    surface.show()
    _ = surface.scene(at: stage.now)
    stage.pass(BarPresence.slideDuration)
    _ = surface.scene(at: stage.now)
    return surface
  }

  /// Waits for as long as a bar could take to hide.
  private func wait(_ stage: BarStage) {
    for _ in 1...3 { stage.pass(.seconds(1)) }
  }

  private var calendar: ModulePopup {
    .calendar(
      CalendarPopup(
        today: { CalendarDate(year: 2026, month: 11, day: 23) },
        words: CalendarWords(months: (1...12).map { "M\($0)" }, weekdays: (1...7).map { "D\($0)" }),
        rule: .iso
      ))
  }

  @Test(arguments: [BarSettings.Mode.autoHide, .hidden])
  func `a hidden bar that gets the focus comes, stays while it is walked, and goes`(mode: BarSettings.Mode)
    throws
  {
    let stage = try stage(mode)
    #expect(stage.bar.canBeShown)
    stage.bar.focus()
    let surface = try arrive(stage)
    #expect(surface.placement.keyboard == .always)
    surface.grantKeyboard()
    _ = surface.scene(at: stage.now)
    #expect(stage.bar.report?.focused?.module == clock)
    wait(stage)
    #expect(!surface.isClosed)
    surface.onKey?(KeyEvent(keysym: Keysym.enter))
    #expect(stage.used.count == 1)
    surface.onKey?(KeyEvent(keysym: Keysym.escape))
    wait(stage)
    #expect(surface.isClosed && stage.output.surface == nil)
  }

  @Test func `the keyboard that comes before the bar is seen focuses the first module all the same`() throws {
    let stage = try stage(.autoHide)
    stage.bar.focus()
    let surface = try #require(stage.output.surface)
    surface.show()
    surface.grantKeyboard()
    // Nothing of the bar is on the screen in its first frame.
    _ = surface.scene(at: stage.now)
    stage.pass(BarPresence.slideDuration)
    _ = surface.scene(at: stage.now)
    #expect(stage.bar.report?.focused?.module == clock)
    // A layout changes nothing else: what tooltips are for is told after it.
    #expect(stage.explained == [])
    stage.pass(.zero)
    #expect(stage.explained == [clock])
  }

  @Test func `a bar that a command hides gives the keyboard back, though it is walked`() throws {
    let stage = try stage(.hidden)
    stage.bar.focus()
    let surface = try arrive(stage)
    surface.grantKeyboard()
    stage.bar.obey(.hide, now: stage.now)
    wait(stage)
    #expect(surface.isClosed)
    // The bar is focused again.
    stage.bar.focus()
    #expect(try arrive(stage).placement.keyboard == .always)
  }

  @Test func `what is opened on a hidden bar waits until the bar rests, and keeps it`() throws {
    let stage = try stage(.hidden)
    let (bar, clock, calendar) = (try #require(stage.bar), clock, calendar)
    bar.whenShown {
      if let place = bar.place(of: clock) { bar.toggle(calendar, at: place) }
    }
    let surface = try #require(stage.output.surface)
    surface.show()
    _ = surface.scene(at: stage.now)
    stage.settle()
    #expect(surface.popups.isEmpty && surface.placement.keyboard == .never)
    stage.pass(BarPresence.slideDuration)
    _ = surface.scene(at: stage.now)
    stage.settle()
    surface.grantKeyboard()
    #expect(surface.popups.count == 1)
    wait(stage)
    #expect(!surface.isClosed)
    surface.onKey?(KeyEvent(keysym: Keysym.escape))
    wait(stage)
    #expect(surface.isClosed)
  }

  @Test func `a bar that is shown in another orientation alone cannot be shown`() throws {
    let stage = try BarStage { $0.bars[0].showIn = .portrait }
    #expect(!stage.bar.canBeShown)
  }
}
