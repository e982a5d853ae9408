import BarUI
import DesktopModel
import DesktopServices
import Loop
import ModuleModel
import Settings

extension PowerProfileSettings: AsksServices {
  func makeSource(_ start: ModuleStart) -> (any ModuleSource)? {
    PowerProfileSource(
      profiles: start.services.powerProfiles, outlet: start.outlet, report: start.report)
  }
}

/// Shows the machine's power profile, and changes it.
final class PowerProfileSource: HasPanel, SetsLevels, PerformsActions {
  private let profiles: PowerProfiles
  private let shown: ObservingSource
  private let panels = Observers()
  private let failure: CommandFailure
  private var observation: Observation?

  /// `report` takes lines for the log.
  init(profiles: PowerProfiles, outlet: ModuleOutlet, report: @escaping (String) -> Void) {
    self.profiles = profiles
    failure = CommandFailure(outlet, report: report) { [panels] in panels.tell() }
    shown = ObservingSource(outlet: outlet, observe: profiles.observe) {
      PowerProfile.reading(profiles.profile)
    }
    panels.onEmpty = { [unowned self] in
      observation = nil
      failure.clear()
    }
  }

  func stop() {
    panels.removeAll()
    observation = nil
    shown.stop()
  }

  func panel(of item: String?) -> ControlPanel? {
    guard var panel = profiles.profile?.panel else { return nil }
    panel.rows += failure.rows
    return panel
  }

  func openPanel(of item: String?, onChange: @escaping () -> Void) -> Observation? {
    if observation == nil { observation = profiles.observe { [panels] in panels.tell() } }
    return panels.add(onChange)
  }

  func use(_ use: ControlUse, of item: String?) {
    if case .choose(let name) = use, profiles.profile?.names.contains(name) == true { choose(name) }
  }

  func level(of action: String) -> Level? { profiles.profile?.level }

  func perform(_ action: String, item: String?, by contact: ModuleContact) {
    guard let profile = profiles.profile else { return }
    let wanted = action == "next" ? profile.next : action.split(separator: "_").joined(separator: "-")
    if let wanted, profile.names.contains(wanted) { choose(wanted) }
  }

  private func choose(_ name: String) { profiles.use(name) { [failure] in failure.take($0) } }
}
