import DesktopModel
import DesktopServices
import Loop
import ModuleModel
import PopupUI

/// Shows the machine's power profile, and changes it.
final class PowerProfileSource: ModuleSource {
  private let profiles: PowerProfiles
  private let shown: ObservingSource

  init(profiles: PowerProfiles, outlet: ModuleOutlet) {
    self.profiles = profiles
    shown = ObservingSource(outlet: outlet, observe: profiles.observe) {
      profiles.profile?.reading ?? ModuleReading(states: ["absent"])
    }
  }

  func stop() { shown.stop() }

  func panel(of item: String?) -> ControlPanel? { profiles.profile?.panel }
  func openPanel(of item: String?, onChange: @escaping () -> Void) -> Observation? {
    profiles.observe(onChange)
  }

  func use(_ use: ControlUse, of item: String?) {
    if case .choose(let name) = use, profiles.profile?.names.contains(name) == true { profiles.use(name) }
  }

  func level(of action: String) -> Level? { profiles.profile?.level }

  func perform(_ action: String, item: String?) {
    guard let profile = profiles.profile else { return }
    let wanted = action == "next" ? profile.next : action.split(separator: "_").joined(separator: "-")
    if let wanted, profile.names.contains(wanted) { profiles.use(wanted) }
  }
}
