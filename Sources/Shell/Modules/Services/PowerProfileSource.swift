import DesktopModel
import DesktopServices
import ModuleModel

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

  func perform(_ action: String, item: String?) {
    guard let profile = profiles.profile else { return }
    let wanted = action == "next" ? profile.next : action.split(separator: "_").joined(separator: "-")
    if let wanted, profile.names.contains(wanted) { profiles.use(wanted) }
  }
}
