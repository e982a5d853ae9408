import DesktopModel
import DesktopServices
import Loop
import ModuleModel
import Settings

/// Shows how bright a light of the machine is, and dims it.
final class LightSource: ModuleSource {
  private let settings: LightSettings
  private let buses: ServiceBuses
  private let loop: EventLoop
  private let outlet: ModuleOutlet
  private var light: MachineLight?

  init(settings: LightSettings, buses: ServiceBuses, loop: EventLoop, outlet: ModuleOutlet) {
    self.settings = settings
    self.buses = buses
    self.loop = loop
    self.outlet = outlet
    refresh()
  }

  func stop() {
    light?.close()
    light = nil
    outlet.close()
  }

  func refresh() {
    if light == nil {
      light = MachineLight(
        settings.isKeyboard ? .keyboard : .screen, name: settings.device, bus: buses.system, loop: loop
      ) { [unowned self] in show() }
    } else {
      light?.look()
    }
    show()
  }

  func perform(_ action: String, item: String?) {
    switch action {
    case "brighter": light?.change(by: settings.step)
    case "darker": light?.change(by: -settings.step)
    default: break
    }
  }

  private func show() {
    let icon = settings.isKeyboard ? "keyboard-brightness-symbolic" : "display-brightness-symbolic"
    outlet.show(light?.level?.reading(icon: icon) ?? ModuleReading(states: ["absent"]))
  }
}
