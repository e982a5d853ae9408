public import Geometry

/// Which month a calendar shows and which of its days the keyboard is on.
public struct CalendarState: Equatable, Sendable {
  /// The current day.
  public private(set) var today: CalendarDate
  /// The first day of the month that is shown.
  public private(set) var month: CalendarDate
  /// The day that the keyboard is on; nil until a key was pressed or a day clicked.
  public private(set) var selected: CalendarDate?

  /// Months further away than this from the current one are not shown.
  static let limit = 12 * 1000

  public init(today: CalendarDate) {
    self.today = today
    month = CalendarDate(year: today.year, month: today.month, day: 1)
  }

  /// Takes another current day; a calendar that showed the month of the old one shows that of the new one.
  public mutating func dayChanged(to new: CalendarDate) {
    let wasCurrent = month == CalendarDate(year: today.year, month: today.month, day: 1)
    today = new
    if wasCurrent { show(new) }
  }

  /// Goes forward or back by so many months.
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

  /// Goes back to the current day.
  public mutating func showToday() {
    selected = nil
    show(today)
  }

  /// Takes a key; returns whether it means something here.
  ///
  /// Arrows go by days and weeks, Page up and down by months, with shift by years, Home to the current day.
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
