import Glibc
import Settings
import Testing
import Toml

struct SettingsFileTests {
  @Test func `A missing file means the defaults`() throws {
    let contents = try inDirectory { SettingsFile(path: $0 + "/settings.toml").load() }
    #expect(contents.settings == Settings())
    #expect(contents.messages == [])
    #expect(!contents.exists)
  }

  @Test func `A file is read as it is now`() throws {
    try inDirectory { directory in
      let file = SettingsFile(path: directory + "/settings.toml")
      try write("[bar]\nheight = 40\n", to: file.path)
      #expect(file.load().settings.bar.height == 40)
      #expect(file.load().exists)
      try write("[bar]\nheight = \"abc\"\n", to: file.path)
      #expect(file.load().settings.bar.height == 32)
      #expect(
        file.load().messages == [#"settings.toml:2:10: bar.height: expected a positive integer, got "abc""#])
    }
  }

  @Test func `Messages begin with the last component of the path`() throws {
    try inDirectory { directory in
      try write("x = 1", to: directory + "/other.toml")
      #expect(
        SettingsFile(path: directory + "//other.toml").load().messages == ["other.toml:1:1: x: unknown key"])
    }
    #expect(SettingsFile(path: "/").name == "/")
  }

  @Test func `What is no file is said to be none`() throws {
    try inDirectory { directory in
      #expect(unsafe mkdir(directory + "/settings.toml", 0o700) == 0)
      let contents = SettingsFile(path: directory + "/settings.toml").load()
      #expect(contents.messages == ["settings.toml: cannot be read: is a directory"])
      #expect(contents.settings == Settings())
      unsafe rmdir(directory + "/settings.toml")
    }
  }

  @Test func `A link in a circle and a path through a file cannot be read`() throws {
    try inDirectory { directory in
      let path = directory + "/settings.toml"
      #expect(unsafe symlink(path, path) == 0)
      #expect(
        SettingsFile(path: path).load().messages == [
          "settings.toml: cannot be read: too many levels of symbolic links"
        ])
      unsafe unlink(path)
      try write("", to: path)
      #expect(SettingsFile(path: path + "/a").load().messages == ["a: cannot be read: not a directory"])
    }
  }

  @Test func `A pipe that nobody writes to does not hold us up`() throws {
    try inDirectory { directory in
      #expect(unsafe mkfifo(directory + "/settings.toml", 0o600) == 0)
      #expect(SettingsFile(path: directory + "/settings.toml").load().messages == [])
    }
  }

  @Test func `A file of a mebibyte is read, a larger one is not`() throws {
    try inDirectory { directory in
      let file = SettingsFile(path: directory + "/settings.toml")
      let comment = String(repeating: "#\n", count: SettingsFile.sizeLimit / 2 - 50)
      let text = comment + "bar.height = 40" + String(repeating: " ", count: 85)
      #expect(text.utf8.count == SettingsFile.sizeLimit)
      try write(text, to: file.path)
      #expect(file.load().settings.bar.height == 40)
      try write(text + " ", to: file.path)
      #expect(file.load().messages == ["settings.toml: larger than 1 MiB"])
    }
  }

  /// A directory for the time of `body`, which removes what is not a file.
  private func inDirectory<Result>(_ body: (String) throws -> Result) throws -> Result {
    var template = Array("/tmp/hyaline-settings-XXXXXX".utf8CString)
    let made = unsafe mkdtemp(&template)
    let directory = try unsafe String(cString: #require(made))
    defer {
      for name in ["settings.toml", "other.toml"] { unsafe unlink(directory + "/" + name) }
      unsafe rmdir(directory)
    }
    return try body(directory)
  }

  private func write(_ text: String, to path: String) throws {
    let file = try unsafe #require(unsafe fopen(path, "w"))
    unsafe fputs(text, file)
    #expect(unsafe fclose(file) == 0)
  }
}
