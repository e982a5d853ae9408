import HeadlessSession
import TestSupport
import Testing

/// Tests of the words that shells ask the program for.
struct CompleteCommandTests {
  private func words(_ kind: String, _ line: String = "", isUsual: Bool = false) throws -> [String] {
    let directory = try PrivateDirectory()
    defer { directory.remove() }
    let text = """
      [colors]
      blue = "#0000ff"
      [materials.mine]
      [text.hi]
      text = "x"
      [[bar]]
      [[bar]]
      [[notifications.rules]]
      name = "quiet"
      mode = "work"
      [[notifications.rules]]
      mode = "work"
      [[notifications.rules]]
      name = "mail"
      """
    for name in isUsual ? [".config", ".config/hyaline"] : [] { _ = try directory.makeDirectory(name) }
    let path = try directory.write(text, to: isUsual ? ".config/hyaline/settings.toml" : "settings.toml")
    let run = try CommandRun(["complete", kind, line.replacing("FILE", with: path)], in: directory)
    #expect(run.ending == .exited(0))
    return run.text.split(separator: "\n").map(String.init)
  }

  @Test func `keys are those of all tables in the file, and none follow a key`() throws {
    let keys = try words("keys", "hyaline settings --settings FILE set")
    for key in [
      "accent", "bar.0.height", "bar.1.edge", "cpu.on.click", "text.hi.ink", "colors.blue",
      "materials.mine.tint",
    ] {
      #expect(keys.contains(key), "\(key)")
    }
    #expect(!keys.contains("bar.height") && Set(keys).count == keys.count)
    #expect(try words("keys", "hyaline settings set accent") == [])
  }

  @Test(arguments: [
    ("accent", ["system", "backdrop", "blue"]), ("bar.edge", ["top", "bottom", "left", "right"]),
    ("bar.exclusive", ["true", "false"]), ("bar.height", ["auto"]), ("bar.spacing", []),
    ("set", []),
  ]) func `values are those that the option takes`(key: String, values: [String]) throws {
    #expect(try words("values", "hyaline settings --settings FILE set \(key)") == values)
  }

  @Test(arguments: [
    ("bar.material", "mine"), ("cpu.ink", "blue"), ("cpu.ink", "label"), ("clock.on.click", "calendar"),
    ("cpu.fill", "blue"), ("cpu.fill", "secondaryFill"), ("cpu.fill", "accent"), ("bar.0.zone_fill", "blue"),
  ])
  func `values have the names that the user has given, and those of the program`(key: String, value: String)
    throws
  {
    #expect(try words("values", "hyaline settings --settings FILE set \(key)").contains(value))
  }

  @Test func `modules are those that need no table`() throws {
    let modules = try words("modules")
    #expect(modules.contains("clock") && modules.contains("separator") && !modules.contains("script"))
    #expect(try words("notifications") == [] && words("texts") == [])
    #expect(try words("texts", isUsual: true) == ["text.hi"])
  }

  @Test func `modes and rules are those of the settings, each once`() throws {
    #expect(
      try words("modes", isUsual: true) == ["work"] && words("rules", isUsual: true) == ["mail", "quiet"])
    #expect(try words("modes") == [] && words("rules") == [])
  }
}
