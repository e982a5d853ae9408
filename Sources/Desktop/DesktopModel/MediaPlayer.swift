/// A media player, as MPRIS describes it.
public struct MediaPlayer: Equatable, Sendable {
  public enum Status: String, CaseIterable, Sendable {
    case playing, paused, stopped
  }

  /// The unique part of the player's bus name, such as `mpv` or `firefox.instance_1_34`.
  public var id: String
  /// The name of the player for the user; empty if the player has none.
  public private(set) var identity = ""
  public var status: Status
  /// The title of the track, or the name of its file; empty if neither is known.
  public var title: String
  /// The artists, separated by commas.
  public var artist: String
  /// The artists of the album, separated by commas; empty if they are not reported.
  public var albumArtist: String
  public var album: String
  /// The length of the track; nil if it is unknown, as for a stream.
  public var length: Duration?
  /// The URL of the cover; empty if there is none.
  public var art: String
  /// Whether the player has a next track, and a previous one.
  public var hasNext: Bool
  public var hasPrevious: Bool
  /// Whether the player accepts commands.
  public var canControl: Bool
  /// Whether the position in the track can be set.
  public var canSeek: Bool
  /// The object path of the track in the player; nil if it has none.
  public var trackID: String?

  /// Lengths of tracks, and positions in them, from this value on are taken for errors of the player.
  public static let limit = Duration.seconds(86_400 * 30)

  /// The properties of `org.mpris.MediaPlayer2.Player` that are read.
  public static let propertyNames: Set<String> = [
    "CanControl", "CanGoNext", "CanGoPrevious", "CanSeek", "Metadata", "PlaybackStatus",
  ]

  /// The entries of the property `Metadata` that are read.
  private static let metadataNames: Set<String> = [
    "mpris:artUrl", "mpris:length", "mpris:trackid", "xesam:album", "xesam:albumArtist", "xesam:artist",
    "xesam:title", "xesam:url",
  ]

  /// Returns the properties without the entries of `Metadata` that are not read.
  public static func condensed(_ properties: [String: DBusValue]) -> [String: DBusValue] {
    guard case .dictionary(let key, let value, let pairs) = properties["Metadata"] else { return properties }
    let kept = pairs.filter { $0.key.string.map(metadataNames.contains) == true }
    return properties.merging(["Metadata": .dictionary(key: key, value: value, kept)]) { _, new in new }
  }

  /// Reads the properties of `org.mpris.MediaPlayer2.Player`. A property of an unexpected type is ignored.
  public init(id: String, properties: [String: DBusValue]) {
    self.id = id
    let metadata = properties["Metadata"]?.options ?? [:]
    // Some players differ from the specification in upper and lower case.
    status = Status(rawValue: (properties["PlaybackStatus"]?.string ?? "").lowercased()) ?? .stopped
    let told = Self.text(metadata["xesam:title"])
    title = told.isEmpty ? PieceAddress(metadata["xesam:url"]?.string ?? "").name : told
    album = Self.text(metadata["xesam:album"])
    let artists = Self.text(metadata["xesam:artist"])
    albumArtist = Self.text(metadata["xesam:albumArtist"])
    artist = artists.isEmpty ? albumArtist : artists
    art = Self.text(metadata["mpris:artUrl"])
    // The length is in microseconds. Some players send an unsigned number, others a floating-point number.
    let microseconds = metadata["mpris:length"].flatMap {
      $0.integer ?? $0.double.flatMap { Int(exactly: $0.rounded()) }
    }
    if let microseconds, microseconds > 0, Duration.microseconds(microseconds) < Self.limit {
      length = .microseconds(microseconds)
    }
    hasNext = properties["CanGoNext"]?.boolean ?? false
    hasPrevious = properties["CanGoPrevious"]?.boolean ?? false
    canControl = properties["CanControl"]?.boolean ?? true
    // Some players send a string, which need not be an object path.
    trackID = metadata["mpris:trackid"].flatMap { $0.objectPath ?? $0.string }.flatMap {
      Self.isPath($0) && $0 != Self.noTrack ? $0 : nil
    }
    canSeek = canControl && properties["CanSeek"]?.boolean ?? false
  }

  /// Sets the player's name for the user; a name without visible characters counts as none.
  public mutating func setIdentity(_ name: String) {
    identity = Self.isBlank(name) ? "" : name.beginning(100)
  }

  /// The artist and the title, as far as they are known, or otherwise the player's name.
  public var track: String {
    switch (artist.isEmpty, title.isEmpty) {
    case (false, false): "\(artist) – \(title)"
    case (true, false): title
    case (false, true): artist
    case (true, true): identity.isEmpty ? id : identity
    }
  }

  /// The object path that the specification reserves for no track.
  private static let noTrack = "/org/mpris/MediaPlayer2/TrackList/NoTrack"

  /// Whether a text is an object path by the D-Bus Specification, "Valid Object Paths".
  private static func isPath(_ text: String) -> Bool {
    guard text.first == "/", text.utf8.count <= longest else { return false }
    let parts = text.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    return parts.allSatisfy { part in
      !part.isEmpty
        && part.unicodeScalars.allSatisfy {
          $0.isASCII && ($0.properties.isAlphabetic || "0123456789_".unicodeScalars.contains($0))
        }
    }
  }

  /// The longest text that is kept, in characters, and the longest object path, in bytes.
  private static let longest = 500

  /// A string, or several strings joined by commas; strings without visible characters are left out.
  private static func text(_ value: DBusValue?) -> String {
    let texts = value?.string.map { [$0] } ?? Array(value?.strings?.prefix(8) ?? [])
    return texts.filter { !isBlank($0) }.joined(separator: ", ").beginning(longest)
  }

  private static func isBlank(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { $0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint }
  }
}

/// The order of players, the first of which is used where no player is named: playing ones come first, then paused and
/// stopped ones; in each group, the player that began to play last comes first.
public struct MediaPlayerOrder: Equatable, Sendable {
  /// The ids of the players, the one that began to play last first.
  private var ids: [String] = []
  private var playing: Set<String> = []

  public init() {}

  /// Updates the order for the present players, and returns them sorted.
  public mutating func sorted(_ players: [MediaPlayer]) -> [MediaPlayer] {
    let known = Set(players.map(\.id))
    ids.removeAll { !known.contains($0) }
    for player in players {
      let isNew = !ids.contains(player.id)
      let begins = player.status == .playing && !playing.contains(player.id)
      if begins || isNew {
        ids.removeAll { $0 == player.id }
        ids.insert(player.id, at: begins ? 0 : ids.count)
      }
    }
    playing = Set(players.filter { $0.status == .playing }.map(\.id))
    let rank = Dictionary(uniqueKeysWithValues: ids.enumerated().map { ($1, $0) })
    func key(_ player: MediaPlayer) -> (Int, Int) {
      let state = MediaPlayer.Status.allCases.firstIndex(of: player.status) ?? 0
      return (state, rank[player.id] ?? 0)
    }
    return players.sorted { key($0) < key($1) }
  }
}
