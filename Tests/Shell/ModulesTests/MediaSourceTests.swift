import DesktopModel
import Patterns
import Settings
import Testing

@testable import Modules

/// Which players a module shows.
struct MediaSourceTests {
  private func player(_ id: String, _ identity: String = "") -> MediaPlayer {
    var player = MediaPlayer(id: id, properties: [:])
    player.identity = identity
    return player
  }

  @Test(
    arguments: [
      (nil, [], "mpv firefox.instance_1 spotify"), (nil, ["fire*"], "mpv spotify"),
      (nil, ["Music"], "mpv firefox.instance_1"), ("spotify", [], "spotify mpv firefox.instance_1"),
      ("firefox", ["fire*"], "firefox.instance_1 mpv spotify"),
      ("Music", [], "spotify mpv firefox.instance_1"),
      ("fire", [], ""), ("playerctld", ["mpv"], "playerctld firefox.instance_1 spotify"),
    ] as [(String?, [String], String)])
  func `players are meant in their order but for those that are ignored, a named one first`(
    named: String?, ignored: [String], expected: String
  ) throws {
    var settings = MediaSettings()
    settings.player = named
    settings.ignored = try ignored.map { try TextPattern($0) }
    let players = [
      player("playerctld", "playerctld"), player("mpv"), player("firefox.instance_1", "Firefox"),
      player("spotify", "Music"),
    ]
    #expect(settings.meant(of: players).map(\.id).joined(separator: " ") == expected)
  }
}
