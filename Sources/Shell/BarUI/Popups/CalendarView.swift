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
    return "\(month) \(date.year)"
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

/// A month as a table of weeks, below the present or the selected day. The table always has six rows, so that it has the
/// same height in all months.
public struct CalendarView: View {
  public var state: CalendarState
  public var rule: WeekRule
  public var words: CalendarWords
  public var showsWeekNumbers: Bool
  /// Whether the layout runs from right to left; has to agree with the view's environment.
  public var isRightToLeft: Bool
  /// The font of the headline; nil: that of the environment.
  public var headlineFont: String?

  public init(
    _ state: CalendarState, rule: WeekRule, words: CalendarWords, showsWeekNumbers: Bool = false,
    isRightToLeft: Bool = false, headlineFont: String? = nil
  ) {
    self.state = state
    self.rule = rule
    self.words = words
    self.showsWeekNumbers = showsWeekNumbers
    self.isRightToLeft = isRightToLeft
    self.headlineFont = headlineFont
  }

  static let rows = 6
  /// The distance from the edge of the glass to what is on it, as in panels.
  static let inset = PanelMetrics.inset + PanelMetrics.textInset
  static let cellHeight = 30.0
  /// The diameter of the circles of days and buttons.
  static let circle = 28.0
  /// The size of the letters of the headline, relative to those of the body.
  public static let headlineScale = 1.5
  /// The corner radius of the glass, in points.
  public static let glassRadius = PanelMetrics.glassRadius

  private var columns: Int { showsWeekNumbers ? 8 : 7 }
  private var cellWidth: Double { ((PanelMetrics.width - 2 * Self.inset) / Double(columns)).rounded(.down) }

  public var body: ViewTree {
    VStack(spacing: 0, alignment: .leading) {
      headline
      header.padding(top: 12, bottom: 4)
      Grid(columns: columns) {
        if showsWeekNumbers { Spacer().frame(width: cellWidth, height: 24) }
        for offset in 0..<7 {
          Text(words.letters[(rule.firstWeekday - 1 + offset) % 7])
            .frame(width: cellWidth, height: 24)
            .vibrancy(.secondaryLabel)
        }
      }
      .frame(maxWidth: .infinity)
      .padding(bottom: 4)
      Grid(columns: columns) {
        for row in 0..<Self.rows { week(rule.start(of: state.month) + 7 * row) }
      }
      .frame(maxWidth: .infinity)
    }
    .padding(leading: Self.inset, trailing: Self.inset, top: Self.inset, bottom: PanelMetrics.inset + 3)
    .frame(width: PanelMetrics.width)
    .onScroll(.vertical, CalendarAction.scroll)
  }

  /// The selected day, or the present one.
  private var headline: ViewTree {
    let date = state.selected ?? state.today
    return VStack(spacing: 2, alignment: .leading) {
      Text(words.weekdays[date.weekday - 1]).vibrancy(.secondaryLabel)
      Text(words.text(of: date)).bold()
    }
    .environment { if let headlineFont { $0.font = headlineFont } }
  }

  private var header: ViewTree {
    HStack(spacing: 2) {
      Text(words.heading(of: state.month)).bold()
      Spacer()
      turnButton(isRightToLeft ? "go-next" : "go-previous", -1, label: localized("Previous month"))
      Button(CalendarAction.today, style: .plain, cornerRadius: Self.circle / 2) {
        Text(localized("Today")).padding(horizontal: 10).frame(height: Self.circle)
      }
      turnButton(isRightToLeft ? "go-previous" : "go-next", 1, label: localized("Next month"))
    }
    .frame(height: Self.circle)
  }

  private func turnButton(_ symbol: String, _ months: Int, label: String) -> ViewTree {
    Button(CalendarAction.turn(months), style: .plain, cornerRadius: Self.circle / 2) {
      ZStack { Symbol(symbol, side: 16) }.frame(width: Self.circle, height: Self.circle)
    }
    .accessibility(.button, label: label)
  }

  @ViewBuilder private func week(_ start: CalendarDate) -> ViewTree {
    if showsWeekNumbers {
      Text("\(rule.week(of: start))")
        .frame(width: cellWidth, height: Self.cellHeight)
        .vibrancy(.tertiaryLabel)
    }
    for offset in 0..<7 { day(start + offset) }
  }

  private func day(_ date: CalendarDate) -> ViewTree {
    let isToday = date == state.today
    let isInMonth = date.month == state.month.month
    return Text("\(date.dayOfMonth)").bold(isToday)
      .frame(width: cellWidth, height: Self.cellHeight)
      .background { disc(isToday: isToday, isSelected: date == state.selected) }
      .ink(isToday ? .onAccent : .vibrant(isInMonth ? .label : .tertiaryLabel))
      .onTap(.primary, CalendarAction.select(date))
      .cursor(.default)
      .accessibility(.button, label: words.text(of: date))
  }

  private func disc(isToday: Bool, isSelected: Bool) -> ViewTree {
    Reactive { look in
      if isToday || isSelected || look.isHovered {
        Fill(
          isToday ? .accent : look.isHovered ? .vibrant(.secondaryFill) : nil, cornerRadius: Self.circle / 2,
          border: isSelected ? ViewBorder(width: 1.5, ink: .mark(0.5)) : nil
        )
        .frame(width: Self.circle, height: Self.circle)
      }
    }
    .body
  }
}
