import HeadlessSession
import TestSupport
import Testing

/// Tests of the command that imports configurations of Waybar, and of the one that finds configurations.
struct ImportWaybarCommandTests {
  private static let config = """
    // mine
    { "height": 26, "modules-left": ["clock", "mpd"], "clock": { "format": "{:%H:%M}" } }
    """
  private static let style = "window#waybar { background: #202020; color: #e0e0e0; }"

  private let directory: PrivateDirectory

  init() throws { directory = try PrivateDirectory() }

  /// Runs `hyaline` with the directory as home.
  private func run(_ arguments: String...) throws -> CommandRun { try CommandRun(arguments, in: directory) }

  @Test func `a configuration with its style sheet becomes a settings file without mistakes`() throws {
    defer { directory.remove() }
    let config = try directory.write(Self.config, to: "config.jsonc")
    try directory.write(Self.style, to: "style.css")
    let path = directory.file("settings.toml")
    let run = try run("import", "waybar", config, "-o", path)
    #expect(run.ending == .exited(0), "\(run.text)")
    #expect(run.text.contains("config.jsonc:2:43: module mpd: "), "\(run.text)")
    let text = try #require(readText(path))
    #expect(text.contains("\nheight = 26\n") && text.contains("\ntint = \"#202020\"\n"), "\(text)")
    #expect(try self.run("check", path).text == "")
  }

  @Test func `tables of an existing file are replaced only by force, and other options stay`() throws {
    defer { directory.remove() }
    let config = try directory.write(Self.config, to: "config")
    try directory.write(Self.style, to: "style.css")
    let old = "accent = \"#FF0000\"\n\n[bar]\nheight = 40\n\n[notifications]\nwidth = 300\n"
    let path = try directory.write(old, to: "settings.toml")
    let refused = try run("import", "waybar", config, "-o", path)
    #expect(refused.ending == .exited(1))
    #expect(refused.text.contains("has [bar] already; --force replaces it"), "\(refused.text)")
    #expect(readText(path) == old)
    let forced = try run("import", "waybar", config, "-o", path, "--force")
    #expect(forced.ending == .exited(0), "\(forced.text)")
    #expect(readText("\(path).before-import") == old)
    let text = try #require(readText(path))
    #expect(text.contains("height = 26") && !text.contains("height = 40") && text.contains("width = 300"))
    #expect(try run("settings", "get", "appearance", "--settings", path).text == "dark\n")
    #expect(try run("settings", "get", "accent", "--settings", path).text == "#FF0000\n")
    #expect(try run("check", path).text == "")
  }

  @Test func `modules with names that the configuration does not have stay`() throws {
    defer { directory.remove() }
    let config = try directory.write(
      #"{ "modules-left": ["custom/a"], "custom/a": { "format": "new" } }"#, to: "config")
    let old = "[text.a]\ntext = \"old\"\n\n[text.mine]\ntext = \"kept\"\n"
    let path = try directory.write(old, to: "settings.toml")
    let forced = try run("import", "waybar", config, "-o", path, "--force")
    #expect(forced.ending == .exited(0), "\(forced.text)")
    let text = try #require(readText(path))
    #expect(text.contains("\"new\"") && text.contains("\"kept\"") && !text.contains("\"old\""), "\(text)")
    #expect(try run("check", path).ending == .exited(0))
  }

  @Test func `other modules of a kind that the configuration has stay`() throws {
    defer { directory.remove() }
    let config = try directory.write(Self.config, to: "config")
    let mine = "\n[clock.mine]\n# kept\nformat = \"%Y\"\n\n[clock.mine.on]\nclick = \"none\"\n"
    let old =
      "[clock]\nformat = \"%S\"\nicons = { a = \"b\" }\n\n[clock.on]\nright = \"none\"\n\(mine)\n[cpu]\ninterval = 9\n"
    let path = try directory.write(old, to: "settings.toml")
    let forced = try run("import", "waybar", config, "-o", path, "--force")
    #expect(forced.ending == .exited(0), "\(forced.text)")
    let text = try #require(readText(path))
    #expect(text.contains(mine) && text.contains("interval = 9"), "\(text)")
    #expect(!text.contains("%S") && !text.contains("right = "), "\(text)")
    #expect(readText("\(path).before-import") == old)
    #expect(try run("check", path).ending == .exited(0))
  }

  @Test func `a mistake in the configuration is an error with its place, and nothing is written`() throws {
    defer { directory.remove() }
    let config = try directory.write("{ \"height\": }", to: "config")
    let path = directory.file("settings.toml")
    let run = try run("import", "waybar", config, "-o", path)
    #expect(run.ending == .exited(1))
    #expect(run.text.contains("\(config):1:13: expected a value"), "\(run.text)")
    #expect(readText(path) == nil)
  }

  @Test func `configurations are found where their programs look for them`() throws {
    defer { directory.remove() }
    for folder in [".config", ".config/waybar", ".config/swaync"] { _ = try directory.makeDirectory(folder) }
    try directory.write(Self.config, to: ".config/waybar/config.jsonc")
    try directory.write("{}", to: ".config/swaync/config.json")
    let found = try run("import")
    #expect(
      found.text.contains("waybar: \(directory.file(".config/waybar/config.jsonc"))\n"), "\(found.text)")
    #expect(found.text.contains("swaync: ") && found.text.contains("Next: hyaline import waybar"))
    #expect(try run("import", "waybar", "-o", "-").text.contains("\n[clock]\nformat = \"%H:%M\"\n"))
  }
}
