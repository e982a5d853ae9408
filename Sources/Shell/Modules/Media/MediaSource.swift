import BarUI
import DesktopModel
import DesktopServices
import Loop
import ModuleModel
import Settings
import TextProcessing

extension MediaSettings: AsksServices {
  func makeSource(_ start: ModuleStart) -> (any ModuleSource)? {
    guard let players = start.services.players else {
      start.showMissingBus()
      return nil
    }
    return MediaSource(settings: self, players: players, loop: start.loop, outlet: start.outlet)
  }
}

/// Shows what is played, and commands its player.
final class MediaSource: FollowsBars, HasPanel, PerformsActions {
  private let settings: MediaSettings
  private let players: MediaPlayers
  private let choice: MediaChoice
  private let outlet: ModuleOutlet
  private let media: MediaPanel
  private let position: MediaPosition
  /// The players at the last change of any of them.
  private var told: [MediaPlayer] = []
  private var observation: Observation?

  init(settings: MediaSettings, players: MediaPlayers, loop: EventLoop, outlet: ModuleOutlet) {
    (self.settings, self.players, self.outlet) = (settings, players, outlet)
    let choice = MediaChoice(settings: settings, players: players)
    self.choice = choice
    media = MediaPanel(players: players, loop: loop, choice: choice)
    position = MediaPosition(players: players, loop: loop) { choice.meant.first }
    observation = players.observe { [unowned self] in
      followCovers()
      show()
    }
    barsAreSeen(true)
    show()
  }

  func stop() {
    media.close()
    position.stop()
    observation.end()
    outlet.close()
  }

  /// The place in a piece is asked for only where somebody sees it.
  func barsAreSeen(_ areSeen: Bool) {
    guard settings.showsPosition else { return }
    if areSeen { position.start { [unowned self] in show() } } else { position.stop() }
  }

  private func show() {
    let player = choice.meant.first
    var reading = MediaPlayer.reading(player, at: player.flatMap(position.place))
    if let icon = player.flatMap(icon) { reading.fields["player_icon"] = .icons([.chosen(icon)]) }
    outlet.show(reading)
  }

  /// Returns the icon or text that the settings give to a player by one of its names; nil if there is none.
  private func icon(of player: MediaPlayer) -> String? {
    let icon = settings.playerIcons.lazy.compactMap { rule in
      rule.rewritten(player.id) ?? rule.rewritten(player.identity)
    }.first
    return icon?.isEmpty == false ? icon : nil
  }

  /// Requests that covers are read again where a player plays another piece, since it may write all its covers to one file.
  private func followCovers() {
    func others(than former: MediaPlayer?, _ player: MediaPlayer) -> Bool {
      former?.trackID != player.trackID || former?.title != player.title || former?.artist != player.artist
        || former?.album != player.album || former?.length != player.length
    }
    let isAnotherPlayed = players.players.contains { player in
      player.cover != nil && others(than: told.first { $0.id == player.id }, player)
    }
    if isAnotherPlayed { media.coverVersion += 1 }
    told = players.players
  }

  func panel(of item: String?) -> ControlPanel? { media.content }

  /// The row of what is played, with its controls, for a panel with other content; nil if no player runs.
  var row: ControlPanel.Row? { media.row }

  func openPanel(of item: String?, onChange: @escaping () -> Void) -> Observation? {
    // The player may have written the file of the cover after it reported the piece.
    media.coverVersion += 1
    return media.open(onChange)
  }

  func use(_ use: ControlUse, of item: String?) {
    media.use(use)
    guard case .choose = use else { return }
    position.ask()
    show()
  }

  func perform(_ action: String, item: String?, by contact: ModuleContact) {
    guard let player = choice.meant.first else { return }
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
  /// The players that are meant, in their order: the one with the id `chosen` comes first, and then one that is named; there is
  /// none if the one that is named does not run.
  func meant(of players: [MediaPlayer], chosen: String? = nil) -> [MediaPlayer] {
    let named = players.first(where: isNamed)
    if player != nil, named == nil { return [] }
    let meant =
      [named].compactMap(\.self)
      + players.filter { $0.id != named?.id && $0.id != Self.proxy && !isIgnored($0) }
    return meant.filter { $0.id == chosen } + meant.filter { $0.id != chosen }
  }

  /// playerctld repeats what the last of the other players tells, and is meant only if it is named.
  private static let proxy = "playerctld"

  /// Whether a player has the wanted name; a suffix after a dot only distinguishes instances of one program.
  private func isNamed(_ candidate: MediaPlayer) -> Bool {
    guard let player else { return false }
    return candidate.id == player || candidate.id.hasPrefix(player + ".") || candidate.identity == player
  }

  private func isIgnored(_ player: MediaPlayer) -> Bool {
    ignored.contains { $0.matches(player.id) || $0.matches(player.identity) }
  }
}
