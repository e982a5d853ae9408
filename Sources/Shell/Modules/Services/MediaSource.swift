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
    media = MediaPanel(players: players, loop: loop) { settings.meant(of: players.players) }
    shown = ObservingSource(outlet: outlet, observe: players.observe) {
      MediaPlayer.reading(settings.meant(of: players.players).first)
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
    guard let player = settings.meant(of: players.players).first else { return }
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

nonisolated extension MediaSettings {
  /// The players that are meant, in their order: one that is named comes first, or there is none if it does not run.
  func meant(of players: [MediaPlayer]) -> [MediaPlayer] {
    let named = players.first(where: isNamed)
    if player != nil, named == nil { return [] }
    return [named].compactMap(\.self)
      + players.filter { $0.id != named?.id && $0.id != Self.proxy && !isIgnored($0) }
  }

  /// playerctld repeats what the last of the other players tells, and is meant only if it is named.
  private static let proxy = "playerctld"

  /// What follows a dot tells several instances of a program apart.
  private func isNamed(_ candidate: MediaPlayer) -> Bool {
    guard let player else { return false }
    return candidate.id == player || candidate.id.hasPrefix(player + ".") || candidate.identity == player
  }

  private func isIgnored(_ player: MediaPlayer) -> Bool {
    ignored.contains { $0.matches(player.id) || $0.matches(player.identity) }
  }
}
