import ModuleModel

/// The settings of a picture.
public struct ImageSettings: SourceSettings {
  /// The path as written, with `~` not expanded; nil if there is none.
  public var path: String?
  /// The paths of further pictures beside it, as written.
  public var paths: [String] = []
  /// A command that prints the path; nil for none.
  public var command: [String]?
  /// Length of the longer side, in points.
  public var size = 20.0
  /// Seconds from one start of the command to the next; 0 for a single run.
  public var interval = 0.0
  /// Whether the command runs again when a command that a gesture on the module has started ends.
  public var followsCommands = true
  /// The number n of the signal SIGRTMIN+n that has the picture read again; nil for none.
  public var signal: Int?

  /// The name of a field, such as `path`, of the picture at a place in the row.
  public static func field(_ name: String, _ place: Int) -> String { place == 0 ? name : "\(name)\(place)" }
}

extension ModuleKind {
  public static let image = ModuleKind(
    "image", "A picture, the module \"image.NAME\".",
    summary: KindSummary(
      fields: [FieldSummary("path", .text, example: "/tmp/cover.png", "the path of the picture")], format: ""),
    source: ImageSettings(), needs: "a path or a command", nameExample: "logo",
    options: [
      Option(
        "path", \.path, .path("the path of a picture"), absent: "that which the command prints",
        example: "~/Pictures/logo.png",
        "The path of the picture, which is read again when the file changes. A leading ~ is the home directory."
      ),
      Option(
        "paths", \.paths, .array(.path("the path of a picture"), of: "paths"),
        example: ["~/Pictures/one.png", "~/Pictures/two.png"],
        "The paths of several pictures in a row, behind that of path if there is one."),
      Option(
        "command", \.command, .command, absent: "none", example: ["cover-path"],
        "A program that prints the path of the picture in its first line."),
      Option(
        "interval", \.interval, .seconds, unit: "seconds", example: 10,
        "The time from one start of the command to the next; with 0 it runs once."),
      Option(
        "exec_on_event", \.followsCommands, .boolean, example: false,
        "Whether the command runs again when a command that a gesture on the module has started ends."),
      Option(
        "signal", \.signal, .positive(upTo: 30), absent: "none", example: 8,
        "The number n of the signal SIGRTMIN+n to hyaline that runs the command again, or has the picture read again."
      ),
      Option(
        "size", \.size, .number(1...256), unit: "points", example: 24,
        "The length of the longer side of the picture."),
    ])
}
