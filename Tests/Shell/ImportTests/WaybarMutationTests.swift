import Settings
import TestSupport
import Testing
import Toml

@testable import Import

/// Tests that no contents of a configuration of Waybar trap, and that all give settings without mistakes.
struct WaybarMutationTests {
  private static let rounds = Survey.isWhole ? 200 : 4

  @Test(arguments: DailySeeds.first(4) as [UInt64])
  func `a damaged configuration gives sound settings or one message`(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    for number in 1...16 {
      let name = "waybar/" + (number < 10 ? "0\(number)" : "\(number)")
      let json = Array(try ImportFixtures.text(name + ".jsonc").utf8)
      let css = Array(try ImportFixtures.text(name + ".css").utf8)
      for _ in 0..<Self.rounds {
        let texts = [
          "/w/config": BannerMutationTests.damaged(json, &random),
          "/w/style.css": BannerMutationTests.damaged(css, &random),
        ]
        let files = SourceFiles(read: { path, _ in texts[path] }, variable: { _ in "/home" })
        do throws(ImportError) {
          let imported = try WaybarImport("/w/config", files: files)
          let errors = SettingsFile(path: "/settings.toml").load(containing: Array(imported.draft.text.utf8))
            .errors()
          #expect(errors == [], "seed \(seed), file \(number)")
        } catch {
          #expect(!error.description.isEmpty, "seed \(seed), file \(number)")
        }
      }
    }
  }

  @Test func `a module that cannot be imported takes no others with it`() throws {
    let imported = try Fixtures.waybar(
      config: """
        { "modules-left": ["cpu", "group/a", "image#x", "clock"], "group/a": { "modules": ["image#x"] }, "image#x": {},
          "clock": { "timezones": ["Europe/Berlin", "Nowhere/Never"] } }
        """)
    #expect(imported.toml("bar", "start") == "[\"cpu\", \"clock\"]")
    #expect(Fixtures.mistakes(imported.draft.text) == [])
    let zones = try Fixtures.waybar(
      config:
        "{ \"modules-left\": [\"clock\"], \"clock\": { \"timezones\": [\"Europe/Berlin\", \"Nowhere/Never\"] } }",
      isZone: { $0 != "Nowhere/Never" })
    #expect(zones.toml("clock", "timezones") == "[\"Europe/Berlin\"]")
    #expect(zones.lines(.leftOut).count == 1)
  }

  @Test func `a file of many megabytes is refused before it is read as a whole`() {
    var asked = 0
    let files = SourceFiles(
      read: { _, limit in
        asked = limit
        return [UInt8](repeating: 0x20, count: limit + 1)
      })
    let error = #expect(throws: ImportError.self) { try WaybarImport("/w/config", files: files) }
    #expect(error?.problem == .tooLarge("/w/config", limit: SourceFiles.sizeLimit))
    #expect(asked == SourceFiles.sizeLimit)
  }

  @Test func `a file of the greatest size is read in bounded time`() throws {
    let rules = String(
      repeating: "#a.b:not(.c) > d, * { margin: 1px 2px; color: alpha(@x, .5) }\n", count: 1000)
    let chain = (0..<2000).map { "@define-color c\($0) mix(@c\($0 + 1), @c\($0 + 1), .5);" }.joined()
    let text = chain + rules
    let imported = try Fixtures.waybar(
      config: "{ \"modules-left\": [\"clock\"], \"clock\": " + String(repeating: "{ \"a\": ", count: 40) + "1"
        + String(repeating: "}", count: 41), style: text)
    #expect(imported.toml("bar", "start") == "[\"clock\"]")
  }

  @Test(arguments: [
    ("{ \"include\": \"config\" }", ImportError.Problem.circular("/w/config")),
    ("[]", .expected("a bar")), ("3", .expected("an object")), ("", .expected("a value")),
  ])
  func `a configuration that cannot be read is an error`(config: String, problem: ImportError.Problem) {
    let error = #expect(throws: ImportError.self) { try Fixtures.waybar(config: config) }
    #expect(error?.problem == problem)
  }

  @Test func `text that is not UTF-8 is an error with its place`() {
    let bytes = Array("{\n \"a\": \"".utf8) + [0xC3, 0x28] + Array("\" }".utf8)
    let error = #expect(throws: ImportError.self) {
      try WaybarImport("/w/config", files: SourceFiles(read: { _, _ in bytes }))
    }
    #expect(error?.description == "/w/config:2:8: expected text in UTF-8")
  }
}
