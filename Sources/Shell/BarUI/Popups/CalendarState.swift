public import Geometry

/// The month that a calendar shows, and the day that is selected in it.
public struct CalendarState: Equatable, Sendable {
  /// The current day.
  public private(set) var today: CalendarDate
  /// The first day of the shown month.
  public private(set) var month: CalendarDate
  /// The selected day, from which arrow keys move; nil before the first arrow key or click on a day, and after
  /// `showToday`.
  public private(set) var selected: CalendarDate?

  /// The maximum distance between the shown and the current month, in months.
  static let limit = 12 * 1000

  public init(today: CalendarDate) {
    self.today = today
    month = CalendarDate(year: today.year, month: today.month, day: 1)
  }

  /// Sets the current day; a calendar that shows the month of the old day changes to the month of the new day.
  public mutating func dayChanged(to new: CalendarDate) {
    let wasCurrent = month == CalendarDate(year: today.year, month: today.month, day: 1)
    today = new
    if wasCurrent { show(new) }
  }

  /// Shows the month that is `months` later, or earlier if negative, and moves the selected day into it. Does nothing
  /// beyond `limit`.
  public mutating func turn(by months: Int) {
    let new = CalendarDate(year: month.year, month: month.month + months, day: 1)
    let distance = 12 * (new.year - today.year) + new.month - today.month
    guard abs(distance) <= Self.limit else { return }
    month = new
    selected = selected.map { clamped(dayOfMonth: $0.dayOfMonth) }
  }

  /// Selects a day, and shows its month.
  public mutating func select(_ date: CalendarDate) {
    selected = date
    show(date)
  }

  /// Shows the month of the current day, and selects no day.
  public mutating func showToday() {
    selected = nil
    show(today)
  }

  /// Handles a key event; returns whether the calendar uses the key.
  ///
  /// Arrow keys move the selection by a day or a week, Page Up and Page Down change the month, with Shift the year,
  /// and Home shows the current day.
  public mutating func follow(_ event: KeyEvent, isRightToLeft: Bool = false) -> Bool {
    guard event.isPressed else { return false }
    let forward = isRightToLeft ? -1 : 1
    let months = event.modifiers.contains(.shift) ? 12 : 1
    switch event.keysym {
    case Keysym.right: move(by: forward)
    case Keysym.left: move(by: -forward)
    case Keysym.down: move(by: 7)
    case Keysym.up: move(by: -7)
    case Keysym.pageDown: turn(by: months)
    case Keysym.pageUp: turn(by: -months)
    case Keysym.home: showToday()
    default: return false
    }
    return true
  }

  private mutating func move(by days: Int) {
    guard let selected else {
      let isCurrent = month == CalendarDate(year: today.year, month: today.month, day: 1)
      return select(isCurrent ? today : month)
    }
    select(selected + days)
  }

  private mutating func show(_ date: CalendarDate) {
    month = CalendarDate(year: date.year, month: date.month, day: 1)
  }

  private func clamped(dayOfMonth: Int) -> CalendarDate {
    let last = CalendarDate(year: month.year, month: month.month + 1, day: 1) + -1
    return min(month + (dayOfMonth - 1), last)
  }
}
