import BarUI
import DesktopModel
import DesktopServices
import Localization
import Loop
import ModuleModel
import Settings

extension LightSettings: AsksServices {
  func makeSource(_ start: ModuleStart) -> (any ModuleSource)? {
    LightSource(settings: self, lights: start.services.lights, outlet: start.outlet)
  }
}

/// Shows how bright a light of the machine is, and dims it.
final class LightSource: Refreshes, PerformsActions, SetsLevels, Slides, KeepsPanels {
  private let settings: LightSettings
  private let lights: MachineLights
  private let outlet: ModuleOutlet
  private var light: MachineLight?
  private var observation: Observation?
  /// The observation of lights that come and go.
  private var arrivals: Observation?
  let panels: OpenPanels

  init(settings: LightSettings, lights: MachineLights, outlet: ModuleOutlet) {
    (self.settings, self.lights, self.outlet) = (settings, lights, outlet)
    panels = OpenPanels(outlet)
    arrivals = lights.observeDevices { [unowned self] in find() }
    find()
  }

  func stop() {
    panels.stop()
    arrivals.end()
    observation.end()
    light = nil
    outlet.close()
  }

  func refresh() {
    light?.look()
    find()
  }

  /// Looks for the light unless one is followed that is there.
  private func find() {
    if light?.level == nil, let found = lights.light(subject, name: settings.device), found !== light {
      let former = observation
      light = found
      observation = found.observe { [unowned self] in show() }
      former?.cancel()
    }
    show()
  }

  func perform(_ action: String, item: String?, by contact: ModuleContact) {
    switch action {
    case "brighter": change(by: settings.step)
    case "darker": change(by: -settings.step)
    default: break
    }
  }

  private func change(by points: Double) {
    light?.change(by: points, least: settings.least, curve: settings.curve, completion: completion)
  }

  func level(of action: String) -> Level? { level?.level(subject) }

  /// The level of the light, by the curve of the settings; nil: there is no such light.
  private var level: LightLevel? {
    var level = light?.level
    level?.curve = settings.curve
    return level
  }

  func panel(of item: String?) -> ControlPanel? {
    guard let level else { return nil }
    return ControlPanel(
      settings.isKeyboard ? localized("Keyboard light") : localized("Brightness"),
      rows: [
        .init(
          "level",
          .level(
            .init(
              icon: ModuleIcon(icon), value: Double(level.percent) / 100,
              after: localized("\(level.percent)%"), showsAfter: false, stops: level.stops)))
      ] + panels.failure.rows)
  }

  func use(_ use: ControlUse, of item: String?) {
    if case .set("level", let part) = use { slide(to: part) }
  }

  func slide(to part: Double) {
    light?.set(part: part, least: settings.least, curve: settings.curve, completion: completion)
  }

  /// The handler of a command's end.
  private var completion: MachineLight.Completion {
    { [panels] in panels.failure.take($0, saying: localized("The brightness could not be changed.")) }
  }

  private var subject: MachineLight.Subject { settings.isKeyboard ? .keyboard : .screen }

  private var icon: String {
    settings.isKeyboard ? "keyboard-brightness-symbolic" : "display-brightness-symbolic"
  }

  private func show() {
    panels.tell()
    outlet.show(LightLevel.reading(level, icon: icon))
  }
}
