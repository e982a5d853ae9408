import DesktopModel
import DesktopServices
import Loop
import ModuleModel
import PopupUI

/// Shows Bluetooth and the devices that are connected by it, and connects others.
final class BluetoothSource: ModuleSource {
  private let bluetooth: Bluetooth
  private let outlet: ModuleOutlet
  private var observation: Observation?
  private let panels = Observers()
  private var discovery: Observation?

  init(bluetooth: Bluetooth, outlet: ModuleOutlet) {
    (self.bluetooth, self.outlet) = (bluetooth, outlet)
    observation = bluetooth.observe { [unowned self] in
      show()
      panels.tell()
    }
    panels.onEmpty = { [unowned self] in discovery = nil }
    show()
  }

  func stop() {
    outlet.close()
    panels.removeAll()
    discovery = nil
    observation?.cancel()
    observation = nil
  }

  func perform(_ action: String, item: String?) {
    if action == "toggle", let status = bluetooth.status { bluetooth.turn(on: !status.isOn) }
  }

  private func show() { outlet.show(BluetoothStatus.reading(bluetooth.status)) }

  // MARK: - The panel

  func panel(of item: String?) -> ControlPanel? {
    ControlPanel.bluetooth(bluetooth.status, bluetooth.tasks)
  }

  func openPanel(of item: String?, onChange: @escaping () -> Void) -> Observation? {
    if discovery == nil { discovery = bluetooth.discover() }
    return panels.add(onChange)
  }

  func use(_ use: ControlUse, of item: String?) {
    switch use {
    case .turn(let isOn): bluetooth.turn(on: isOn)
    case .choose(let device): bluetooth.toggle(device)
    case .submit, .set, .toggle, .press: break
    }
  }
}
