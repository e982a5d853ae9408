import Geometry
import Localization
public import Views
import VisualEffects

/// An input of the pointer or of fingers on a calendar.
public enum CalendarAction: ViewAction {
  case select(CalendarDate)
  /// Shows the month that is this number of months later, or earlier if negative.
  case turn(Int)
  case today
  /// Scrolls by a wheel or two fingers; each step changes the month by one.
  case scroll
}

/// The names of months and weekdays in the user's language.
public struct CalendarWords: Equatable, Sendable {
  /// The names of the months in the form without a day of the month, January first.
  public var months: [String]
  /// The names of the months in the form beside a day of the month, January first.
  public var monthsOfDates: [String]
  /// The names of the weekdays, Monday first.
  public var weekdays: [String]
  /// The letters that stand for the weekdays, Monday first.
  public var letters: [String]
  /// The form of a date, in which `%d` or `%-d` stands for the day of the month and `%B` for the month.
  public var date: String

  /// Traps if there are not twelve months and seven days.
  public init(
    months: [String], monthsOfDates: [String]? = nil, weekdays: [String], letters: [String]? = nil,
    date: String = "%d %B"
  ) {
    self.months = months
    self.monthsOfDates = monthsOfDates ?? months
    self.weekdays = weekdays
    self.letters = letters ?? weekdays
    self.date = date
    precondition(self.months.count == 12 && self.monthsOfDates.count == 12, "\(months.count) months")
    precondition(self.weekdays.count == 7 && self.letters.count == 7, "\(weekdays.count) days")
  }

  /// Returns the month and the year of a date; the year comes first if the month's name has the form `11月` or `11월`.
  func heading(of date: CalendarDate) -> String {
    let month = months[date.month - 1]
    if month.hasSuffix("月") { return "\(date.year)年\(month)" }
    if month.hasSuffix("월") { return "\(date.year)년 \(month)" }
    return "\(month) \(date.year)".capitalizedSentence
  }

  /// Returns the day and the month of a date.
  func text(of date: CalendarDate) -> String {
    var text = ""
    var isPlaceholder = false
    for character in self.date {
      switch (isPlaceholder, character) {
      case (false, "%"): isPlaceholder = true
      case (true, "-"): continue
      case (true, "d"):
        text += "\(date.dayOfMonth)"
        isPlaceholder = false
      case (true, "B"):
        text += monthsOfDates[date.month - 1]
        isPlaceholder = false
      default:
        text.append(character)
        isPlaceholder = false
      }
    }
    return text
  }
}

/// One month or several, below the present or the selected day and above the times at other places.
public struct CalendarView: View {
  public var state: CalendarState
  public var rule: WeekRule
  public var words: CalendarWords
  public var showsWeekNumbers: Bool
  /// Whether the layout runs from right to left; has to agree with the view's environment.
  public var isRightToLeft: Bool
  /// The font of the headline; nil: that of the environment.
  public var headlineFont: String?
  /// The number of months: 1, 3 with the shown month in the middle, or 12 for its year.
  public var months: Int
  /// The times at other places, of which the first eight are shown.
  public var clocks: [WorldClock]
  /// The size of the letters relative to the usual one, with which days and lines grow.
  public var textScale: Double

  public init(
    _ state: CalendarState, rule: WeekRule, words: CalendarWords, showsWeekNumbers: Bool = false,
    isRightToLeft: Bool = false, headlineFont: String? = nil, months: Int = 1, clocks: [WorldClock] = [],
    textScale: Double = 1
  ) {
    self.state = state
    self.rule = rule
    self.words = words
    self.showsWeekNumbers = showsWeekNumbers
    self.isRightToLeft = isRightToLeft
    self.headlineFont = headlineFont
    self.months = months
    self.clocks = clocks
    self.textScale = textScale
  }

  /// The distance from the edge of the glass to what is on it, as in panels.
  static let inset = PanelMetrics.inset + PanelMetrics.textInset
  private static let cellHeight = 30.0
  /// The width and the height of a day, and the diameter of its circle, where there are several months.
  private static let smallCell = (width: 28.0, height: 24.0, circle: 23.0)
  /// The height of the name of a month, and of those of the weekdays.
  private static let nameHeight = 24.0
  /// The distances between months, and the greatest number of them in a row.
  static let monthGap = (x: 22.0, y: 14.0)
  static let monthsInRow = 4
  /// The diameter of the circles of days and buttons.
  private static let circle = 28.0
  /// The sizes of letters relative to the usual one with which days grow; smaller ones have the room of the usual one.
  public static let textScales = 1.0...2.0
  /// The greatest number of clocks, with which the calendar is no higher than most screens.
  static let mostClocks = 8
  /// The size of the letters of the headline, relative to those of the body.
  public static let headlineScale = 1.5
  /// The corner radius of the glass, in points.
  public static let glassRadius = PanelMetrics.glassRadius

