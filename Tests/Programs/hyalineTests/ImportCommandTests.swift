import HeadlessSession
import TestSupport
import Testing

/// Tests of the commands that import configurations of notification daemons.
struct ImportCommandTests {
  private let directory: PrivateDirectory

  init() throws { directory = try PrivateDirectory() }

  /// Runs `hyaline import` with the directory as home.
  private func run(_ arguments: String...) throws -> CommandRun {
    try CommandRun(["import"] + arguments, in: directory)
  }

  private func check(_ path: String) throws -> CommandRun { try CommandRun(["check", path], in: directory) }

  @Test func `a configuration becomes a settings file without mistakes`() throws {
    defer { directory.remove() }
    let mako = try directory.write(
      "width=320\nborder-radius=9\nmarkup=0\n[app-name=a]\ninvisible=1\n", to: "mako")
    let path = directory.file("new/settings.toml")
    let run = try run("mako", mako, "-o", path)
    #expect(run.ending == .exited(0), "\(run.text)")
    #expect(
      run.text.contains("mako:3:1: markup=0: ") && run.text.contains("Written to \(path)"), "\(run.text)")
    let text = try #require(readText(path))
    #expect(text.hasPrefix("# Settings of banners, made of \(mako), the configuration of mako.\n"))
    #expect(text.contains("\nwidth = 320\n") && text.contains("\napp = \"a\"\nhidden = true\n"))
    #expect(text.contains("\nhint_font_metrics = true\n"))
    #expect(try check(path).text == "")
  }

  @Test func `settings are added behind an existing file, which is kept before its own are replaced`() throws
  {
    defer { directory.remove() }
    let mako = try directory.write("width=320\n", to: "mako")
    let old = "# mine\naccent = \"#FF0000\"\n[bar]\nheight = 40\n"
    let path = try directory.write(old, to: "settings.toml")
    #expect(try run("mako", mako, "-o", path).ending == .exited(0))
    let first = try #require(readText(path))
    #expect(first.hasPrefix(old + "\n# Settings of banners") && first.contains("\nwidth = 320\n"))
    // An option for the bar, too, is only in a new file.
    #expect(!first.contains("hint_font_metrics"))
    #expect(try check(path).text == "")
    try directory.write("[urgency_low]\ntimeout = 3\n", to: "dunstrc")
    let refused = try run("dunst", directory.file("dunstrc"), "-o", path)
    #expect(refused.ending == .exited(1))
    #expect(
      refused.text.contains(
        "\(path) has [notifications] already; --force replaces it, and -o names another file"))
    #expect(readText(path) == first)
    let forced = try run("dunst", directory.file("dunstrc"), "-o", path, "--force")
    #expect(forced.ending == .exited(0) && forced.text.contains("\(path).before-import."), "\(forced.text)")
    #expect(readText("\(path).before-import") == first)
    let second = try #require(readText(path))
    #expect(second.hasPrefix(old) && !second.contains("width = 320") && second.contains("timeout_low = 3"))
    #expect(try check(path).text == "")
  }

  @Test func `tables of an included file are overridden, and an invalid file is left as it is`() throws {
    defer { directory.remove() }
    let mako = try directory.write("width=320\n", to: "mako")
    try directory.write("[notifications]\nwidth = 500\n", to: "theme.toml")
    let path = try directory.write("include = [\"theme.toml\"]", to: "settings.toml")
    let run = try run("mako", mako, "-o", path)
    #expect(run.ending == .exited(0), "\(run.text)")
    #expect(readText(path)?.hasPrefix("include = [\"theme.toml\"]\n\n# Settings") == true)
    let bad = try directory.write("[bar\n", to: "bad.toml")
    let refused = try self.run("mako", mako, "-o", bad, "--force")
    #expect(
      refused.ending == .exited(1) && refused.text.contains("is no valid settings file"), "\(refused.text)")
    #expect(readText(bad) == "[bar\n" && readText(bad + ".before-import") == nil)
  }

  @Test(arguments: ["", "\r\n"])
  func `settings that are added have the line breaks of the file`(end: String) throws {
    defer { directory.remove() }
    let mako = try directory.write("width=320\n", to: "mako")
    let path = try directory.write("# mine\r\nappearance = \"dark\"\(end)", to: "settings.toml")
    #expect(try run("mako", mako, "-o", path).ending == .exited(0))
    let text = try #require(readText(path))
    #expect(text.hasPrefix("# mine\r\nappearance = \"dark\"\r\n\r\n# Settings of banners"))
    #expect(text.contains("\r\nwidth = 320\r\n"))
    func count(_ byte: UInt8) -> Int { text.utf8.count { $0 == byte } }
    #expect(count(UInt8(ascii: "\n")) == count(UInt8(ascii: "\r")), "\(text)")
    #expect(try check(path).text == "")
  }

  @Test func `settings are printed without a file, and the account apart from them`() throws {
    defer { directory.remove() }
    let json = try directory.write("{\"timeout\": 6, \"widgets\": [\"dnd\"]}", to: "config.json")
    try directory.write(".notification { border-radius: 7px; }", to: "other.css")
    let run = try run("swaync", json, "--style", directory.file("other.css"), "-o", "-")
    #expect(run.ending == .exited(0))
    #expect(
      run.text.contains("corner_radius = 7\n") && run.text.contains("the control centre (["), "\(run.text)")
    #expect(readText(directory.file(".config/hyaline/settings.toml")) == nil)
  }

  @Test func `configurations are found where the daemons look for them`() throws {
    defer { directory.remove() }
    for (name, text) in [
      ("mako/config", "width=301"), ("dunst/dunstrc", "[global]\nwidth = 302"),
      ("dunst/dunstrc.d/a.conf", "[global]\nheight = 20"),
      ("swaync/config.json", "{\"notification-window-width\": 303}"),
      ("swaync/style.css", ".notification { border-radius: 9px; }"),
    ] {
      var folders = name.split(separator: "/").dropLast().map(String.init)
      folders.insert(".config", at: 0)
      for count in 1...folders.count {
        _ = try? directory.makeDirectory(folders[..<count].joined(separator: "/"))
      }
      try directory.write(text, to: ".config/\(name)")
    }
    #expect(try run("mako", "-o", "-").text.contains("width = 301\n"))
    let dunst = try run("dunst", "-o", "-").text
    #expect(dunst.contains("width = 311\n") && dunst.contains("body_lines = 1\n"), "\(dunst)")
    let swaync = try run("swaync", "-o", "-").text
    // The option is the width of the window, in which swaync leaves 12 pixels at each side.
    #expect(swaync.contains("width = 279\n") && swaync.contains("corner_radius = 9\n"), "\(swaync)")
    #expect(try run("mako").ending == .exited(0))
    #expect(readText(directory.file(".config/hyaline/settings.toml"))?.contains("width = 301\n") == true)
  }

  @Test func `what cannot be read is an error, and nothing is written`() throws {
    defer { directory.remove() }
    let path = directory.file("settings.toml")
    let bad = try directory.write("width = 3\n", to: "bad")
    for (arguments, message) in [
      (["mako", directory.file("none")], "none: no such file"),
      (["mako", directory.path], "is no file"),
      (["mako", bad], "bad:1:1: expected \"width=\", since mako takes no blanks before \"=\""),
      (["dunst"], "nothing to import; looked for \(directory.path)/.config/dunst/dunstrc"),
      (["swaync", bad, "--style", "none.css"], "bad:1:1: expected a value"),
    ] {
      let run = try CommandRun(["import"] + arguments + ["-o", path], in: directory)
      #expect(run.ending == .exited(1) && run.text.contains(message), "\(run.text)")
      #expect(readText(path) == nil)
    }
  }
}
