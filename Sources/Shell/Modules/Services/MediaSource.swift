import DesktopModel
import DesktopServices
import Loop
import ModuleModel
import Settings

/// Shows what is played, and commands its player.
final class MediaSource: ModuleSource {
  private let settings: MediaSettings
  private let players: MediaPlayers
  private let outlet: ModuleOutlet
  private var observation: Observation?

  init(settings: MediaSettings, players: MediaPlayers, outlet: ModuleOutlet) {
    self.settings = settings
    self.players = players
    self.outlet = outlet
    observation = players.observe { [unowned self] in show() }
    show()
  }

  func stop() {
    observation?.cancel()
    observation = nil
    outlet.close()
  }

  func perform(_ action: String, item: String?) {
    guard let player else { return }
    switch action {
    case "play_pause": players.perform(.playPause, by: player.id)
    case "next": players.perform(.next, by: player.id)
    case "previous": players.perform(.previous, by: player.id)
    case "stop": players.perform(.stop, by: player.id)
    case "raise": players.raise(player.id)
    default: break
    }
  }

  private func show() { outlet.show(MediaPlayer.reading(player)) }

  /// The one that is meant: several instances of a program are told apart by what follows a dot.
  private var player: MediaPlayer? {
    guard let wanted = settings.player else { return players.players.first }
    return players.players.first { $0.id == wanted || $0.id.hasPrefix(wanted + ".") || $0.identity == wanted }
  }
}
