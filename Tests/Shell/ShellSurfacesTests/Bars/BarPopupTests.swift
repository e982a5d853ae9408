import BarUI
import Geometry
import ModuleModel
import Scenes
import Settings
import ShellModel
import ShellSurfaces
import ShellTestSupport
import Testing
import VisualEffects

/// Something that a test needs is not there.
private enum StageError: Error {
  /// A popup shows no sheet of glass.
  case noSheet
}

struct BarPopupTests {
  private let clock = ModuleName(.clock)
  private let day = Day()
  private var calendar: CalendarPopup {
    CalendarPopup(
      today: { [day] in day.date },
      words: CalendarWords(months: (1...12).map { "M\($0)" }, weekdays: (1...7).map { "D\($0)" }), rule: .iso)
  }

  /// The present day, which a test changes.
  private final class Day {
    var date = CalendarDate(year: 2026, month: 11, day: 23)
  }

  /// The first of the nodes, which has to be a sheet of glass or what lies on it.
  private func effect(_ nodes: [Node]) throws -> EffectNode {
    guard case .effect(let effect)? = nodes.first else { throw StageError.noSheet }
    return effect
  }

  @Test func `a calendar is shown in place of a tooltip, follows the day and lets input through`() throws {
    let (stage, surface) = try BarStage.withClock()
    stage.restingCalendar = calendar
    surface.onPointer?(PointerEvent(.entered, x: 12, y: 10))
    stage.pass(.milliseconds(500))
    let (popup, placement) = try #require(surface.popups.first)
    popup.show()
    #expect(!placement.takesInput && !placement.takesGrab && surface.placement.keyboard == .never)
    #expect(popup.scene(at: stage.now).texts.contains { $0.text.string == "M11 2026" })
    #expect(stage.bar.popupReports.map(\.name) == ["calendar"] && stage.bar.popupOpener == nil)
    // Another text of the tooltip is no reason for another popup.
    day.date = CalendarDate(year: 2026, month: 12, day: 1)
    _ = stage.state.update(
      .moduleReadingChanged(clock, .failure("clock: as broken as can be")), now: stage.now)
    _ = surface.scene(at: stage.now)
    stage.settle()
    #expect(surface.popups.count == 1 && !popup.isFadingOut)
    #expect(popup.scene(at: stage.now).texts.contains { $0.text.string == "M12 2026" })
    surface.onPointer?(PointerEvent(.left, x: 12, y: 10))
    stage.settle()
    #expect(popup.isFadingOut)
  }

  @Test func `a calendar shows the times at other places, and follows them`() throws {
    let times = Times()
    var calendar = calendar
    calendar.clocks = { .init([WorldClock(place: "Tokyo", time: times.now)], untilChange: .seconds(20)) }
    let (stage, _, popup) = try open(calendar)
    func texts() -> [String] { popup.scene(at: stage.now).texts.map(\.text.string) }
    #expect(texts().contains("Tokyo") && texts().contains("16:41"))
    stage.pass(.seconds(1))
    let count = popup.drawingRequests
    times.now = "16:42"
    stage.pass(.seconds(18))
    #expect(popup.drawingRequests == count)
    stage.pass(.seconds(2))
    #expect(popup.drawingRequests > count && texts().contains("16:42"))
  }

  @Test(arguments: [
    (PixelSize(width: 1600, height: 1000), 12), (PixelSize(width: 960, height: 540), 3),
    (PixelSize(width: 640, height: 480), 1),
  ])
  func `a calendar of a year has fewer months on an output that is too small`(
    size: PixelSize, months: Int
  ) throws {
    var calendar = calendar
    calendar.months = 12
    let (stage, surface) = try BarStage.withClock()
    stage.output.size = size
    stage.opens = .calendar(calendar)
    click(surface)
    surface.grantKeyboard()
    let (popup, placement) = try #require(surface.popups.first)
    popup.show()
    #expect(placement.width <= size.width && placement.height < size.height)
    let shown = Set(popup.scene(at: stage.now).texts.map(\.text.string)).filter { $0.hasPrefix("M") }
    #expect(months == 1 ? shown == ["M11 2026"] : shown.count == months)
  }

