import BarUI
import TextProcessing

/// A month as a table in a text of equal widths, with the present day in bold.
nonisolated struct CalendarText {
  var today: CalendarDate
  var words: CalendarWords
  var rule: WeekRule
  var showsWeekNumbers: Bool

  /// The text as markup.
  var markup: String {
    let first = CalendarDate(year: today.year, month: today.month, day: 1)
    let next = CalendarDate(year: today.year, month: today.month + 1, day: 1)
    let starts = (0..<6).map { rule.start(of: first) + 7 * $0 }.filter { $0.day < next.day }
    let lines = [title, weekdays] + starts.map { week($0, first.month) }
    return "<tt>" + lines.joined(separator: "\n") + "</tt>"
  }

  private var title: String {
    let name = "\(words.months[today.month - 1]) \(today.year)"
    let width = (showsWeekNumbers ? 8 : 7) * 3 - 1
    return String(repeating: " ", count: max(0, (width - name.count) / 2))
      + "<b>\(name.escapedForMarkup())</b>"
  }

  private var weekdays: String {
    let names = (0..<7).map { place in
      Self.padded(String(words.weekdays[(rule.firstWeekday - 1 + place) % 7].prefix(2))).escapedForMarkup()
    }
    return ((showsWeekNumbers ? ["  "] : []) + names).joined(separator: " ")
  }

  /// A week, with spaces in place of the days of other months.
  private func week(_ start: CalendarDate, _ month: Int) -> String {
    let days = (0..<7).map { offset -> String in
      let date = start + offset
      guard date.month == month else { return "  " }
      let number = Self.padded("\(date.dayOfMonth)")
      return date == today ? "<b><u>\(number)</u></b>" : number
    }
    let number = showsWeekNumbers ? [Self.padded("\(rule.week(of: start))")] : []
    return (number + days).joined(separator: " ")
  }

  private static func padded(_ text: String) -> String {
    String(repeating: " ", count: max(0, 2 - text.count)) + text
  }
}
