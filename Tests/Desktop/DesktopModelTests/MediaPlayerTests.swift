import TestSupport
import Testing

@testable import DesktopModel

/// Players as MPRIS tells of them, and which of them is meant.
struct MediaPlayerTests {
  private func player(_ metadata: KeyValuePairs<String, DBusValue>, status: String = "Playing") -> MediaPlayer
  {
    MediaPlayer(
      id: "mpv", properties: ["PlaybackStatus": .string(status), "Metadata": .options(metadata)])
  }

  @Test func `a piece is read as players tell it`() {
    let piece = player([
      "mpris:trackid": .objectPath("/1"), "mpris:length": .int64(173_000_000),
      "mpris:artUrl": .string("file:///tmp/cover.png"), "xesam:title": .string("Feeling Good"),
      "xesam:album": .string("I Put a Spell on You"),
      "xesam:artist": .strings(["Nina Simone", "", "Hal Mooney"]),
    ])
    #expect(piece.title == "Feeling Good" && piece.artist == "Nina Simone, Hal Mooney")
    #expect(piece.album == "I Put a Spell on You" && piece.length == .seconds(173))
    #expect(piece.art == "file:///tmp/cover.png" && piece.status == .playing)
    #expect(piece.track == "Nina Simone, Hal Mooney – Feeling Good")
  }

  @Test(arguments: [
    (DBusValue.uint64(61_000_000), Duration.seconds(61)), (.int32(2_000_000), .seconds(2)),
    (.double(2_500_000.4), .milliseconds(2500)),
  ])
  func `lengths of any type of number count`(value: DBusValue, length: Duration) {
    #expect(player(["mpris:length": value]).length == length)
  }

  @Test(arguments: [
    DBusValue.int64(-1), .int64(0), .uint64(.max), .double(.nan), .double(.infinity), .string("3"),
    .int64(.max),
  ])
  func `lengths that nothing has are left out`(value: DBusValue) {
    #expect(player(["mpris:length": value]).length == nil)
  }

  @Test(
    arguments: [
      (DBusValue.objectPath("/track/1"), "/track/1"),
      (.string("/com/spotify/track/4uL"), "/com/spotify/track/4uL"),
      (.string("spotify:track:4uL"), nil), (.string("/"), nil), (.string("/a//b"), nil),
      (.string("/a/é"), nil),
      (.string("/a/"), nil), (.objectPath("/org/mpris/MediaPlayer2/TrackList/NoTrack"), nil),
      (.uint32(1), nil),
    ] as [(DBusValue, String?)])
  func `a piece is known by a path, which some players send as a text`(told: DBusValue, path: String?) {
    #expect(player(["mpris:trackid": told]).trackID == path)
  }

  @Test func `what has another type than it should is left out`() {
    let odd = MediaPlayer(
      id: "odd",
      properties: [
        "PlaybackStatus": .uint32(1), "Metadata": .string("none"), "CanGoNext": .string("yes"),
        "CanControl": .uint32(0),
      ])
    #expect(odd.status == .stopped && odd.track == "odd" && !odd.hasNext && odd.canControl)
    let texts = player(["xesam:title": .uint32(3), "xesam:artist": .string("One")], status: "paused")
    #expect(texts.title.isEmpty && texts.artist == "One" && texts.track == "One" && texts.status == .paused)
  }

  @Test func `texts without an end are cut`() {
    #expect(player(["xesam:title": .string(String(repeating: "é", count: 100_000))]).title.count == 500)
  }

  @Test(arguments: [
    ("file:///home/u/Videos/Our%20garden%20%231.mkv", "Our garden #1.mkv"), ("file:///a/b.ogg", "b.ogg"),
    ("file://host/a/%C3%A9t%C3%A9.flac", "été.flac"), ("FILE:///a/B%2Fc.ogg", "B/c.ogg"),
    ("file:///a/Song #1?.mp3", "Song #1?.mp3"), ("file:///a/100%.mp3", "100%.mp3"),
    ("file:///a/5%zz%4.mp3", "5%zz%4.mp3"), ("file:///a/%FF%0A%E2%80%AE.mp3", "\u{FFFD}\u{FFFD}\u{FFFD}.mp3"),
    ("file:///media/disc/", "disc"), ("/home/u/100%25.mkv", "100%25.mkv"), ("file:///", ""), ("/", ""),
    ("https://example.org/pod/Talk%201.mp3?token=a.b#t=3", "Talk 1.mp3"),
    ("https://example.org/watch?v=a.mp3", ""), ("http://radio.example.org:8000/", ""),
    ("http://radio.example.org", ""), ("http://example.org/.hidden", ""),
    ("smb://nas/films/a%20b.mkv", "a b.mkv"),
    ("spotify:track:4uLU6hMCjMI75M1A2tKUQC", ""), ("cdda://", ""), ("", ""), ("://", ""), ("file://%2F", ""),
  ])
  func `a piece without a title has the name of its file`(address: String, name: String) {
    let piece = player(["xesam:url": .string(address)])
    #expect(piece.title == name && piece.track == (name.isEmpty ? "mpv" : name))
    #expect(player(["xesam:url": .string(address), "xesam:title": .string("\t ")]).title == name)
    #expect(player(["xesam:url": .string(address), "xesam:title": .string("Told")]).title == "Told")
  }

