import Glibc
import Settings
import TestSupport
import Testing
import Toml

struct SettingsFileTests {
  private let directory = ScratchDirectory()
  private var file: SettingsFile { SettingsFile(path: directory("settings.toml")) }

  @Test func `a missing file means the defaults`() {
    let contents = file.load()
    #expect(contents.settings == Settings())
    #expect(contents.messages == [])
    #expect(!contents.exists)
  }

  @Test func `the first fallback that exists holds until there is a file`() {
    let file = SettingsFile(
      path: directory("settings.toml"),
      fallbacks: [directory("none.toml"), directory("a.toml"), directory("b.toml")])
    #expect(!file.load().exists && file.load().file == file)
    directory.write("include = [\"c.toml\"]\nbar.hight = 41", to: "a.toml")
    directory.write("bar.height = 42", to: "b.toml")
    directory.write("bar.height = 43", to: "c.toml")
    #expect(file.load().settings.bar.height == 43 && file.load().exists)
    #expect(file.load().messages == [#"a.toml:2:5: bar.hight: unknown key; did you mean "height"?"#])
    directory.write("", to: "settings.toml")
    #expect(file.load().settings == Settings() && file.load().file.path == file.path)
  }

  @Test func `a fallback that cannot be read is named, and no other is read`() {
    directory.makeDirectory("a.toml")
    directory.write("bar.height = 42", to: "b.toml")
    let file = SettingsFile(
      path: directory("settings.toml"), fallbacks: [directory("a.toml"), directory("b.toml")])
    #expect(file.load().messages == ["\(directory("a.toml")): cannot be read: is a directory"])
    #expect(file.load().settings == Settings())
  }

  @Test func `a file is read as it is now`() {
    directory.write("[bar]\nheight = 40\n", to: "settings.toml")
    #expect(file.load().settings.bar.height == 40)
    #expect(file.load().exists)
    directory.write("[bar]\nheight = \"abc\"\n", to: "settings.toml")
    #expect(file.load().settings.bar.height == 32)
    #expect(
      file.load().messages == [
        #"settings.toml:2:10: bar.height: expected a positive integer, or "auto", got "abc""#
      ])
  }

  @Test func `a time zone that the system does not know is a mistake`() {
    directory.write("[clock]\ntimezones = [\"Europe/Berln\", \"Europe/Berlin\"]\n", to: "settings.toml")
    let contents = file.load { $0 == "Europe/Berlin" }
    #expect(
      contents.messages == [
        #"settings.toml:2:14: clock.timezones: expected a time zone such as "Europe/Berlin", got "Europe/Berln""#
      ])
    guard let clock = contents.settings.module(.clock).source.base as? ClockSettings else {
      Issue.record("\(contents.settings.module(.clock).source)")
      return
    }
    #expect(clock.zones == ["Europe/Berlin"])
  }

  @Test func `messages begin with the last component of the path`() {
    directory.write("x = 1", to: "other.toml")
    #expect(
      SettingsFile(path: directory("/other.toml")).load().messages == ["other.toml:1:1: x: unknown key"])
    #expect(SettingsFile(path: "/").name == "/")
  }

  @Test func `what is no file is said to be none`() {
    directory.makeDirectory("settings.toml")
    let contents = file.load()
    #expect(contents.messages == ["\(file.path): cannot be read: is a directory"])
    #expect(contents.settings == Settings())
  }

  @Test func `a link in a circle and a path through a file cannot be read`() {
    directory.link("settings.toml", to: file.path)
    #expect(
      file.load().messages == ["\(file.path): cannot be read: too many levels of symbolic links"])
    directory.remove("settings.toml")
    directory.write("", to: "settings.toml")
    let below = SettingsFile(path: file.path + "/a")
    #expect(below.load().messages == ["\(below.path): cannot be read: not a directory"])
  }

  @Test func `a pipe that nobody writes to blocks nothing`() {
    #expect(unsafe mkfifo(file.path, 0o600) == 0)
    #expect(file.load().messages == [])
  }

  @Test func `a pipe is read to its end, whenever that comes`() async throws {
    var ends: [Int32] = [0, 0]
    try #require(unsafe pipe(&ends) == 0)
    let (reading, writing) = (ends[0], ends[1])
    defer { close(reading) }
    let writer = Task.detached {
      for part in ["bar.hei", "ght = 41"] {
        _ = unsafe part.withCString { unsafe write(writing, $0, strlen($0)) }
      }
      close(writing)
    }
    #expect(SettingsFile(path: "/dev/fd/\(reading)").load().settings.bar.height == 41)
    await writer.value
  }

  @Test func `a file of a mebibyte is read, a larger one is not`() {
    let comment = String(repeating: "#\n", count: SettingsFile.sizeLimit / 2 - 50)
    let text = comment + "bar.height = 40" + String(repeating: " ", count: 85)
    #expect(text.utf8.count == SettingsFile.sizeLimit)
    directory.write(text, to: "settings.toml")
    #expect(file.load().settings.bar.height == 40)
    directory.write(text + " ", to: "settings.toml")
    #expect(file.load().messages == ["\(file.path): larger than 1 MiB"])
  }
}
