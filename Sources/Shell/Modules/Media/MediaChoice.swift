import DesktopModel
import DesktopServices
import Settings

/// The players that a module means, of which the user may choose one in the panel.
final class MediaChoice {
  private let settings: MediaSettings
  private let players: MediaPlayers
  private var chosen: String?

  init(settings: MediaSettings, players: MediaPlayers) {
    (self.settings, self.players) = (settings, players)
  }

  /// The players in their order, the chosen one first.
  var meant: [MediaPlayer] { settings.meant(of: players.players, chosen: chosen) }

  /// Puts the player with this id first for as long as it runs, whichever player plays.
  func choose(_ id: String) { chosen = id }
}
