import DBus
import DesktopModel
import DesktopServices
import Geometry
import Loop
import Notifications
import PopupUI

/// The open panel of a module that shows what is played.
///
/// Players tell of jumps only, so one that plays is asked for its place once a second while a panel is open.
final class MediaPanel {
  private let players: MediaPlayers
  private let loop: EventLoop
  private let choice: () -> MediaPlayer?
  private let observers = Observers()
  private var observation: Observation?
  private var asking: PendingCall?
  private var timer: Timer?
  /// The piece that is played and the place in it, as the player said last; nil: it does not say.
  private var position: (player: String, title: String, place: Duration)?

  private static let interval = Duration.seconds(1)
  /// More players than a panel has room for are left out.
  private static let mostOthers = 6

  /// `choice` returns the player that is shown.
  init(players: MediaPlayers, loop: EventLoop, choice: @escaping () -> MediaPlayer?) {
    (self.players, self.loop, self.choice) = (players, loop, choice)
    observers.onEmpty = { [unowned self] in close() }
  }

  /// Begins to ask, until the last observation is cancelled.
  func open(_ onChange: @escaping () -> Void) -> Observation {
    let opened = observers.add(onChange)
    if observation == nil {
      observation = players.observe { [unowned self] in
        observers.tell()
        ask()
      }
      ask()
    }
    return opened
  }

  /// Asks no more; idempotent.
  func close() {
    observation?.cancel()
    observation = nil
    asking?.cancel()
    asking = nil
    timer?.cancel()
    timer = nil
    position = nil
  }

  /// The panel of what is played at the moment.
  var content: ControlPanel {
    guard let player = choice() else {
      return ControlPanel("", rows: [.init("none", .text("Nothing is played."))])
    }
    let place = position.flatMap { $0.player == player.id && $0.title == player.title ? $0.place : nil }
    var panel = player.panel(at: place)
    let others = players.players.filter { $0.id != player.id }.prefix(Self.mostOthers)
    if !others.isEmpty { panel.rows.append(.init("others", .separator)) }
    panel.rows += others.map(\.row)
    return panel
  }

  /// Does what a control of the panel is for.
  func use(_ use: ControlUse) {
    guard let player = choice() else { return }
    switch use {
    case .press(row: "controls", let button):
      if let command = MediaPlayers.Command(rawValue: button) { players.perform(command, by: player.id) }
    case .set("seek", let part):
      guard let length = player.length else { return }
      let place = length * part
      players.seek(to: place, in: player)
      position = (player.id, player.title, place)
      observers.tell()
    case .choose(let id): players.perform(.playPause, by: id)
    default: break
    }
  }

  private func ask() {
    guard observation != nil, let player = choice(), player.length != nil, asking == nil else { return }
    timer?.cancel()
    asking = players.readPosition(of: player.id) { [weak self] place in
      guard let self else { return }
      asking = nil
      take(place, of: player)
    }
  }

  private func take(_ place: Duration?, of player: MediaPlayer) {
    position = place.map { (player.id, player.title, $0) }
    observers.tell()
    guard place != nil, choice()?.status == .playing else { return }
    timer = loop.schedule(at: loop.now + Self.interval) { [unowned self] in ask() }
  }
}

nonisolated extension MediaPlayer {
  /// The panel of a player that has come to a place in its piece; nil: the place is not known.
  fileprivate func panel(at place: Duration?) -> ControlPanel {
    let details = [artist, album].filter { !$0.isEmpty }.joined(separator: " — ")
    var rows: [ControlPanel.Row] = [
      .init("piece", .summary(.init(picture: picture, title: title.isEmpty ? track : title, detail: details)))
    ]
    if let length, let place {
      rows.append(
        .init(
          "seek",
          .level(
            .init(
              value: place / length, before: place.clock, after: length.clock,
              isEnabled: canSeek, isTime: true))))
    }
    if canControl {
      let isPlaying = status == .playing
      rows.append(
        .init(
          "controls",
          .buttons([
            .init(
              MediaPlayers.Command.previous.rawValue, "Previous", icon: "media-skip-backward-symbolic",
              isEnabled: hasPrevious),
            .init(
              MediaPlayers.Command.playPause.rawValue, isPlaying ? "Pause" : "Play",
              icon: isPlaying ? "media-playback-pause-symbolic" : "media-playback-start-symbolic"),
            .init(
              MediaPlayers.Command.next.rawValue, "Next", icon: "media-skip-forward-symbolic",
              isEnabled: hasNext),
          ])))
    }
    return ControlPanel("", rows: rows)
  }

  /// The row of a player that is not the one that is shown; a click has it play or pause.
  fileprivate var row: ControlPanel.Row {
    let isPlaying = status == .playing
    return .init(
      id,
      .choice(
        .init(
          track, icon: isPlaying ? "media-playback-pause-symbolic" : "media-playback-start-symbolic",
          detail: identity.isEmpty ? id : identity, isEnabled: canControl)))
  }

  /// The file of the piece's picture, of which others are not fetched, or else a symbol.
  private var picture: String {
    if case .file(let path)? = Notifications.ImageSource(art) { return path }
    return "emblem-music-symbolic"
  }
}

extension Duration {
  /// Minutes and seconds, and hours where there are any, such as `2:05` and `1:02:05`.
  nonisolated fileprivate var clock: String {
    let seconds = max(0, Int(self / .seconds(1)))
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let rest = "\(two(seconds % 60))"
    return seconds < 3600
      ? "\(seconds / 60):\(rest)" : "\(seconds / 3600):\(two(seconds / 60 % 60)):\(rest)"
  }
}
