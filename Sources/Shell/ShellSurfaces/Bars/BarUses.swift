public import BarUI
public import ModuleModel

/// The actions of modules, which input on a bar performs.
@MainActor public protocol BarUses {
  /// Performs the action of a module, or of its item, for a gesture at a place on a bar.
  func perform(at place: BarItem, _ gesture: ModuleGesture, from source: UseSource, on bar: any ShellBar)
  /// Opens the menu of a module or of its item, or performs the action of its right button if it has none.
  func openMenu(at place: BarItem, from source: UseSource, on bar: any ShellBar)
  /// Sets the level of a module to a part of its range, 0 … 1.
  func slide(at place: BarItem, to part: Double)
  /// Returns whether a click on a module or its item opens a panel or a calendar.
  func opensPanel(at place: BarItem, on bar: any ShellBar) -> Bool
  /// Returns the calendar that is shown while the pointer rests on a module; nil: its tooltip is shown.
  func restingCalendar(at place: BarItem, on bar: any ShellBar) -> CalendarPopup?
}
