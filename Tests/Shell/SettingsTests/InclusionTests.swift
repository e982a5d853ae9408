import ModuleModel
import TestSupport
import Testing
import Toml

@testable import Settings

struct InclusionTests {
  private let directory = ScratchDirectory()

  private func load(_ files: [String: String]) -> SettingsFile.Contents {
    for (name, text) in files { directory.write(text, to: name) }
    return SettingsFile(path: directory("settings.toml")).load()
  }

  @Test func `the file has precedence over included ones, and later ones over earlier ones`() {
    let contents = load([
      "settings.toml": "include = [\"a.toml\", \"b.toml\"]\n[bar]\nheight = 40\n",
      "a.toml": "[bar]\nheight = 41\nspacing = 1\nmargin_top = 1\n[cpu]\ninterval = 7",
      "b.toml": "[bar]\nheight = 42\nspacing = 2\n[cpu]\nformat = \"{percent}\"",
    ])
    #expect(contents.messages == [])
    let bar = contents.settings.bar
    #expect((bar.height, bar.spacing, bar.marginTop) == (40, 2, 1))
    let cpu = contents.settings.module(ModuleName(.cpu))
    #expect((cpu.source.base as? MeterSettings)?.interval == 7)
    #expect(cpu.style.look.format?.source == "{percent}")
  }

  @Test func `an array replaces the other one as a whole`() {
    let contents = load([
      "settings.toml": "include = [\"a.toml\"]\n[[bar]]\nheight = 40\n",
      "a.toml": "[[bar]]\nspacing = 1\n[[bar]]\nedge = \"bottom\"",
    ])
    #expect(contents.settings.bars.map(\.height) == [40] && contents.settings.bar.spacing != 1)
  }

  @Test func `included files include others, below themselves`() {
    directory.makeDirectory("more")
    let contents = load([
      "settings.toml": "include = [\"more/a.toml\"]",
      "more/a.toml": "include = [\"./b.toml\", \"../c.toml\"]\nbar.height = 41",
      "more/b.toml": "bar = { height = 42, spacing = 2 }", "c.toml": "bar.spacing = 3",
    ])
    #expect(contents.messages == [])
    #expect((contents.settings.bar.height, contents.settings.bar.spacing) == (41, 3))
    #expect(
      contents.included.map(\.path)
        == ["more/a.toml", "more/b.toml", "more/../c.toml"].map { directory($0) })
  }

  @Test func `mistakes are reported at places in the file that contains them`() {
    let contents = load([
      "settings.toml": "include = [\"a.toml\", 3, \"b.toml\"]\nbar.hight = 1",
      "a.toml": "\n[bar]\nheight = 0", "b.toml": "a = tru\n",
    ])
    #expect(
      contents.messages == [
        "settings.toml:1:22: include: expected the path of a file, got 3",
        #"settings.toml:2:5: bar.hight: unknown key; did you mean "height"?"#,
        "a.toml:3:10: bar.height: expected a positive integer, or \"auto\", got 0",
        #"b.toml:1:8: expected 'true', saw 'tru\n'"#,
      ])
    #expect(contents.errors().count == 4 && contents.warnings == [])
  }

  @Test(arguments: ["include = 3", "include = [\"\"]", "include = [\"b.toml\", true]"])
  func `a wrong path in an included file is an error there`(text: String) {
    let contents = load(["settings.toml": "include = [\"a.toml\"]", "a.toml": text, "b.toml": ""])
    #expect(contents.messages.count == 1 && contents.messages[0].hasPrefix("a.toml:1:"))
  }

  @Test func `a missing file is a warning that names it, and the settings are in force`() {
    let contents = load(["settings.toml": "include = [\"none.toml\"]\nbar.height = 40"])
    let warning = #"settings.toml:1:12: include: warning: "none.toml" does not exist"#
    #expect(contents.messages == [warning] && contents.warnings == [warning])
    #expect(contents.errors() == [] && contents.settings.bar.height == 40)
    #expect(contents.included.map(\.path) == [directory("none.toml")])
  }

  @Test func `a file that cannot be read is an error where it is included`() {
    directory.makeDirectory("folder")
    let contents = load(["settings.toml": "include = [\"folder\"]"])
    #expect(
      contents.errors() == [
        #"settings.toml:1:12: include: "folder": cannot be read: is a directory"#
      ])
  }

  @Test(arguments: ["settings.toml", "./settings.toml", "a.toml"])
  func `a file that includes itself is an error, and is read once`(name: String) {
    let contents = load([
      "settings.toml": "include = [\"a.toml\"]", "a.toml": "include = [\"\(name)\"]\nbar.height = 40",
    ])
    #expect(contents.messages == ["a.toml:1:12: include: \"\(name)\" includes itself"])
    #expect(contents.settings.bar.height == 40)
  }

  @Test func `a chain has at most sixteen files`() {
    var files = ["settings.toml": "include = [\"1.toml\"]"]
    for number in 1...20 {
      files["\(number).toml"] = "include = [\"\(number + 1).toml\"]\nbar.height = \(number)"
    }
    let contents = load(files)
    #expect(
      contents.messages == [
        #"15.toml:1:12: include: "16.toml" is included by a chain of more than 16 files"#
      ])
    #expect(contents.settings.bar.height == 1)
  }

  @Test func `there are at most 32 included files, each of which is read once`() {
    var files: [String: String] = [:]
    for number in 1...33 {
      files["\(number).toml"] =
        number < 10 ? "include = [\"\(number + 1).toml\", \"\(number + 1).toml\"]" : ""
    }
    let names = (1...32).map { "\"\($0).toml\"" }.joined(separator: ", ")
    files["settings.toml"] = "include = [\(names)]"
    #expect(load(files).messages == [])
    #expect(load(files).included.count == 32)
    files["settings.toml"] = "include = [\(names), \"33.toml\"]"
    #expect(
      load(files).messages.map { $0.split(separator: ": ").last.map(String.init) } == [
        #""33.toml" is one file too many; expected at most 32"#
      ])
  }

  @Test func `a tilde is the home directory, and an absolute path stays`() {
    func path(_ path: String, home: String? = "/home/a") -> String {
      Inclusion(path: path, position: SettingsPosition(line: 1, column: 1))
        .absolutePath(from: "/etc/xdg/settings.toml", home: home)
    }
    #expect(path("~/b.toml") == "/home/a/b.toml" && path("~b.toml") == "/etc/xdg/~b.toml")
    #expect(path("/c//./d.toml") == "/c/d.toml" && path("~/b", home: nil) == "/etc/xdg/~/b")
  }
}
