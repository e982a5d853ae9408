import Testing

@testable import Loop

struct LogLevelTests {
  @Test(
    arguments: [
      (nil, Log.Level.warning), ("", .warning), ("error", .error), ("warning", .warning), ("info", .info),
      ("debug", .debug), ("trace", .trace),
    ] as [(String?, Log.Level)])
  func `a level is chosen by its name, and the default without one`(name: String?, level: Log.Level) {
    let chosen = Log.Level.chosen(by: name)
    #expect(chosen.level == level && chosen.mistake == nil)
  }

  @Test(arguments: ["verbose", "Info", "2"])
  func `another name stands for the default, and the names that there are are told`(name: String) {
    let chosen = Log.Level.chosen(by: name)
    #expect(chosen.level == .warning)
    #expect(
      chosen.mistake
        == "expected error, warning, info, debug or trace, got \"\(name)\"; the level is warning")
  }
}
