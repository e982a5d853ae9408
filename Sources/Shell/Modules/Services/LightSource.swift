import BarUI
import DesktopModel
import DesktopServices
import Localization
import Loop
import ModuleModel
import Settings

extension LightSettings: AsksServices {
  func makeSource(_ start: ModuleStart) -> (any ModuleSource)? {
    LightSource(
      settings: self, lights: start.services.lights, outlet: start.outlet, report: start.report)
  }
}

/// Shows how bright a light of the machine is, and dims it.
final class LightSource: Refreshes, PerformsActions, SetsLevels, Slides, HasPanel {
  private let settings: LightSettings
  private let lights: MachineLights
  private let outlet: ModuleOutlet
  private var light: MachineLight?
  private var observation: Observation?
  /// The observation of lights that come and go.
  private var arrivals: Observation?
  private let panels = Observers()
  private let failure: CommandFailure

  /// `report` takes lines for the log.
  init(
    settings: LightSettings, lights: MachineLights, outlet: ModuleOutlet, report: @escaping (String) -> Void
  ) {
    self.settings = settings
    self.lights = lights
    self.outlet = outlet
    failure = CommandFailure(outlet, report: report) { [panels] in panels.tell() }
    panels.onEmpty = { [failure] in failure.clear() }
    arrivals = lights.observeDevices { [unowned self] in find() }
    find()
  }

  func stop() {
    panels.removeAll()
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
    light?.change(by: points, least: settings.least, curve: settings.curve) { [failure] in failure.take($0) }
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
              after: localized("\(level.percent)%"), showsAfter: false)))
      ] + failure.rows)
  }

  func openPanel(of item: String?, onChange: @escaping () -> Void) -> Observation? { panels.add(onChange) }

  func use(_ use: ControlUse, of item: String?) {
    if case .set("level", let part) = use { slide(to: part) }
  }

  func slide(to part: Double) {
    light?.set(part: part, least: settings.least, curve: settings.curve) { [failure] in failure.take($0) }
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
