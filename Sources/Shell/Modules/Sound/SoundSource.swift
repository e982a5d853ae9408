import BarUI
import DesktopModel
import DesktopServices
import Localization
import ModuleModel
import Settings

extension SoundSettings: AsksServices {
  func makeSource(_ start: ModuleStart) -> (any ModuleSource)? {
    SoundSource(settings: self, server: start.services.sound, outlet: start.outlet)
  }
}

/// Shows how loud a device of the sound server is, and changes it.
final class SoundSource: Refreshes, PerformsActions, SetsLevels, Slides, KeepsPanels {
  private let settings: SoundSettings
  private let server: SoundServer
  private let shown: ObservingSource
  let panels: OpenPanels
  /// The row whose choices are shown below it; nil: there is none.
  private var unfolded: SoundRow?

  init(settings: SoundSettings, server: SoundServer, outlet: ModuleOutlet) {
    (self.settings, self.server) = (settings, server)
    panels = OpenPanels(outlet)
    shown = ObservingSource(outlet: outlet, observe: server.observe) {
      if let failure = server.failure {
        return outlet.failure(failure, words: localized("The library of the sound server cannot be loaded."))
      }
      return server.state?.reading(settings) ?? settings.absence(localized("There is no sound server"))
    }
    panels.follow = server.observe
    panels.onClose = { [unowned self] in unfolded = nil }
  }

  func stop() {
    panels.stop()
    shown.stop()
  }

  func refresh() { server.look() }

  func perform(_ action: String, item: String?, by contact: ModuleContact) {
    guard let device else { return }
    switch action {
    case "mute": setMute(!device.isMuted, of: device.id)
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

  func slide(to part: Double) {
    if let device { set(part, of: device.id) }
  }

  func panel(of item: String?) -> ControlPanel? {
    var panel = server.state?.panel(settings, unfolded: unfolded) ?? settings.emptyPanel
    panel.rows += panels.failure.rows
    return panel
  }

  func use(_ use: ControlUse, of item: String?) {
    switch use {
    case .set(let row, let part):
      guard case .level(let id)? = row.as(SoundRow.self), part.isFinite else { return }
      set(part, of: id)
    case .toggle(let row):
      guard case .level(let id)? = row.as(SoundRow.self), let isMuted = server.state?.isMuted(id) else {
        return
      }
      setMute(!isMuted, of: id)
    case .choose(let row): choose(row)
    case .unfold(let row): unfold(row)
    case .turn, .submit, .press: break
    }
  }

  // MARK: -

  private var device: SoundDevice? { server.state?.device(of: settings) }

  /// The handler of a command's end.
  private var completion: SoundServer.Completion {
    { [panels] refusal in
      panels.failure.take(
        refusal.map { _ in localized("The sound server refused the request.") },
        because: refusal.map { "the sound server refused: \($0)" })
    }
  }

  private func set(_ part: Double, of id: SoundID) {
    guard let volume = server.state?.volume(of: id) else { return }
    let percent = volume.percent(atPart: part, limit: settings.limit)
    setVolume(percent == volume.percent ? nil : percent, of: id, isHeard: part > 0)
  }

  /// Sets a volume in percent, nil: as it is; `isHeard` unmutes the device or stream first.
  private func setVolume(_ percent: Double?, of id: SoundID, isHeard: Bool) {
    guard isHeard, server.state?.isMuted(id) == true else {
      if let percent { server.setVolume(percent, of: id, completion: completion) }
      return
    }
    // The reason for refusing one of two commands would be lost with the answer to the other.
    server.setMute(false, of: id) { [completion, server] refusal in
      guard refusal == nil, let percent else { return completion(refusal) }
      server.setVolume(percent, of: id, completion: completion)
    }
  }

  private func setMute(_ isMuted: Bool, of id: SoundID) {
    server.setMute(isMuted, of: id, completion: completion)
  }

  private func change(_ device: SoundDevice, by points: Double) {
    guard let volume = device.volume else { return }
    // Whoever makes it louder wants to hear it.
    setVolume(
      volume.percent(changedBy: points, limit: settings.limit), of: device.id, isHeard: points > 0)
  }

  private func useNext(after device: SoundDevice) {
    guard let all = server.state?.devices(of: settings), all.count > 1,
      let index = all.firstIndex(where: { $0.id == device.id })
    else { return }
    server.useDevice(
      all[(index + 1) % all.count].name, for: settings.direction, completion: completion)
  }

  /// Shows the devices to which a stream may be moved, or hides them.
  private func unfold(_ row: PanelRowKey) {
    panels.failure.clear()
    guard let row = row.as(SoundRow.self), case .level = row else { return }
    unfolded = unfolded == row ? nil : row
    panels.tell()
  }

  private func choose(_ row: PanelRowKey) {
    panels.failure.clear()
    guard let row = row.as(SoundRow.self) else { return }
    switch row {
    case .use(let name): server.useDevice(name, for: settings.direction, completion: completion)
    case .port(let name): if let device { server.usePort(name, of: device.id, completion: completion) }
    case .unfoldProfiles: unfolded = unfolded == row ? nil : row
    case .profile(let name, let index):
      unfolded = nil
      // The panel may be older than what the server has told.
      guard let card = server.state?.cards.first(where: { $0.index == index }) else { break }
      server.useProfile(name, of: card.name, completion: completion)
    case .move(let stream, let name):
      unfolded = nil
      server.move(stream, to: name, completion: completion)
    case .level: return
    }
    panels.tell()
  }
}

extension SoundState {
  /// Whether a device or a stream is muted; nil if it is not there.
  fileprivate func isMuted(_ id: SoundID) -> Bool? { device(id)?.isMuted ?? stream(id)?.isMuted }

  /// The volume of a device or a stream; nil if it is gone or does not report one.
  fileprivate func volume(of id: SoundID) -> SoundVolume? { device(id)?.volume ?? stream(id)?.volume }
}
