public import BarUI
import Geometry
import ModuleModel
import Settings
import Views

/// The calendar that a clock opens.
final class CalendarContent: PopupContent {
  private var state: CalendarState
  private let today: () -> CalendarDate
  private let words: CalendarWords
  private let rule: WeekRule
  private let showsWeekNumbers: Bool
  private let isRightToLeft: Bool
  private let headlineFont: String
  private let textScale: Double
  private var months: Int
  private let clocks: () -> CalendarPopup.Clocks
  let takesInput: Bool
  private var steps = ScrollSteps()

  /// Creates a calendar of the present month; without `takesInput` it is shown as a tooltip is.
  init(_ calendar: CalendarPopup, isRightToLeft: Bool, font: String, takesInput: Bool = true) {
    (months, self.takesInput) = (calendar.months, takesInput)
    headlineFont = FontName(font).scaled(by: CalendarView.headlineScale)
    let scales = CalendarView.textScales
    textScale = min(
      max(Self.points(of: font) / Self.points(of: BarSettings().font), scales.lowerBound), scales.upperBound)
    self.isRightToLeft = isRightToLeft
    state = CalendarState(today: calendar.today())
    (today, words, rule) = (calendar.today, calendar.words, calendar.rule)
    clocks = calendar.clocks
    showsWeekNumbers = calendar.showsWeekNumbers
  }

  private static func points(of font: String) -> Double { FontName(font).points ?? FontName.defaultSize }

  /// The state on the present day, which may have changed while the calendar is open.
  private var current: CalendarState {
    var current = state
    current.dayChanged(to: today())
    return current
  }

  var view: ViewTree {
    CalendarView(
      current, rule: rule, words: words, showsWeekNumbers: showsWeekNumbers, isRightToLeft: isRightToLeft,
      headlineFont: headlineFont, months: months, clocks: clocks().shown, textScale: textScale
    ).body
  }
  var glassRadius: Double { CalendarView.glassRadius }
  var name: String { "calendar" }

  func shorten() -> Bool {
    guard let fewer = CalendarPopup.monthCounts.last(where: { $0 < months }) else { return false }
    months = fewer
    return true
  }

  func nextDeadline(after now: Instant) -> Instant? {
    let clocks = clocks()
    return clocks.shown.isEmpty ? nil : now + clocks.untilChange
  }

  func perform(
    _ act: ViewInput.Act, notches: PointerEvent.Notches?, in layout: LaidOutView, scale: Double
  ) -> PopupOutcome {
    state = current
    let before = state
    switch act.action.as(CalendarAction.self) {
    case .select(let date)?: state.select(date)
    case .turn(let months)?: state.turn(by: months)
    case .today?: state.showToday()
    case .scroll?:
      for step in steps.add(act.dy, notches: notches?.y, .vertical, on: act.view, scale: scale) {
        state.turn(by: (step == .scrollUp ? -1 : 1) * (months == 12 ? 12 : 1))
      }
    case nil: return .none
    }
    return state == before ? .none : .redraw
  }

  func follow(_ event: KeyEvent, focused: ErasedAction?, now: Instant) -> PopupOutcome {
    state = current
    return state.follow(event, isRightToLeft: isRightToLeft) ? .redraw : .none
  }
}

/// The current day, the words and the rule for weeks that a calendar is made from.
public struct CalendarPopup {
  /// The times at other places.
  public struct Clocks {
    public var shown: [WorldClock]
    /// The time until one of them changes.
    public var untilChange: Duration

    public init(_ shown: [WorldClock] = [], untilChange: Duration = .seconds(60)) {
      (self.shown, self.untilChange) = (shown, untilChange)
    }
  }

  /// Returns the present day.
  public var today: () -> CalendarDate
  public var words: CalendarWords
  public var rule: WeekRule
  /// Whether a column has the numbers of the weeks.
  public var showsWeekNumbers: Bool
  /// The numbers of months that a calendar may show.
  static let monthCounts = [1, 3, 12]
  /// The number of months, one of `monthCounts`; an output that has no room for them gets a smaller one.
  public var months: Int
  /// Returns the present times at other places.
  public var clocks: () -> Clocks

  public init(
    today: @escaping () -> CalendarDate, words: CalendarWords, rule: WeekRule, showsWeekNumbers: Bool = false,
    months: Int = 1, clocks: @escaping () -> Clocks = { Clocks() }
  ) {
    self.today = today
    self.words = words
    self.rule = rule
    self.showsWeekNumbers = showsWeekNumbers
    self.months = months
    self.clocks = clocks
  }
}
