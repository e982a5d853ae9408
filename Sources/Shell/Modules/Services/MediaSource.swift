import DesktopModel
import DesktopServices
import Loop
import ModuleModel
import PopupUI
import Settings

/// Shows what is played, and commands its player.
final class MediaSource: ModuleSource {
  private let settings: MediaSettings
  private let players: MediaPlayers
  private let shown: ObservingSource
  private let media: MediaPanel

  init(settings: MediaSettings, players: MediaPlayers, loop: EventLoop, outlet: ModuleOutlet) {
    self.settings = settings
    self.players = players
    media = MediaPanel(players: players, loop: loop) { settings.choice(of: players.players) }
    shown = ObservingSource(outlet: outlet, observe: players.observe) {
      MediaPlayer.reading(settings.choice(of: players.players))
    }
  }

  func stop() {
    media.close()
    shown.stop()
  }

  func panel(of item: String?) -> ControlPanel? { media.content }
  func openPanel(of item: String?, onChange: @escaping () -> Void) -> Observation? { media.open(onChange) }
  func use(_ use: ControlUse, of item: String?) { media.use(use) }

  func perform(_ action: String, item: String?) {
    guard let player = settings.choice(of: players.players) else { return }
    switch action {
    case "play_pause": players.perform(.playPause, by: player.id)
    case "next": players.perform(.next, by: player.id)
    case "previous": players.perform(.previous, by: player.id)
    case "stop": players.perform(.stop, by: player.id)
    case "raise": players.raise(player.id)
    default: break
    }
  }
}

extension MediaSettings {
  /// The player that is meant; nil if it does not run. What follows a dot tells several instances of a program apart.
  fileprivate func choice(of players: [MediaPlayer]) -> MediaPlayer? {
    guard let player else { return players.first }
    return players.first { $0.id == player || $0.id.hasPrefix(player + ".") || $0.identity == player }
  }
}