  @Test(
    arguments: [
      .strings([""]), .strings([]), .strings([" ", "\u{200B}"]), .string(" \n"), .uint32(3),
      .array(.variant, []),
    ] as [DBusValue])
  func `artists, albums and names without visible characters are none`(value: DBusValue) {
    var piece = player(["xesam:artist": value, "xesam:album": value, "xesam:title": .string("Song")])
    #expect(piece.artist == "" && piece.album == "" && piece.track == "Song")
    piece = player(["xesam:artist": value, "xesam:albumArtist": .strings(["Band"])])
    #expect(piece.artist == "Band" && piece.track == "Band" && piece.albumArtist == "Band")
    piece = player(["xesam:artist": .strings(["Singer"]), "xesam:albumArtist": .strings(["Band", "Choir"])])
    #expect(piece.artist == "Singer" && piece.albumArtist == "Band, Choir")
    var nameless = player([:])
    nameless.setIdentity(value.string ?? "\u{2060}")
    #expect(nameless.track == "mpv")
  }

  @Test func `what is read of a player is kept of it, and nothing else`() {
    let metadata = DBusValue.options([
      "xesam:title": .string("Song"), "xesam:asText": .string("words"), "xesam:url": .string("file:///a"),
    ])
    let told: [String: DBusValue] = ["Metadata": metadata, "PlaybackStatus": .string("Playing")]
    let kept = MediaPlayer.condensed(told)
    #expect(Set(kept["Metadata"]?.options?.keys.map { $0 } ?? []) == ["xesam:title", "xesam:url"])
    #expect(MediaPlayer(id: "a", properties: kept) == MediaPlayer(id: "a", properties: told))
    #expect(MediaPlayer.condensed(["Metadata": .string("a")]) == ["Metadata": .string("a")])
  }

  // MARK: - Order

  private func player(_ id: String, _ status: MediaPlayer.Status) -> MediaPlayer {
    MediaPlayer(id: id, properties: ["PlaybackStatus": .string(status.rawValue)])
  }

  @Test
  func
    `the one that began to play last is meant, and after it has paused it stays before those that stopped`()
  {
    var order = MediaPlayerOrder()
    func ids(_ players: [MediaPlayer]) -> [String] { order.sorted(players).map(\.id) }
    #expect(ids([player("a", .stopped), player("b", .playing)]) == ["b", "a"])
    #expect(ids([player("a", .playing), player("b", .playing)]) == ["a", "b"])
    #expect(ids([player("a", .playing), player("b", .paused)]) == ["a", "b"])
    #expect(ids([player("a", .paused), player("b", .paused)]) == ["a", "b"])
    #expect(ids([player("a", .paused), player("b", .playing), player("c", .stopped)]) == ["b", "a", "c"])
    #expect(ids([player("a", .stopped), player("b", .paused), player("c", .stopped)]) == ["b", "a", "c"])
    #expect(ids([player("c", .stopped), player("a", .stopped)]) == ["a", "c"])
    #expect(ids([]).isEmpty)
  }

  @Test(arguments: DailySeeds.first(20) as [UInt64])
  func `whatever players do, all are there once and those that play come first`(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var order = MediaPlayerOrder()
    var players: [MediaPlayer] = []
    for _ in 0..<200 {
      let id = "\(random.next() % 6)"
      players.removeAll { $0.id == id }
      if random.next() % 4 != 0 {
        players.append(player(id, MediaPlayer.Status.allCases[Int(random.next() % 3)]))
      }
      let sorted = order.sorted(players)
      #expect(sorted.map(\.id).sorted() == players.map(\.id).sorted())
      let ranks = sorted.map { MediaPlayer.Status.allCases.firstIndex(of: $0.status)! }
      #expect(ranks == ranks.sorted())
    }
  }
}
