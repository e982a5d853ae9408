import BarUI
import Geometry
import LiveGlass
import Loop
import ModuleModel
import Pictures
import Settings
import ShellModel
import ShellSurfaces
import ShellTestSupport
import TestSupport
import Testing

/// A program with one bar on one output, whose clock the test turns.
final class BarStage: BarHost, BarUses {
  let time = ManualClock()
  let loop: EventLoop
  let contentChanges = Observers()
  var state: State
  let output = FakeOutput()
  let source = PlayedPictures()
  private(set) lazy var pictures = BarPictures(source)
  /// The uses of modules, and the drawers that were toggled.
  private(set) var used: [BarInput.Effect] = []
  /// The modules whose tooltip the bar was about to show, one after another; nil: none.
  private(set) var explained: [ModuleName?] = []
  /// The frames of the open panel that the bar has told of.
  private(set) var panelFrames: [LogicalRect?] = []
  /// The popup that every use of a module opens or closes; nil for none.
  var opens: ModulePopup?
  /// The modules whose panels a click opens, and the pointer while another one is open.
  var panels: Set<ModuleName> = []
  /// The calendar that is shown in place of tooltips; nil: tooltips are shown.
  var restingCalendar: CalendarPopup?
  /// The number of times that the settings were to be opened.
  private(set) var openedSettings = 0
  /// The number of times that the bar has told of its first frame.
  private(set) var firstFrames = 0
  /// The clipboard of the bar; nil for none.
  var clipboard: (any Clipboard)?
  private(set) var bar: Bar!

  init(_ change: (inout Settings) -> Void = { _ in }) throws {
    loop = try EventLoop(clock: time)
    var settings = Settings()
    change(&settings)
    state = State()
    _ = state.update(.settingsLoaded(settings), now: loop.now)
    bar = Bar(0, on: output, host: self)
    arrange()
  }

  /// Tells the bar of other content.
  func changeContent() { contentChanges.tell() }

  func openSettings() { openedSettings += 1 }

  func barShown() { firstFrames += 1 }

  /// A bar along an edge, on the screen, with the clock as its only module, which has failed for a reason; that is its
  /// tooltip. What the clock opens is `popup`; nil: nothing.
  static func withClock(
    edge: OutputEdge = .top, direction: LayoutDirection = .auto, failing reason: String = "clock: broken",
    opening popup: ModulePopup? = nil
  ) throws -> (BarStage, FakeSurface) {
    let clock = ModuleName.clock
    let stage = try BarStage {
      ($0.bars[0].start, $0.bars[0].center, $0.bars[0].edge) = ([clock], [], edge)
      $0.direction = direction
    }
    _ = stage.state.update(.moduleReadingChanged(clock, .failure(reason)), now: stage.now)
    let surface = try #require(stage.output.surface)
    surface.show()
    _ = surface.scene(at: stage.now)
    stage.opens = popup
    return (stage, surface)
  }

  /// A bar on the screen with `row` at its start and three workspaces, the one of the name `focused` on the screen.
  static func withWorkspaces(
    focused: String, in row: [ModuleName] = [ModuleName(.workspaces)], _ change: (inout Settings) -> Void
  ) throws -> (BarStage, FakeSurface) {
    let stage = try BarStage {
      ($0.bars[0].start, $0.bars[0].center, $0.bars[0].end) = (row, [], [])
      $0.modules[ModuleName(.workspaces)] = .defaults(of: .workspaces)
      change(&$0)
    }
    stage.focusWorkspace(focused)
    let surface = try #require(stage.output.surface)
    surface.show()
    _ = surface.scene(at: stage.now)
    return (stage, surface)
  }

  /// Shows three workspaces, 1 to 3, of which `name` is on the screen.
  func focusWorkspace(_ name: String) {
    let items = ["1", "2", "3"].map {
      ItemReading(id: $0, ["name": .text($0)], states: $0 == name ? ["focused"] : [])
    }
    _ = state.update(
      .moduleReadingChanged(ModuleName(.workspaces), ModuleReading(items: items)), now: now)
    contentChanges.tell()
  }

  /// Opens what the module under the focus opens by a key; returns its surface, which is on the screen.
  func openByKey(from surface: FakeSurface) throws -> FakeSurface {
    bar.focus()
    surface.grantKeyboard()
    surface.onKey?(KeyEvent(keysym: Keysym.enter))
    let popup = try #require(surface.popups.last).surface
    popup.show()
    return popup
  }

  var now: Instant { time.now }

  func arrange() { bar.arrange(now: now) }

  func perform(at place: BarItem, _ gesture: ModuleGesture, from source: UseSource, on bar: any ShellBar) {
    used.append(.use(place, gesture))
    if let opens { bar.toggle(opens, at: place, for: source) }
  }

  func opensPanel(at place: BarItem, on bar: any ShellBar) -> Bool { panels.contains(place.module) }

  func restingCalendar(at place: BarItem, on bar: any ShellBar) -> CalendarPopup? { restingCalendar }

  func toggleDrawer(of group: ModuleName, on output: String) {
    used.append(.toggleDrawer(group))
    _ = state.update(.drawerToggled(group, on: output), now: now)
  }

  func setDrawer(of group: ModuleName, isOpen: Bool, on output: String) {
    _ = state.update(.drawerHovered(group, isOpen: isOpen, on: output), now: now)
  }

  func panelsChanged() { panelFrames.append(bar.panelFrame) }

  func explainedModulesChanged() { explained.append(bar.explainedModule) }

  /// The drawers that are open on the output.
  var openDrawers: Set<ModuleName> { state.openDrawers(on: output.name) }

  /// Lets the loop do what is marked, and what is due.
  func settle() { loop.serveWhatIsReady() }

  /// Changes the settings of the bar.
  func change(_ change: (inout BarSettings) -> Void) {
    var settings = state.settings
    change(&settings.bars[0])
    _ = state.update(.settingsLoaded(settings), now: now)
    arrange()
  }

  /// Turns the clock, and draws a frame at the end.
  func pass(_ duration: Duration) {
    time.advance(by: duration)
    settle()
    for surface in output.opened where !surface.isClosed { surface.drawFrame(at: now) }
    settle()
  }
}

/// Finds one picture for all icons, or none.
final class PlayedPictures: PictureSource {
  var theme = ""
  /// The picture; nil: each one is still being read.
  var found: PictureLoader.Loaded?

  func load(
    _ candidates: [PictureLoader.Candidate], size: Int, scale: Double,
    completion: @escaping (PictureLoader.Loaded?) -> Void
  ) {
    if let found { completion(found) }
  }

  func forgetFolders() {}
  func forgetProgramFolders() {}
  func stop() {}
}
