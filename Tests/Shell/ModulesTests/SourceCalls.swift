import BarUI
import ModuleModel

@testable import Modules

/// Requests to a source whose abilities are not known; a source without the ability does nothing.
extension ModuleSource {
  func refresh() { (self as? any Refreshes)?.refresh() }
  func commandEnded() { (self as? any FollowsCommands)?.commandEnded() }
  func showTimes(_ times: [String]) { (self as? any ShowsTimes)?.showTimes(times) }
  func barsAreSeen(_ areSeen: Bool) { (self as? any FollowsBars)?.barsAreSeen(areSeen) }
  func day(at time: Int, on output: String?) -> CalendarDate? {
    (self as? any ShowsTimes)?.day(at: time, on: output)
  }
  func clocks(at time: Int, on output: String?) -> [WorldClock] {
    (self as? any ShowsTimes)?.clocks(at: time, on: output) ?? []
  }
  /// Performs an action as the first gesture of a pointer on a module of no output in particular.
  func perform(_ action: String, item: String?, by contact: ModuleContact = ModuleContact(.click)) {
    (self as? any PerformsActions)?.perform(action, item: item, by: contact)
  }
}
