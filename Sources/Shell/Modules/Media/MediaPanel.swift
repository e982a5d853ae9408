import BarUI
import DesktopModel
import DesktopServices
import Localization
import Loop
import ModuleModel
import Notifications

/// The open panel of a module that shows what is played, with the place in it.
final class MediaPanel {
  private let players: MediaPlayers
  private let choice: MediaChoice
  private let position: MediaPosition
  private let observers = Observers()
  /// The number of times that the files of covers may have been written anew.
  var coverVersion = 0

  /// More players than a panel has room for are left out.
  private static let mostOthers = 6

  /// The first player of `choice` is shown, and the others below it.
  init(players: MediaPlayers, loop: EventLoop, choice: MediaChoice) {
    (self.players, self.choice) = (players, choice)
    // The place in a piece of unknown length is not shown.
    position = MediaPosition(players: players, loop: loop) {
      choice.meant.first.flatMap { $0.length == nil ? nil : $0 }
    }
    observers.onEmpty = { [unowned self] in close() }
  }

  /// Begins to ask for the place, until the last observation is cancelled.
  func open(_ onChange: @escaping () -> Void) -> Observation {
    let opened = observers.add(onChange)
    position.start { [observers] in observers.tell() }
    return opened
  }

  /// Asks no more; idempotent.
  func close() { position.stop() }

  /// The panel of what is played at the moment.
  var content: ControlPanel {
    let meant = choice.meant
    guard let player = meant.first else {
      return ControlPanel("", rows: [.init("none", .text(localized("Nothing is playing.")))])
    }
    var panel = player.panel(at: position.place(in: player), coverVersion: coverVersion)
    let others = meant.dropFirst().prefix(Self.mostOthers)
    if !others.isEmpty { panel.rows.append(.init("others", .separator)) }
    panel.rows += others.map(\.row)
    return panel
  }

  /// The row of what is played with its controls; nil if no player runs.
  var row: ControlPanel.Row? {
    choice.meant.first.map {
      .init(
        Self.controls, .track($0.track(coverVersion: coverVersion, .small, $0.canControl ? $0.buttons : [])))
    }
  }

  fileprivate nonisolated static let controls: PanelRowKey = "controls"

  /// Performs the action of a control of the panel.
  func use(_ use: ControlUse) {
    guard let player = choice.meant.first else { return }
    switch use {
    case .press(row: Self.controls, let button):
      if let command = MediaPlayers.Command(rawValue: button) { players.perform(command, by: player.id) }
    case .set("seek", let part):
      guard let length = player.length else { return }
      let place = length * part
      players.seek(to: place, in: player)
      position.set(place, in: player)
    case .choose(let row):
      guard let id = row.as(String.self) else { return }
      choice.choose(id)
      position.ask()
      observers.tell()
    default: break
    }
  }
}

nonisolated extension MediaPlayer {
  /// The panel of a player that has come to a place in its piece; nil: the place is not known.
  fileprivate func panel(at place: Duration?, coverVersion: Int) -> ControlPanel {
    var rows: [ControlPanel.Row] = [.init("piece", .track(track(coverVersion: coverVersion, .large)))]
    if let length, let place {
      rows.append(
        .init(
          "seek",
          .level(
            .init(
              value: place / length, before: FieldValue.duration(place, .seconds).words(),
              after: FieldValue.duration(length, .seconds).words(),
              isEnabled: canSeek, isTime: true))))
    }
    if canControl { rows.append(.init(MediaPanel.controls, .buttons(buttons))) }
    return ControlPanel("", rows: rows)
  }

  /// The track with its cover, for a panel.
  fileprivate func track(
    coverVersion: Int, _ size: ControlPanel.Track.Size, _ buttons: [ControlPanel.Button] = []
  ) -> ControlPanel.Track {
    let name = identity.isEmpty ? id : identity
    let details = [artist, size == .large ? album : ""].filter { !$0.isEmpty }
    return ControlPanel.Track(
      picture: picture(version: coverVersion), title: title.isEmpty ? track : title,
      lines: details.isEmpty && title != "" ? [name] : details, size: size, buttons: buttons)
  }

  /// The buttons that go to another track, and play or pause.
  fileprivate var buttons: [ControlPanel.Button] {
    let isPlaying = status == .playing
    return [
      .init(
        MediaPlayers.Command.previous.rawValue, localized("Previous"), icon: "media-skip-backward-symbolic",
        isEnabled: hasPrevious),
      .init(
        MediaPlayers.Command.playPause.rawValue, isPlaying ? localized("Pause") : localized("Play"),
        icon: isPlaying ? "media-playback-pause-symbolic" : "media-playback-start-symbolic", role: .primary),
      .init(
        MediaPlayers.Command.next.rawValue, localized("Next", context: "media"),
        icon: "media-skip-forward-symbolic", isEnabled: hasNext),
    ]
  }

  /// The row of a player that is not the one that is shown; a click shows it in place of that one.
  fileprivate var row: ControlPanel.Row {
    .init(
      id,
      .choice(
        .init(
          track, icon: "emblem-music-symbolic", detail: identity.isEmpty ? id : identity,
          mark: status == .playing ? .playing : nil)))
  }

  /// The file of the piece's picture, of which others are not fetched; nil: there is none.
  var cover: String? {
    if case .file(let path)? = NotificationImage(art) { path } else { nil }
  }

  /// The file of the piece's picture, or else a symbol.
  private func picture(version: Int) -> ModuleIcon {
    cover.map { ModuleIcon($0, version: version) } ?? "emblem-music-symbolic"
  }
}
