import DesktopModel
import DesktopServices
import Loop
import ModuleModel
import PopupUI
import Settings

/// Shows how loud a device of the sound server is, and changes it.
final class SoundSource: ModuleSource {
  private let settings: SoundSettings
  private let server: SoundServer
  private let shown: ObservingSource

  init(module: ModuleName, settings: SoundSettings, server: SoundServer, outlet: ModuleOutlet) {
    self.settings = settings
    self.server = server
    shown = ObservingSource(outlet: outlet, observe: server.observe) {
      if let failure = server.failure { return .failure("\(module): \(failure)") }
      return server.state?.reading(settings) ?? ModuleReading(states: ["absent"])
    }
  }

  func stop() { shown.stop() }

  func refresh() { server.look() }

  func perform(_ action: String, item: String?) {
    guard let device else { return }
    switch action {
    case "mute": server.setMute(!device.isMuted, of: device.id)
    case "louder": change(device, by: settings.step)
    case "softer": change(device, by: -settings.step)
    case "next": useNext(after: device)
    default: break
    }
  }

  func level(of action: String) -> Level? {
    guard ["mute", "louder", "softer"].contains(action), let device, let volume = device.volume else {
      return nil
    }
    return Level(
      settings.direction, of: device.label, percent: volume.wholePercent, isMuted: device.isMuted)
  }

  func panel(of item: String?) -> ControlPanel? { server.state?.panel(settings) ?? settings.emptyPanel }

  func openPanel(of item: String?, onChange: @escaping () -> Void) -> Observation? {
    server.observe(onChange)
  }

  func use(_ use: ControlUse, of item: String?) {
    switch use {
    case .set(let row, let part):
      guard let id = SoundID(row), part.isFinite else { return }
      if part > 0, server.state?.isMuted(id) == true { server.setMute(false, of: id) }
      server.setVolume(min(max(0, part), 1) * settings.limit, of: id)
    case .toggle(let row):
      guard let id = SoundID(row), let isMuted = server.state?.isMuted(id) else { return }
      server.setMute(!isMuted, of: id)
    case .choose(let row): choose(row)
    case .turn, .submit, .press: break
    }
  }

  // MARK: -

  private var device: SoundDevice? { server.state?.device(of: settings) }

  private func change(_ device: SoundDevice, by points: Double) {
    guard let volume = device.volume else { return }
    // Whoever makes it louder wants to hear it.
    if points > 0, device.isMuted { server.setMute(false, of: device.id) }
    server.setVolume(volume.percent(changedBy: points, limit: settings.limit), of: device.id)
  }

  private func useNext(after device: SoundDevice) {
    guard let all = server.state?.devices(settings.direction), all.count > 1,
      let index = all.firstIndex(where: { $0.id == device.id })
    else { return }
    server.useDevice(all[(index + 1) % all.count].name, for: settings.direction)
  }

  private func choose(_ row: String) {
    guard let colon = row.firstIndex(of: ":") else { return }
    let name = String(row[row.index(after: colon)...])
    switch row[..<colon] {
    case "use": server.useDevice(name, for: settings.direction)
    case "port": if let device { server.usePort(name, of: device.id) }
    default: break
    }
  }
}

extension SoundState {
  /// Whether a device or a stream is muted; nil if it is not there.
  fileprivate func isMuted(_ id: SoundID) -> Bool? { device(id)?.isMuted ?? stream(id)?.isMuted }
}
