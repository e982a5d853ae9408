import DBus
import DesktopModel
import DesktopServices
import Geometry
import Loop

/// The place that a player has come to in what it plays.
///
/// Players tell of jumps only, so one that plays is asked once a second, from `start` to `stop`.
final class MediaPosition {
  private let players: MediaPlayers
  private let loop: EventLoop
  private let choice: () -> MediaPlayer?
  private var onChange: (() -> Void)?
  private var observation: Observation?
  private var asking: PendingCall?
  private var timer: Timer?
  /// The piece that is played and the place in it, as the player said last; nil: it does not say.
  private var position: (player: String, title: String, place: Duration)?

  private static let interval = Duration.seconds(1)

  /// `choice` returns the player that is asked.
  init(players: MediaPlayers, loop: EventLoop, choice: @escaping () -> MediaPlayer?) {
    (self.players, self.loop, self.choice) = (players, loop, choice)
  }

  isolated deinit { stop() }

  /// Begins to ask; `onChange` is called after each answer and after each change of the players.
  func start(onChange: @escaping () -> Void) {
    guard observation == nil else { return }
    self.onChange = onChange
    observation = players.observe { [unowned self] in
      onChange()
      ask()
    }
    ask()
  }

  /// Asks no more; idempotent.
  func stop() {
    observation.end()
    asking.end()
    timer.end()
    (onChange, position) = (nil, nil)
  }

  /// The place in what a player plays; nil: it is not known.
  func place(in player: MediaPlayer) -> Duration? {
    position.flatMap { $0.player == player.id && $0.title == player.title ? $0.place : nil }
  }

  /// Records that a player was asked to seek to a position.
  func set(_ place: Duration, in player: MediaPlayer) {
    position = (player.id, player.title, place)
    onChange?()
  }

  /// Asks the player that is meant now, and again once a second while it plays; does nothing before `start`.
  func ask() {
    guard observation != nil, let player = choice(), asking == nil else { return }
    timer?.cancel()
    asking = players.readPosition(of: player.id) { [weak self] place in
      guard let self else { return }
      asking = nil
      take(place, of: player)
    }
  }

  private func take(_ place: Duration?, of player: MediaPlayer) {
    position = place.map { (player.id, player.title, $0) }
    onChange?()
    // Another one was chosen while this one was asked, perhaps since this one has ended.
    if choice()?.id != player.id { return ask() }
    guard place != nil, choice()?.status == .playing else { return }
    timer = loop.schedule(at: loop.now + Self.interval) { [unowned self] in ask() }
  }
}
