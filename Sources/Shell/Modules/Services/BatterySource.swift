import DesktopModel
import DesktopServices
import Loop
import ModuleModel
import Settings

/// Shows a battery: that of the machine, or of something connected to it.
final class BatterySource: ModuleSource {
  private let module: ModuleName
  private let settings: BatterySettings
  private let devices: PowerDevices
  private let outlet: ModuleOutlet
  private let notices: NotificationSender
  private var warnings: BatteryWarnings
  private var observation: Observation?

  init(
    module: ModuleName, settings: BatterySettings, devices: PowerDevices, notices: NotificationSender,
    outlet: ModuleOutlet
  ) {
    self.module = module
    self.notices = notices
    warnings = BatteryWarnings(settings.warnings)
    self.settings = settings
    self.devices = devices
    self.outlet = outlet
    observation = devices.observe { [unowned self] in show() }
    show()
  }

  func stop() {
    observation?.cancel()
    observation = nil
    outlet.close()
  }

  private func show() {
    let reading = PowerDevice.reading(device)
    outlet.show(reading)
    guard let device, warnings.update(device) != nil else { return }
    notices.send(device.warning(icon: reading.icon ?? ""), subject: "\(module)")
  }

  private var device: PowerDevice? {
    guard let wanted = settings.device else { return devices.machine }
    return devices.devices.first { $0.name == wanted || $0.kind.rawValue == wanted || $0.model == wanted }
  }
}
