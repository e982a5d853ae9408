import DesktopModel
import Localization
import ModuleModel

nonisolated extension ModuleIcon {
  /// The icon of a player that plays: bars that rise and fall. A triangle, as on buttons that play, would say that nothing is played.
  static let playing = ModuleIcon("media-playback-playing-symbolic", or: "media-playback-start-symbolic")
}

nonisolated extension MediaPlayer {
  /// The reading of a player that has come to a place in its piece, if that is known; nil stands for one that is not there.
  static func reading(_ player: MediaPlayer?, at place: Duration? = nil) -> ModuleReading {
    guard let player else {
      return .absent(localized("No player runs"), icon: "media-playback-stop-symbolic")
    }
    var fields: [String: FieldValue] = [
      "title": .text(player.title), "artist": .text(player.artist),
      "album_artist": .text(player.albumArtist), "album": .text(player.album),
      "track": .text(player.track), "player": .text(player.identity.isEmpty ? player.id : player.identity),
      "status": .text(player.status.rawValue),
    ]
    if let length = player.length { fields["length"] = .duration(length, .seconds) }
    // A part of a second is not shown, and would be a change.
    if let place { fields["position"] = .duration(.seconds(place.components.seconds), .seconds) }
    let icon: ModuleIcon =
      switch player.status {
      case .playing: ModuleIcon.playing
      case .paused: "media-playback-pause-symbolic"
      case .stopped: "media-playback-stop-symbolic"
      }
    return ModuleReading(fields, icon: icon, states: [player.status.rawValue])
  }
}
