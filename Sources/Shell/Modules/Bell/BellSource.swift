import BarUI
import Loop
import ModuleModel
import Settings

extension BellSettings: SourceMaking {
  func makeSource(_ start: ModuleStart) -> (any ModuleSource)? {
    BellSource(facts: start.services.notifications, outlet: start.outlet)
  }
}

/// Tells how many notifications there are, and whether they are kept back.
final class BellSource: Refreshes, PerformsActions, HasMenu {
  private let facts: NotificationFacts
  private let outlet: ModuleOutlet
  private var observation: Observation?

  init(facts: NotificationFacts, outlet: ModuleOutlet) {
    self.facts = facts
    self.outlet = outlet
    observation = facts.observe { [unowned self] in show() }
    show()
  }

  func stop() {
    observation = nil
    outlet.close()
  }

  func refresh() { facts.changed() }

  func perform(_ action: String, item: String?, by contact: ModuleContact) {
    switch action {
    case "do_not_disturb": facts.perform?(.toggleDoNotDisturb)
    case "dismiss_all": facts.perform?(.dismissAll)
    case "restore": facts.perform?(.restore)
    default: break
    }
  }

  func menu(of item: String?) -> [MenuEntry] { menu?.entries ?? [] }
  func opensMenu(_ action: String, of item: String?) -> Bool { false }

  func choose(_ entry: Int, of item: String?) {
    if let use = menu?.use(of: entry) { facts.perform?(use) }
  }

  private var menu: BellMenu? { facts.situation.map { BellMenu($0) } }

  private func show() {
    if let situation = facts.situation { outlet.show(situation.reading) }
  }
}
