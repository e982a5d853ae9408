import DesktopServices
import Loop
import ModuleModel

/// Shows how many units of systemd have failed.
final class FailedUnitsSource: ModuleSource {
  private let units: FailedUnits
  private let outlet: ModuleOutlet
  private var observation: Observation?

  init(units: FailedUnits, outlet: ModuleOutlet) {
    self.units = units
    self.outlet = outlet
    observation = units.observe { [unowned self] in show() }
    show()
  }

  func stop() {
    observation?.cancel()
    observation = nil
    outlet.close()
  }

  private func show() { outlet.show(.failedUnits(system: units.system, user: units.user)) }
}