  @Test func `a calendar beside a bar that is away from its edge has fewer months in too little room`() throws
  {
    var calendar = calendar
    calendar.months = 3
    /// The width of the calendar on an output of a width, and that of the surface of the bar.
    func widths(margin: Int, output: Int) throws -> (calendar: Int, bar: Int) {
      let stage = try BarStage {
        ($0.bars[0].start, $0.bars[0].center, $0.bars[0].end) = ([clock], [], [])
        ($0.bars[0].edge, $0.bars[0].marginLeft) = (.left, margin)
      }
      _ = stage.state.update(.moduleReadingChanged(clock, .failure("clock: broken")), now: stage.now)
      stage.output.size = PixelSize(width: output, height: 1000)
      let surface = try #require(stage.output.surface)
      surface.show()
      _ = surface.scene(at: stage.now)
      stage.bar.toggle(.calendar(calendar), at: try #require(stage.bar.place(of: clock)))
      surface.grantKeyboard()
      return (try #require(surface.popups.first).placement.width, surface.frame.width)
    }
    let whole = try widths(margin: 0, output: 1600)
    for margin in [0, 40] {
      // The calendar keeps 8 points from the bar and from the end of the output.
      let least = margin + whole.bar + 8 + whole.calendar + 8
      #expect(try widths(margin: margin, output: least).calendar == whole.calendar)
      #expect(try widths(margin: margin, output: least - 1).calendar < whole.calendar)
    }
  }

  @Test func `a calendar grows with larger letters, to twice its size at most`() throws {
    let widths = try ["Inter 6", "Inter 10.5", "Inter 21", "Inter 80"].map { font in
      let (stage, surface) = try BarStage.withClock(opening: .calendar(calendar))
      stage.output.size = PixelSize(width: 1600, height: 1200)
      stage.change { $0.font = font }
      _ = surface.scene(at: stage.now)
      click(surface)
      surface.grantKeyboard()
      return try #require(surface.popups.first).placement.width
    }
    #expect(widths[0] == widths[1] && widths[1] < widths[2] && widths[2] == widths[3])
  }

  /// The present time at another place, which a test changes.
  private final class Times {
    var now = "16:41"
  }

  @Test func `a neighbour that says the same has a tooltip of its own`() throws {
    let other = ModuleName(.cpu)
    let stage = try BarStage { ($0.bars[0].start, $0.bars[0].center) = ([clock, other], []) }
    for module in [clock, other] {
      _ = stage.state.update(.moduleReadingChanged(module, .failure("broken")), now: stage.now)
    }
    let surface = try #require(stage.output.surface)
    surface.show()
    let frames = surface.scene(at: stage.now).texts.map(\.frame)
    try #require(frames.count == 2)
    for (index, frame) in frames.enumerated() {
      surface.onPointer?(PointerEvent(index == 0 ? .entered : .moved, x: Double(frame.x + 1), y: 10))
      stage.pass(.milliseconds(500))
    }
    try #require(surface.popups.count == 2)
    #expect(surface.popups[0].surface.isFadingOut && !surface.popups[1].surface.isFadingOut)
    #expect(surface.popups[0].placement.anchor.x < surface.popups[1].placement.anchor.x)
  }

  /// Opens a calendar by a click on a module; returns the surfaces of the bar and of the calendar, which is shown.
  private func open(_ calendar: CalendarPopup) throws -> (BarStage, bar: FakeSurface, popup: FakeSurface) {
    let (stage, surface) = try BarStage.withClock()
    stage.opens = .calendar(calendar)
    click(surface)
    surface.grantKeyboard()
    let popup = try #require(surface.popups.first).surface
    popup.show()
    return (stage, surface, popup)
  }

  /// Clicks on the module.
  private func click(_ surface: FakeSurface) {
    surface.onPointer?(PointerEvent(.entered, x: 12, y: 10))
    surface.onPointer?(PointerEvent(.pressed(.left), x: 12, y: 10))
    surface.onPointer?(PointerEvent(.released(.left), x: 12, y: 10))
  }

  @Test func `a popup is closed when the session is locked`() throws {
    let (stage, _, popup) = try open(calendar)
    _ = stage.state.update(.sessionLocked(true), now: stage.now)
    stage.bar.arrange(now: stage.now)
    #expect(popup.isFadingOut || popup.isClosed)
    stage.settle()
    #expect(stage.bar.popupOpener == nil)
  }

  @Test func `a calendar that stays open shows the day that has come`() throws {
    let (stage, surface, popup) = try open(calendar)
    let before = popup.scene(at: stage.now)
    day.date = CalendarDate(year: 2026, month: 11, day: 24)
    stage.changeContent()
    #expect(popup.scene(at: stage.now) != before)
    day.date = CalendarDate(year: 2026, month: 12, day: 1)
    #expect(popup.scene(at: stage.now).texts.contains { $0.text.string == "M12 2026" })
    surface.onKey?(KeyEvent(keysym: Keysym.pageUp))
    #expect(popup.scene(at: stage.now).texts.contains { $0.text.string == "M11 2026" })
  }

  @Test func `from right to left, the key Left goes to the next day and to the next module`() throws {
    let stage = try BarStage {
      ($0.bars[0].start, $0.bars[0].center) = ([clock, ModuleName(.cpu)], [])
      $0.direction = .rightToLeft
    }
    for module in [clock, ModuleName(.cpu)] {
      _ = stage.state.update(.moduleReadingChanged(module, .failure("\(module): broken")), now: stage.now)
    }
    let surface = try #require(stage.output.surface)
    surface.show()
    _ = surface.scene(at: stage.now)
    stage.opens = .calendar(calendar)
    stage.bar.focus()
    surface.grantKeyboard()
    surface.onKey?(KeyEvent(keysym: Keysym.left))
    surface.onKey?(KeyEvent(keysym: Keysym.right))
    surface.onKey?(KeyEvent(keysym: Keysym.enter))
    let opener = try #require(stage.bar.popupOpener)
    #expect(opener.module == clock)
    let popup = try #require(surface.popups.last).surface
    popup.show()
    // The first day of a week is at the right, under the month.
    let days = popup.scene(at: stage.now).texts
    let first = try #require(days.first { $0.text.string == "D1" })
    let last = try #require(days.first { $0.text.string == "D7" })
    #expect(first.frame.x > last.frame.x)
    day.date = CalendarDate(year: 2026, month: 11, day: 30)
    for _ in 1...2 { surface.onKey?(KeyEvent(keysym: Keysym.left)) }
    #expect(popup.scene(at: stage.now).texts.contains { $0.text.string == "M12 2026" })
  }

  @Test(arguments: OutputEdge.allCases)
  func `a popup springs from the side of its bar`(edge: OutputEdge) throws {
    let (stage, surface) = try BarStage.withClock(edge: edge, opening: .calendar(calendar))
    stage.bar.toggle(.calendar(calendar), at: try #require(stage.bar.place(of: clock)))
    surface.answerRequests()
    let (popup, placement) = try #require(surface.popups.first)
    // A surface that is partly transparent would show the screen as it is, not blurred.
    #expect(popup.opacity == 1 && popup.fades.isEmpty && popup.isMoving)
    func sheet() throws -> EffectNode { try effect(popup.scene(at: stage.now).nodes) }
    let first = try sheet()
    // The motion begins with the first frame that is seen.
    stage.pass(.seconds(1))
    #expect(try sheet() == first)
    popup.drawFrame(at: stage.now)
    stage.pass(.milliseconds(80))
    let between = try sheet()
    stage.pass(.seconds(1))
    popup.drawFrame(at: stage.now)
    let whole = try sheet()
    #expect(!popup.isMoving && whole.frame == placement.room)
    #expect(first.frame.area < between.frame.area && between.frame.area < whole.frame.area)
    for part in [first, between] {
      let content = try effect(part.content)
      #expect(part.alpha == 1 && part.content.count == 1 && content.material == nil)
      #expect(part.corners == whole.corners && content.content.count == whole.content.count)
      #expect(content.alpha == (part == first ? 0.4 : content.alpha) && content.alpha < 1)
      #expect(whole.frame.contains(part.frame))
      switch edge {
      case .top: #expect(part.frame.y == whole.frame.y)
      case .bottom: #expect(part.frame.maxY == whole.frame.maxY)
      case .left: #expect(part.frame.x == whole.frame.x)
      case .right: #expect(part.frame.maxX == whole.frame.maxX)
      }
    }
  }

  @Test func `with reduced motion a popup is whole at once, and fades in and out`() throws {
    let stage = try BarStage {
      ($0.bars[0].start, $0.bars[0].center) = ([clock], [])
      $0.accessibility.reduceMotion = .on
    }
    _ = stage.state.update(.moduleReadingChanged(clock, .failure("clock: broken")), now: stage.now)
    let surface = try #require(stage.output.surface)
    surface.show()
    _ = surface.scene(at: stage.now)
    stage.bar.toggle(.calendar(calendar), at: try #require(stage.bar.place(of: clock)))
    surface.answerRequests()
    let (popup, placement) = try #require(surface.popups.first)
    #expect(popup.opacity == 1 && popup.fades.isEmpty && popup.isMoving)
    func sheet() throws -> EffectNode { try effect(popup.scene(at: stage.now).nodes) }
    let first = try sheet()
    let content = try effect(first.content)
    #expect(first.frame == placement.room && content.material == nil && content.alpha == 0.4)
    popup.show()
    popup.drawFrame(at: stage.now)
    stage.pass(.seconds(1))
    popup.drawFrame(at: stage.now)
    let whole = try sheet()
    #expect(!popup.isMoving && whole.frame == placement.room && whole.content == content.content)
    stage.bar.toggle(.calendar(calendar), at: try #require(stage.bar.place(of: clock)))
    #expect(popup.isFadingOut)
    stage.pass(.seconds(1))
    #expect(try sheet().frame == placement.room)
  }

  @Test(arguments: OutputEdge.allCases)
  func `the shadow of a popup is on the output, not on the bar, and takes no input`(edge: OutputEdge) throws {
    let (stage, surface) = try BarStage.withClock(edge: edge, opening: .calendar(calendar))
    stage.bar.toggle(.calendar(calendar), at: try #require(stage.bar.place(of: clock)))
    surface.answerRequests()
    let (popup, placement) = try #require(surface.popups.first)
    #expect(!popup.frame.intersects(surface.frame))
    #expect(PixelRect(x: 0, y: 0, width: 800, height: 600).contains(popup.frame))
    #expect(popup.frame.area > placement.width * placement.height)
    popup.show()
    _ = popup.scene(at: stage.now)
    stage.settle()
    #expect(popup.placement.inputRegion == placement.inputRegion)
  }

  @Test func `a popup that is closed while it opens goes from where it is`() throws {
    let (stage, surface) = try BarStage.withClock()
    stage.bar.toggle(.calendar(calendar), at: try #require(stage.bar.place(of: clock)))
    surface.answerRequests()
    let popup = try #require(surface.popups.first).surface
    let first = popup.scene(at: stage.now)
    stage.bar.toggle(.calendar(calendar), at: try #require(stage.bar.place(of: clock)))
    #expect(popup.isFadingOut && popup.scene(at: stage.now) == first)
    stage.pass(.seconds(1))
    popup.drawFrame(at: stage.now)
    let last = popup.scene(at: stage.now)
    #expect(!popup.isMoving)
    let widths = try [last, first].map { try #require($0.panes.first).frame.width }
    #expect(widths[0] == Int((Double(widths[1]) * 0.97).rounded()))
  }

  @Test func `a calendar takes the keyboard until Escape closes it`() throws {
    let (stage, surface) = try BarStage.withClock()
    stage.opens = .calendar(calendar)
    click(surface)
    // The bar has the keyboard before there is a popup with a grab.
    #expect(surface.popups.isEmpty && surface.placement.keyboard == .always)
    surface.grantKeyboard()
    let (popup, placement) = try #require(surface.popups.first)
    #expect(placement.takesGrab && surface.placement.keyboard == .always)
    #expect(stage.output.dismissals.isEmpty)
    #expect(popup.scene(at: stage.now).texts.contains { $0.text.string == "M11 2026" })
    surface.onKey?(KeyEvent(keysym: Keysym.pageDown))
    #expect(popup.scene(at: stage.now).texts.contains { $0.text.string == "M12 2026" })
    // No tooltip beside it.
    surface.onPointer?(PointerEvent(.moved, x: 13, y: 10))
    stage.pass(.seconds(1))
    #expect(surface.popups.count == 1)
    surface.onKey?(KeyEvent(keysym: Keysym.escape))
    #expect(popup.isFadingOut && surface.placement.keyboard == .never)
  }

  @Test func `the module that has opened a calendar closes it, and so does the compositor`() throws {
    let (stage, surface) = try BarStage.withClock()
    stage.opens = .calendar(calendar)
    // A compositor that gives no keyboard does not keep it from opening.
    click(surface)
    stage.pass(.seconds(9))
    #expect(surface.popups.isEmpty)
    surface.answerRequests()
    #expect(surface.popups.count == 1)
    click(surface)
    #expect(surface.popups.count == 1 && surface.popups[0].surface.isFadingOut)
    #expect(surface.placement.keyboard == .never)
    click(surface)
    surface.grantKeyboard()
    #expect(surface.popups.count == 2)
    surface.popups[1].surface.onClosed?()
    #expect(surface.placement.keyboard == .never)
    // A grab that takes the keyboard from the bar does not end its own popup.
    click(surface)
    surface.grantKeyboard()
    surface.onKeyboardFocus?(false)
    #expect(surface.popups.count == 3 && !surface.popups[2].surface.isFadingOut)
    // A press on another part of the bar does.
    surface.onPointer?(PointerEvent(.pressed(.left), x: 700, y: 10))
    #expect(surface.popups[2].surface.isFadingOut)
  }

  @Test(arguments: [true, false])
  func `without a grab, a press anywhere and the loss of the keyboard close a calendar`(byPress: Bool) throws
  {
    let (stage, surface) = try BarStage.withClock()
    // A command has opened it, with no event on the strength of which it could take a grab.
    stage.bar.toggle(.calendar(calendar), at: try #require(stage.bar.place(of: clock)))
    surface.grantKeyboard()
    let (popup, placement) = try #require(surface.popups.first)
    #expect(!placement.takesGrab && surface.placement.keyboard == .always)
    let dismissal = try #require(stage.output.dismissals.first)
    if byPress { dismissal.onPress() } else { surface.onKeyboardFocus?(false) }
    stage.settle()
    #expect(popup.isFadingOut && dismissal.isDestroyed && surface.placement.keyboard == .never)
    #expect(stage.output.dismissals.count == 1)
  }

  @Test func `a keyboard that goes and comes back at once leaves a calendar without a grab`() throws {
    let (stage, surface) = try BarStage.withClock()
    stage.bar.toggle(.calendar(calendar), at: try #require(stage.bar.place(of: clock)))
    surface.grantKeyboard()
    for hasKeyboard in [false, true] { surface.onKeyboardFocus?(hasKeyboard) }
    stage.settle()
    let popup = try #require(surface.popups.first).surface
    #expect(!popup.isFadingOut)
    surface.onKeyboardFocus?(false)
    stage.settle()
    #expect(popup.isFadingOut)
  }

  @Test func `what opens later than the click that has asked for it takes a grab all the same`() throws {
    let (stage, surface) = try BarStage.withClock()
    let place = try #require(stage.bar.place(of: clock))
    stage.bar.toggle(.calendar(calendar), at: place, for: .pointer)
    surface.grantKeyboard()
    #expect(surface.popups.first?.placement.takesGrab == true && stage.output.dismissals.isEmpty)
  }

  @Test(arguments: [false, true])
  func `a loss of the keyboard that was under way does not close what was opened since`(isSlow: Bool) throws {
    let (stage, surface) = try BarStage.withClock()
    let place = try #require(stage.bar.place(of: clock))
    stage.bar.toggle(.calendar(calendar), at: place)
    surface.grantKeyboard()
    surface.onKey?(KeyEvent(keysym: Keysym.escape))
    // The compositor has not taken the keyboard back yet, and does so after this.
    stage.bar.toggle(.calendar(calendar), at: place)
    #expect(surface.popups.count == 1 && surface.placement.keyboard == .always)
    if isSlow { stage.pass(.seconds(5)) }
    surface.onKeyboardFocus?(false)
    stage.settle()
    #expect(surface.popups.count == 1 && surface.placement.keyboard == .always)
    surface.grantKeyboard()
    stage.settle()
    #expect(surface.popups.count == 2 && !surface.popups[1].surface.isFadingOut)
    // The focus that ends now was taken by another surface.
    surface.onKeyboardFocus?(false)
    stage.settle()
    #expect(surface.popups[1].surface.isFadingOut && surface.placement.keyboard == .never)
  }

  @Test func `a loss of the keyboard that was under way does not end a walk that was begun since`() throws {
    let (stage, surface) = try BarStage.withClock()
    stage.opens = .calendar(calendar)
    stage.bar.focus()
    surface.grantKeyboard()
    surface.onKey?(KeyEvent(keysym: Keysym.escape))
    stage.bar.focus()
    surface.onKeyboardFocus?(false)
    stage.settle()
    #expect(surface.placement.keyboard == .always)
    surface.grantKeyboard()
    surface.onKey?(KeyEvent(keysym: Keysym.enter))
    #expect(stage.used.count == 1)
    // A window takes the keyboard.
    surface.onKey?(KeyEvent(keysym: Keysym.escape))
    surface.onKeyboardFocus?(false)
    stage.settle()
    #expect(surface.placement.keyboard == .never)
  }

  @Test func `another module's calendar is opened without giving the keyboard back between`() throws {
    let (stage, surface) = try BarStage.withClock()
    let other = ModuleName(.cpu)
    stage.change { $0.start = [clock, other] }
    _ = stage.state.update(.moduleReadingChanged(other, .failure("cpu: broken")), now: stage.now)
    _ = surface.scene(at: stage.now)
    stage.bar.toggle(.calendar(calendar), at: try #require(stage.bar.place(of: clock)))
    surface.grantKeyboard()
    let wishes = surface.keyboardRequests
    stage.bar.toggle(.calendar(calendar), at: try #require(stage.bar.place(of: other)))
    #expect(surface.popups.count == 2 && surface.popups[0].surface.isFadingOut)
    #expect(wishes == [.always] && surface.keyboardRequests == wishes)
    // Another program takes the keyboard after that.
    surface.onKeyboardFocus?(false)
    stage.settle()
    #expect(surface.popups[1].surface.isFadingOut)
  }

  @Test func `a popup that is closed before it has a place is gone at once`() throws {
    let (stage, surface) = try BarStage.withClock()
    surface.placesPopups = false
    let place = try #require(stage.bar.place(of: clock))
    stage.bar.toggle(.calendar(calendar), at: place)
    surface.grantKeyboard()
    stage.bar.toggle(.calendar(calendar), at: place)
    let popup = try #require(surface.popups.first).surface
    #expect(popup.isClosed && !popup.isFadingOut)
  }

  @Test func `a compositor without a press to stand on gives no grab`() throws {
    let (stage, surface) = try BarStage.withClock()
    surface.canGrab = false
    stage.opens = .calendar(calendar)
    click(surface)
    surface.grantKeyboard()
    #expect(surface.popups.first?.placement.takesGrab == false && stage.output.dismissals.count == 1)
  }

  @Test func `whoever walks through the bar goes on after a popup, but not after a click elsewhere`() throws {
    let (stage, surface) = try BarStage.withClock()
    stage.opens = .calendar(calendar)
    stage.bar.focus()
    surface.grantKeyboard()
    for isDismissed in [false, true] {
      surface.onKey?(KeyEvent(keysym: Keysym.enter))
      let popup = try #require(surface.popups.last).surface
      #expect(!popup.isFadingOut)
      if isDismissed { popup.onClosed?() } else { surface.onKey?(KeyEvent(keysym: Keysym.escape)) }
      #expect(surface.placement.keyboard == (isDismissed ? .never : .always))
    }
    #expect(surface.popups.count == 2 && stage.used.count == 2)
  }

  @Test func `what a click has opened does not focus the modules`() throws {
    let (stage, surface) = try BarStage.withClock()
    stage.opens = .calendar(calendar)
    click(surface)
    surface.onPointer?(PointerEvent(.left, x: 12, y: 10))
    /// The parts of the bar without plain fills; the ring of the focus is none.
    func parts() -> [Node] {
      surface.scene(at: stage.now).nodes.flatMap { node -> [Node] in
        if case .effect(let effect) = node { effect.content } else { [node] }
      }.filter { if case .fill = $0 { false } else { true } }
    }
    /// Lets fills fade to the end.
    func rest() {
      _ = parts()
      stage.pass(.seconds(1))
    }
    rest()
    let still = parts()
    surface.grantKeyboard()
    rest()
    #expect(surface.popups.count == 1 && !still.isEmpty && parts() == still)
  }

  @Test func `what a module has opened goes with it`() throws {
    let (stage, surface) = try BarStage.withClock()
    stage.opens = .calendar(calendar)
    click(surface)
    surface.grantKeyboard()
    #expect(surface.popups.count == 1)
    stage.change { $0.start = [] }
    #expect(surface.popups[0].surface.isFadingOut && surface.placement.keyboard == .never)
  }

  @Test func `a bar that hides stays while its calendar is open`() throws {
    let stage = try BarStage {
      ($0.bars[0].start, $0.bars[0].center) = ([clock], [])
      $0.bars[0].mode = .autoHide
      ($0.bars[0].revealDelay, $0.bars[0].hideDelay) = (0, 0.1)
    }
    _ = stage.state.update(.moduleReadingChanged(clock, .failure("clock: broken")), now: stage.now)
    let strip = try #require(stage.output.strips.last)
    strip.onPointer(PointerEvent(.entered, x: 0, y: 0))
    stage.pass(.milliseconds(1))
    let surface = try #require(stage.output.surface)
    surface.show()
    stage.pass(BarPresence.slideDuration)
    _ = surface.scene(at: stage.now)
    stage.bar.toggle(.calendar(calendar), at: try #require(stage.bar.place(of: clock)))
    surface.answerRequests()
    strip.onPointer(PointerEvent(.left, x: 0, y: 0))
    stage.pass(.seconds(2))
    stage.pass(.seconds(2))
    #expect(!surface.isClosed && surface.popups.count == 1)
    surface.onKey?(KeyEvent(keysym: Keysym.escape))
    stage.pass(.seconds(1))
    stage.pass(BarPresence.slideDuration)
    stage.pass(.seconds(1))
    #expect(surface.isClosed)
  }

  @Test func `a calendar that cannot be shown is not waited for`() throws {
    let (stage, surface) = try BarStage.withClock()
    stage.bar.toggle(.calendar(calendar), at: try #require(stage.bar.place(of: clock)))
    surface.isShown = false
    surface.answerRequests()
    #expect(stage.bar.nextDeadline == nil && surface.popups.isEmpty)
    #expect(surface.placement.keyboard == .never)
  }
}

extension PopupPlacement {
  /// The part of the surface that is not there for the shadow, on an output of scale 1.
  fileprivate var room: PixelRect { PixelRect(x: outset.left, y: outset.top, width: width, height: height) }
}
