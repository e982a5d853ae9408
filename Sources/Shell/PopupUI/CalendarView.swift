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
  /// The abbreviated names of the weekdays, Monday first.
  public var weekdays: [String]

  /// Traps if there are not twelve months and seven days.
  public init(months: [String], weekdays: [String]) {
    precondition(months.count == 12 && weekdays.count == 7, "\(months.count) months, \(weekdays.count) days")
    self.months = months
    self.weekdays = weekdays
  }
}

/// A month as a table of weeks. The table always has six rows, so that it has the same height in all months.
public struct CalendarView: View {
  public var state: CalendarState
  public var rule: WeekRule
  public var words: CalendarWords
  public var showsWeekNumbers: Bool
  /// Whether the layout runs from right to left; has to agree with the view's environment.
  public var isRightToLeft: Bool

  public init(
    _ state: CalendarState, rule: WeekRule, words: CalendarWords, showsWeekNumbers: Bool = true,
    isRightToLeft: Bool = false
  ) {
    self.state = state
    self.rule = rule
    self.words = words
    self.showsWeekNumbers = showsWeekNumbers
    self.isRightToLeft = isRightToLeft
  }

  static let cell = (width: 38.0, height: 28.0)
  static let rows = 6
  static let inset = 14.0
  /// The corner radius of the glass, in points.
  public static let glassRadius = 14.0

  public var body: ViewTree {
    VStack(spacing: 8) {
      header
      Grid(columns: showsWeekNumbers ? 8 : 7, rowSpacing: 2) {
        if showsWeekNumbers { Spacer().frame(width: Self.cell.width, height: 20) }
        for offset in 0..<7 {
          Text(words.weekdays[(rule.firstWeekday - 1 + offset) % 7])
            .frame(width: Self.cell.width, height: 20)
            .vibrancy(.secondaryLabel)
        }
        for row in 0..<Self.rows { week(rule.start(of: state.month) + 7 * row) }
      }
    }
    .padding(Self.inset)
    .onScroll(.vertical, CalendarAction.scroll)
  }

  private var header: ViewTree {
    HStack(spacing: 4) {
      Button(CalendarAction.today, style: .plain, cornerRadius: 6) {
        Text("\(words.months[state.month.month - 1]) \(String(state.month.year))").bold()
          .padding(horizontal: 8, vertical: 4)
      }
      Spacer()
      turnButton(isRightToLeft ? "›" : "‹", -1)
      turnButton(isRightToLeft ? "‹" : "›", 1)
    }
    .body
  }

  private func turnButton(_ sign: String, _ months: Int) -> ViewTree {
    Button(CalendarAction.turn(months), style: .plain, cornerRadius: 6) {
      Text(sign).letterShare(0.7).frame(width: 28, height: 26)
    }
    .body
  }

  @ViewBuilder private func week(_ start: CalendarDate) -> ViewTree {
    if showsWeekNumbers {
      Text("\(rule.week(of: start))")
        .frame(width: Self.cell.width, height: Self.cell.height)
        .vibrancy(.tertiaryLabel)
    }
    for offset in 0..<7 { day(start + offset) }
  }

  private func day(_ date: CalendarDate) -> ViewTree {
    let isToday = date == state.today
    let isSelected = date == state.selected
    let isInMonth = date.month == state.month.month
    return Text("\(date.dayOfMonth)").bold(isToday)
      .frame(width: Self.cell.width, height: Self.cell.height)
      .background {
        if isToday || isSelected {
          Fill(
            isToday ? .vibrant(.fill) : nil, cornerRadius: 7,
            border: isSelected ? ViewBorder(width: 1.5, ink: .mark(0.5)) : nil)
        }
      }
      .vibrancy(isInMonth ? .label : .tertiaryLabel)
      .onTap(.primary, CalendarAction.select(date))
      .accessibility(.button, label: "\(date.dayOfMonth) \(words.months[date.month - 1])")
  }
}
