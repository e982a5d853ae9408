public import BarUI
import ModuleModel
public import ShellSurfaces

/// Default implementations of the requirements that most tests of bars do not use.
extension BarHost {
  public func openSettings() {}
  public func canWalkOn(from bar: any ShellBar) -> Bool { false }
  public func walkOn(from bar: any ShellBar, isBack: Bool) {}
  public var clipboard: (any Clipboard)? { nil }
  public func barShown() {}
  public func barStatusChanged() {}
  public func backgroundChanged(behind bar: any ShellBar) {}
  public func panelsChanged() {}
  public func explainedModulesChanged() {}
}

/// A host that performs the actions of modules itself.
extension BarHost where Self: BarUses {
  public var uses: any BarUses { self }
}

extension BarUses {
  public func openMenu(at place: BarItem, from source: UseSource, on bar: any ShellBar) {
    perform(at: place, .right, from: source, on: bar)
  }
  public func slide(at place: BarItem, to part: Double) {}
  public func opensPanel(at place: BarItem, on bar: any ShellBar) -> Bool { false }
  public func restingCalendar(at place: BarItem, on bar: any ShellBar) -> CalendarPopup? { nil }
}