  private var columns: Int { showsWeekNumbers ? 8 : 7 }
  /// The width of one month.
  private var monthWidth: Double { (PanelMetrics.width - 2 * Self.inset) * textScale }
  private var circle: Double { Self.circle * textScale }
  private var nameHeight: Double { Self.nameHeight * textScale }
  /// The width and the height of a day, and the diameter of its circle.
  private var cell: (width: Double, height: Double, circle: Double) {
    let (small, scale) = (Self.smallCell, textScale)
    return months == 1
      ? (
        width: (monthWidth / Double(columns)).rounded(.down), height: Self.cellHeight * scale, circle: circle
      )
      : (
        width: (small.width * scale).rounded(.down), height: small.height * scale,
        circle: small.circle * scale
      )
  }
  private var width: Double {
    guard months > 1 else { return monthWidth + 2 * Self.inset }
    let row = Double(min(months, Self.monthsInRow))
    return row * cell.width * Double(columns) + (row - 1) * Self.monthGap.x + 2 * Self.inset
  }

  public var body: ViewTree {
    VStack(spacing: 0, alignment: .leading) {
      headline
      header.padding(top: 12, bottom: 4)
      if months == 1 { month } else { table }
      if !clocks.isEmpty { clockList }
    }
    .padding(leading: Self.inset, trailing: Self.inset, top: Self.inset, bottom: PanelMetrics.inset + 3)
    .frame(width: width)
    .onScroll(.vertical, CalendarAction.scroll)
  }

  private var month: ViewTree {
    CalendarMonthView(
      state: state, month: state.month, rule: rule, words: words, showsWeekNumbers: showsWeekNumbers,
      cell: cell, headerHeight: nameHeight
    ).body.frame(maxWidth: .infinity)
  }

  /// The places with their times, each in a line.
  private var clockList: ViewTree {
    VStack(spacing: 0) {
      Divider().padding(top: 8, bottom: 4)
      for clock in clocks.prefix(Self.mostClocks) {
        HStack(spacing: PanelMetrics.gap) {
          Text(clock.place).vibrancy(.secondaryLabel)
          Spacer()
          if !clock.weekday.isEmpty { Text(clock.weekday).vibrancy(.secondaryLabel) }
          Text(clock.time).bold().layoutPriority(1)
        }
        .frame(height: PanelMetrics.rowHeight * textScale)
      }
    }
    .body
  }

  /// Several months, each below its name.
  private var table: ViewTree {
    let shown = shownMonths
    let row = min(months, Self.monthsInRow)
    return VStack(spacing: Self.monthGap.y) {
      for start in stride(from: 0, to: shown.count, by: row) {
        HStack(spacing: Self.monthGap.x) { for month in shown[start..<(start + row)] { named(month) } }
      }
    }
    .body
  }

  private func named(_ month: CalendarDate) -> ViewTree {
    VStack(spacing: 2) {
      Text(words.months[month.month - 1]).bold().frame(height: nameHeight)
      CalendarMonthView(
        state: state, month: month, rule: rule, words: words, showsWeekNumbers: showsWeekNumbers,
        cell: cell, headerHeight: nameHeight, hasOtherDays: false
      ).body
    }
    .body
  }

  /// The first days of the months that are shown.
  private var shownMonths: [CalendarDate] {
    let (year, month) = (state.month.year, state.month.month)
    let first = months == 12 ? 1 : month - months / 2
    return (0..<months).map { CalendarDate(year: year, month: first + $0, day: 1) }
  }

  /// The month and the year, or the years if there are several months.
  private var heading: String {
    guard months > 1 else { return words.heading(of: state.month) }
    let (first, last) = (shownMonths[0].year, shownMonths[months - 1].year)
    return first == last ? "\(first)" : "\(first) – \(last)"
  }

  /// The selected day, or the present one.
  private var headline: ViewTree {
    let date = state.selected ?? state.today
    return VStack(spacing: 2, alignment: .leading) {
      Text(words.weekdays[date.weekday - 1].capitalizedSentence).vibrancy(.secondaryLabel)
      Text(words.text(of: date).capitalizedSentence).bold()
    }
    .environment { if let headlineFont { $0.font = headlineFont } }
  }

  private var header: ViewTree {
    HStack(spacing: 2) {
      Text(heading).bold()
      Spacer()
      turnButton(isRightToLeft ? "go-next" : "go-previous", -1, label: turnLabels.back)
      Button(CalendarAction.today, style: .plain, cornerRadius: circle / 2) {
        Text(localized("Today")).padding(horizontal: 10).frame(height: circle)
      }
      turnButton(isRightToLeft ? "go-previous" : "go-next", 1, label: turnLabels.forward)
    }
    .frame(height: circle)
  }

  private var turnLabels: (back: String, forward: String) {
    months == 12
      ? (localized("Previous year"), localized("Next year"))
      : (localized("Previous month"), localized("Next month"))
  }

  private func turnButton(_ symbol: String, _ direction: Int, label: String) -> ViewTree {
    Button(
      CalendarAction.turn(direction * (months == 12 ? 12 : 1)), style: .plain, cornerRadius: circle / 2
    ) {
      ZStack { Symbol(symbol, side: 16) }.frame(width: circle, height: circle)
    }
    .help(label)
    .accessibility(.button, label: label)
  }
}
