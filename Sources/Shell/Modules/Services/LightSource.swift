import DesktopModel
import DesktopServices
import Loop
import ModuleModel
import PopupUI
import Settings

/// Shows how bright a light of the machine is, and dims it.
final class LightSource: ModuleSource {
  private let settings: LightSettings
  private let lights: MachineLights
  private let outlet: ModuleOutlet
  private var light: MachineLight?
  private var observation: Observation?
  private let panels = Observers()

  init(settings: LightSettings, lights: MachineLights, outlet: ModuleOutlet) {
    self.settings = settings
    self.lights = lights
    self.outlet = outlet
    refresh()
  }

  func stop() {
    observation?.cancel()
    (observation, light) = (nil, nil)
    outlet.close()
  }

  func refresh() {
    if light == nil {
      light = lights.light(settings.isKeyboard ? .keyboard : .screen, name: settings.device)
      observation = light?.observe { [unowned self] in show() }
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

  func panel(of item: String?) -> ControlPanel? {
    guard let level = light?.level else { return nil }
    return ControlPanel(
      settings.isKeyboard ? "Keyboard light" : "Brightness",
      rows: [
        .init(
          "level",
          .level(.init(icon: icon, value: Double(level.percent) / 100, after: "\(level.percent)%")))
      ])
  }

  func openPanel(of item: String?, onChange: @escaping () -> Void) -> Observation? { panels.add(onChange) }

  func use(_ use: ControlUse, of item: String?) {
    if case .set("level", let part) = use { light?.set(part: part) }
  }

  private var icon: String {
    settings.isKeyboard ? "keyboard-brightness-symbolic" : "display-brightness-symbolic"
  }

  private func show() {
    panels.tell()
    outlet.show(light?.level?.reading(icon: icon) ?? ModuleReading(states: ["absent"]))
  }
}
