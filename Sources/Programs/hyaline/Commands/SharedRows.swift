import Arguments
import Settings

/// Rows of the tables of several commands.
extension Row where Values: RunnableCommand {
  /// The option `--settings`.
  static func settings(_ path: WritableKeyPath<Values, String?>) -> Row {
    .option(
      "settings", path, "file", .file,
      "The settings file, which is ~/.config/hyaline/settings.toml if none is named.")
  }

  /// The argument that is the key of a setting.
  static func key(_ path: WritableKeyPath<Values, String>) -> Row {
    .argument(
      needed: "key", path, .text.asking("keys"),
      "The key of the setting, such as bar.height; tables of an array are named by numbers from 0.")
  }

  /// The option `--renderer`.
  static func renderer(_ path: WritableKeyPath<Values, RendererPreference>) -> Row {
    .option(
      "renderer", path, "renderer", .name,
      "The renderer; auto is OpenGL ES if there is a GPU, and the CPU otherwise.")
  }

  /// The option `--out` of commands that must write a picture.
  static func out(_ path: WritableKeyPath<Values, String>) -> Row {
    .option(needed: "out", short: "o", path, "picture", .file, pictureText)
  }

  /// The option `--out` of commands that may write a picture.
  static func out(_ path: WritableKeyPath<Values, String?>) -> Row {
    .option("out", short: "o", path, "picture", .file, pictureText)
  }

  private static var pictureText: String {
    "The picture to write: JPEG if its name ends in .jpg or .jpeg, PNG if in .png or nothing."
  }

  /// The option `--output` of commands that concern one bar or all.
  static func output(_ path: WritableKeyPath<Values, String?>) -> Row {
    .option(
      "output", path, "name", .text.asking("outputs"),
      "The name of the output, such as DP-1; all outputs if none is named.")
  }

  /// The flag `--json`.
  static func json(_ path: WritableKeyPath<Values, Bool>) -> Row {
    .flag("json", path, "Print JSON instead of text.")
  }
}
