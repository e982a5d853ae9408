public import BarUI
import ModuleModel
public import ShellSurfaces

/// Default implementations of the requirements that most tests of bars do not use.
extension BarHost {
  public func slide(_ item: BarItem, to part: Double) {}
  public func useMenu(of item: BarItem, from source: UseSource, on bar: any ShellBar) {
    use(item, by: .right, from: source, on: bar)
  }
  public func openSettings() {}
  public func opensPanel(_ item: BarItem, on bar: any ShellBar) -> Bool { false }
  public func restingCalendar(of item: BarItem, on bar: any ShellBar) -> CalendarPopup? { nil }
  public func canWalkOn(from bar: any ShellBar) -> Bool { false }
  public func walkOn(from bar: any ShellBar, isBack: Bool) {}
  public var clipboard: (any Clipboard)? { nil }
  public func barDrawn() {}
  public func barChanged() {}
  public func backgroundChanged(behind bar: any ShellBar) {}
  public func panelsChanged() {}
  public func explainedModulesChanged() {}
}
