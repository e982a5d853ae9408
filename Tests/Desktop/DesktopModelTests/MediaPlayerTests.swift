import DBusValues
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

  @Test(arguments: 0..<20 as Range<UInt64>)
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
