import BarUI
import DesktopModel
import DesktopServices
import Localization
import ModuleModel
import Settings

extension PowerProfileSettings: AsksServices {
  func makeSource(_ start: ModuleStart) -> (any ModuleSource)? {
    PowerProfileSource(profiles: start.services.powerProfiles, outlet: start.outlet)
  }
}

/// Shows the machine's power profile, and changes it.
final class PowerProfileSource: KeepsPanels, SetsLevels, PerformsActions {
  private let profiles: PowerProfiles
  private let shown: ObservingSource
  let panels: OpenPanels

  init(profiles: PowerProfiles, outlet: ModuleOutlet) {
    self.profiles = profiles
    panels = OpenPanels(outlet)
    shown = ObservingSource(outlet: outlet, observe: profiles.observe) {
      PowerProfile.reading(profiles.profile)
    }
    panels.follow = profiles.observe
  }

  func stop() {
    panels.stop()
    shown.stop()
  }

  func panel(of item: String?) -> ControlPanel? {
    guard var panel = profiles.profile?.panel else { return nil }
    panel.rows += panels.failure.rows
    return panel
  }

  func use(_ use: ControlUse, of item: String?) {
    if case .choose(let row) = use, let name = row.as(String.self),
      profiles.profile?.names.contains(name) == true
    {
      choose(name)
    }
  }

  func level(of action: String) -> Level? { profiles.profile?.level }

  func perform(_ action: String, item: String?, by contact: ModuleContact) {
    guard let profile = profiles.profile else { return }
    let wanted = action == "next" ? profile.next : action.split(separator: "_").joined(separator: "-")
    if let wanted, profile.names.contains(wanted) { choose(wanted) }
  }

  private func choose(_ name: String) {
    profiles.use(name) { [panels] in
      panels.failure.take($0, saying: localized("The power mode could not be changed."))
    }
  }
}
