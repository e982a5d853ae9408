import BarUI
import DesktopModel
import Loop
import ModuleModel
import Modules

/// A source with nearly all abilities, which records the requests to it.
final class FakeSource: Refreshes, StartsPrograms, PerformsActions, SetsLevels, Slides, ShowsTimes,
  HasRemoteMenu,
  AsksInPanel
{
  /// The programs that actions and entries of the menu start, by the action or the number of the entry.
  var programs: [String: [String]] = [:]
  /// The levels that actions set.
  var levels: [String: Level] = [:]
  var entries: [MenuEntry] = []
  /// The actions that open the menu.
  var menuActions: Set<String> = []
  /// The actions that have to be confirmed in the panel.
  var askingActions: Set<String> = []
  /// Whether another program sends the menu.
  var isMenuRemote = false
  /// Called when the program has sent the menu; nil before the menu was requested.
  private(set) var onMenuChange: (() -> Void)?
  /// The gesture of the last action; nil before the first.
  private(set) var contact: ModuleContact?
  var content: ControlPanel?
  /// The days by outputs.
  var days: [String?: CalendarDate] = [:]
  var clocks: [WorldClock] = []
  private let record: (String) -> Void

  init(_ record: @escaping (String) -> Void) { self.record = record }

  func stop() {}
  func refresh() { record("refresh") }
  func program(_ action: String, item: String?) -> [String]? { programs[action] }
  func perform(_ action: String, item: String?, by contact: ModuleContact) {
    self.contact = contact
    record("perform \(action) of \(item ?? "-") on \(contact.output ?? "-")")
  }
  func slide(to part: Double) { record("slide to \(part)") }
  func level(of action: String) -> Level? { levels[action] }
  func showTimes(_ times: [String]) {}
  func day(at time: Int, on output: String?) -> CalendarDate? { days[output] }
  func clocks(at time: Int, on output: String?) -> [WorldClock] { clocks }
  func menu(of item: String?) -> [MenuEntry] { entries }
  func opensMenu(_ action: String, of item: String?) -> Bool { menuActions.contains(action) }
  func program(choosing entry: Int, of item: String?) -> [String]? { programs["\(entry)"] }
  func choose(_ entry: Int, of item: String?) { record("choose \(entry) of \(item ?? "-")") }
  func readMenu(of item: String?, onChange: @escaping () -> Void) -> Bool {
    record("read the menu")
    onMenuChange = onChange
    return isMenuRemote
  }
  func menuIsRightToLeft(of item: String?) -> Bool? { nil }
  func menuIsShown(_ isShown: Bool, entry: Int?, of item: String?) {
    record("\(isShown ? "shows" : "hides") the menu")
  }
  func panel(of item: String?) -> ControlPanel? { content }
  func openPanel(of item: String?, onChange: @escaping () -> Void) -> Observation? {
    record("open the panel")
    return nil
  }
  func use(_ use: ControlUse, of item: String?) { record("use \(use)") }
  func opensPanel(_ action: String, of item: String?) -> Bool { askingActions.contains(action) }
}

/// A source of a text, without other abilities.
final class PlainSource: TakesText {
  private(set) var text = ""

  func stop() {}
  func show(text: String) { self.text = text }
}
