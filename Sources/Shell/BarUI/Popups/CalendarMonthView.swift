import Geometry
import Views
import VisualEffects

/// A month as a table of weeks. The table always has six rows, so that it has the same height in all months.
struct CalendarMonthView: View {
  var state: CalendarState
  /// The first day of the month.
  var month: CalendarDate
  var rule: WeekRule
  var words: CalendarWords
  var showsWeekNumbers: Bool
  /// The width and the height of a day, and the diameter of its circle, in points.
  var cell: (width: Double, height: Double, circle: Double)
  /// The height of the letters of the weekdays, in points.
  var headerHeight: Double
  /// Whether the days of the months before and after it fill the first and the last weeks.
  var hasOtherDays = true

  static let rows = 6

  private var columns: Int { showsWeekNumbers ? 8 : 7 }

  var body: ViewTree {
    VStack(spacing: 4) {
      Grid(columns: columns) {
        if showsWeekNumbers { inCell(Spacer(), height: headerHeight) }
        for offset in 0..<7 {
          inCell(Text(words.letters[(rule.firstWeekday - 1 + offset) % 7]), height: headerHeight)
            .vibrancy(.secondaryLabel)
        }
      }
      Grid(columns: columns) {
        for row in 0..<Self.rows { week(rule.start(of: month) + 7 * row) }
      }
    }
    .body
  }

  @ViewBuilder private func week(_ start: CalendarDate) -> ViewTree {
    if showsWeekNumbers {
      inCell(Text("\(rule.week(of: start))"), height: cell.height).vibrancy(.tertiaryLabel)
    }
    for offset in 0..<7 {
      if hasOtherDays || (start + offset).month == month.month {
        day(start + offset)
      } else {
        inCell(Spacer(), height: cell.height)
      }
    }
  }

  /// Puts a view into a cell of the table, which is up to a point narrower where cells of whole pixels are wider than points are:
  /// the last column would have no room.
  private func inCell(_ content: some View, height: Double) -> ViewTree {
    content.frame(maxWidth: .infinity)
      .frame(minWidth: cell.width - 1, maxWidth: cell.width, minHeight: height, maxHeight: height)
  }

  private func day(_ date: CalendarDate) -> ViewTree {
    let isToday = date == state.today
    let style: VibrancyEffect.Style =
      date.month != month.month ? .quaternaryLabel : rule.isWeekend(date) ? .secondaryLabel : .label
    return inCell(Text("\(date.dayOfMonth)").bold(isToday), height: cell.height)
      .background { disc(isToday: isToday, isSelected: date == state.selected) }
      .ink(isToday ? .onAccent : .vibrant(style))
      .onTap(.primary, CalendarAction.select(date))
      .cursor(.default)
      .accessibility(.button, label: words.text(of: date))
  }

  private func disc(isToday: Bool, isSelected: Bool) -> ViewTree {
    Reactive { look in
      if isToday || isSelected || look.isHovered {
        let disc = Fill(
          isToday ? .accent : look.isHovered ? .vibrant(.secondaryFill) : nil, cornerRadius: cell.circle / 2,
          border: isSelected ? ViewBorder(width: 1.5, ink: .mark(0.5)) : nil)
        let marked = isToday || isSelected ? disc.stroked(width: isSelected ? 2 : 1) : disc
        marked.frame(width: cell.circle, height: cell.circle)
      }
    }
    .body
  }
}
