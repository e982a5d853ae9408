import ModuleModel
public import TextProcessing
import VisualEffects

/// The settings of a module that shows what is played.
public struct MediaSettings: SourceSettings {
  /// The name of a player; nil: the one that began to play last.
  public var player: String?
  /// Players that are not meant unless `player` names them, by the ends of their names on the bus or by their own names.
  public var ignored: [TextPattern] = []
  /// Texts or names of icons for players, by the same names.
  public var playerIcons: [TextRewrite] = []
  /// Whether the place in the piece is shown, for which the player is asked.
  public var showsPosition = false

  public init() {}
}

extension ModuleKind {
  public static let media = ModuleKind(
    "media", "The track that a player plays.",
    summary: KindSummary(
      fields: [
        FieldSummary(
          "track", .text, example: "Nina Simone – Feeling Good", "artist and title, as far as they are known"),
        FieldSummary("title", .text, example: "Feeling Good", "the title"),
        FieldSummary("artist", .text, example: "Nina Simone", "the artists"),
        FieldSummary("album_artist", .text, example: "Nina Simone", "the artists of the album"),
        FieldSummary("album", .text, example: "I Put a Spell on You", "the album"),
        FieldSummary(
          "length", .duration, .seconds, example: "2:53", "how long it is, in minutes and seconds"),
        FieldSummary(
          "position", .duration, .seconds, example: "1:07",
          "how much of it was played, for which the player is asked once a second while a bar shows it"),
        FieldSummary("player", .text, example: "mpv", "the name of the player"),
        FieldSummary("player_icon", .icons, example: "an icon", "what player_icons has for the player"),
        FieldSummary("status", .text, example: "playing", "playing, paused or stopped"),
      ], format: "{icon} {title:.24}", sideFormat: "{icon}", tooltip: "{track} ({player})", priority: 10,
      fitting: .elastic,
      nameField: "status",
      states: [
        .absent, .own("stopped") { $0.isHidden = true },
        .own("paused") { ($0.ink, $0.scrolls) = (.vibrant(.secondaryLabel), false) },
      ], plainStates: ["playing"],
      actions: [
        .panel("what is played, with its controls, and all players"),
        ActionSummary("play_pause", "plays, or pauses"),
        ActionSummary("next", "goes to the next piece"),
        ActionSummary("previous", "goes to the one before"),
        ActionSummary("stop", "stops"),
        ActionSummary("raise", "shows the player's window"),
      ], gestures: [.middle: "play_pause", .right: "next"]),
    source: MediaSettings(), formatExample: "{icon} {title:.30}",
    options: [
      Option(
        "player", \.player, .line("the name of a player"), absent: "the one that began to play last",
        example: "spotify", "The player, by the end of its name on the bus or by its own name."
      ),
      Option(
        "ignore", \.ignored, .array(.pattern, of: "patterns"), example: [.example("firefox*")],
        "Players that are not shown unless player names them, by patterns of the ends of their names on the bus or of their own names."
      ),
      Option(
        "player_icons", \.playerIcons, .rewrites,
        example: [TextRewrite(.example("spotify"), "♫"), TextRewrite(.example("*"), "♪")],
        "Texts or names of icons for players by their names, which the field player_icon shows; the first pattern that matches determines it."
      ),
    ],
    adapt: { $0.showsPosition = $1.shows("position") })
}
