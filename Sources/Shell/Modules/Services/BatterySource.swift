import BarUI
import DesktopModel
import DesktopServices
import Loop
import ModuleModel
import Settings

extension BatterySettings: AsksServices {
  func makeSource(_ start: ModuleStart) -> (any ModuleSource)? {
    BatterySource(
      settings: self, devices: start.services.powerDevices, notices: start.services.notices,
      outlet: start.outlet)
  }
}

/// Shows a battery: that of the machine, or of something connected to it.
final class BatterySource: HasPanel {
  private let settings: BatterySettings
  private let devices: PowerDevices
  private let outlet: ModuleOutlet
  private let notices: NotificationSender
  private var observation: Observation?

  init(
    settings: BatterySettings, devices: PowerDevices, notices: NotificationSender, outlet: ModuleOutlet
  ) {
    (self.settings, self.devices, self.notices, self.outlet) = (settings, devices, notices, outlet)
    observation = devices.observe { [unowned self] in show() }
    show()
  }

  func stop() {
    observation.end()
    outlet.close()
  }

  func panel(of item: String?) -> ControlPanel? {
    let own = device
    // A battery of the machine is shown by the whole of them.
    let others = devices.devices.filter { $0 != own && (own != devices.machine || $0.kind != .laptop) }
    let shown = (own.map { [$0] } ?? []) + others
    if shown.isEmpty { return nil }
    let rows = shown.enumerated().map { place, device in
      let isOwn = own != nil && place == 0
      let summary = (isOwn ? device.filled(at: settings.fullAt) : device).panelSummary
      return ControlPanel.Row("\(place)", .summary(summary))
    }
    return ControlPanel("", rows: rows)
  }

  func openPanel(of item: String?, onChange: @escaping () -> Void) -> Observation? {
    devices.observe(onChange)
  }

  private func show() {
    let reading = PowerDevice.reading(device?.filled(at: settings.fullAt), adapter: settings.adapter)
    outlet.show(reading)
    guard let device, let (advice, battery) = devices.advice(for: device, thresholds: settings.warnings)
    else { return }
    switch advice {
    case .warn: notices.send(device.warning(icon: reading.icon?.description ?? ""), subject: "\(battery)")
    case .withdraw: notices.withdraw(subject: "\(battery)")
    }
  }

  private var device: PowerDevice? {
    guard let wanted = settings.device else { return devices.machine }
    return devices.devices.first { $0.name == wanted || $0.kind.rawValue == wanted || $0.model == wanted }
  }
}
