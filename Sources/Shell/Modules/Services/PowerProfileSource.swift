import DesktopModel
import DesktopServices
import Loop
import ModuleModel

/// Shows the machine's power profile, and changes it.
final class PowerProfileSource: ModuleSource {
  private let profiles: PowerProfiles
  private let outlet: ModuleOutlet
  private var observation: Observation?

  init(profiles: PowerProfiles, outlet: ModuleOutlet) {
    self.profiles = profiles
    self.outlet = outlet
    observation = profiles.observe { [unowned self] in show() }
    show()
  }

  func stop() {
    observation?.cancel()
    observation = nil
    outlet.close()
  }

  func perform(_ action: String, item: String?) {
    guard let profile = profiles.profile else { return }
    let wanted = action == "next" ? profile.next : action.split(separator: "_").joined(separator: "-")
    if let wanted, profile.names.contains(wanted) { profiles.use(wanted) }
  }

  private func show() { outlet.show(profiles.profile?.reading ?? ModuleReading(states: ["absent"])) }
}
