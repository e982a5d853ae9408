import Settings
import TestSupport
import Testing
import Toml
import VisualEffects

/// Tests that no content of a settings file traps, and that every one gives usable settings.
struct MutationTests {
  @Test(arguments: DailySeeds.first(8) as [UInt64])
  func `a damaged file gives usable settings and messages with a place`(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var laidOut = LaidOutSettings()
    let examples = Settings.defaultText.split(separator: "\n", omittingEmptySubsequences: false)
      .map {
        $0.hasPrefix("#   ")
          ? String($0.dropFirst(4))
          : $0.dropFirst().first?.isLetter == true ? String($0.dropFirst()) : String($0)
      }
    let original = Array(examples.joined(separator: "\n").utf8)
    for round in 0..<(Survey.isWhole ? 100 : 40) {
      var bytes = original
      for _ in 0...Int.random(in: 0..<(round % 10 + 1), using: &random) { mutate(&bytes, &random) }
      let (settings, diagnostics) = SettingsFile.decode(bytes)
      checkInvariants(settings)
      laidOut.layOut(settings, on: round, "seed \(seed) round \(round)")
      let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 2
      for diagnostic in diagnostics {
        let position = diagnostic.position ?? SettingsPosition(line: 0, column: 0)
        #expect((1...lines).contains(position.line) && position.column > 0, "seed \(seed) round \(round)")
        let message = diagnostic.message(file: "settings.toml")
        #expect(!message.unicodeScalars.contains { $0.value < 32 }, "seed \(seed) round \(round)")
      }
      let places = diagnostics.compactMap(\.position)
      #expect(places == places.sorted(), "seed \(seed) round \(round)")
    }
  }

  @Test(arguments: DailySeeds.first(2) as [UInt64])
  func `damaged included files give usable settings and messages that name a file`(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let directory = ScratchDirectory()
    let colours = """
      [colors]
      a = "#ff0000"
      b = "a"
      [cpu.states.high]
      when = { percent = "!20" }
      ink = "b"
      [workspaces.states.web]
      when = { name = "!web*", output = "DP-?" }
      ink = "a"
      """
    let texts = [
      "settings.toml": "include = [\"a.toml\", \"b.toml\"]\naccent = \"a\"\n",
      "a.toml": "include = [\"b.toml\"]\n" + Settings.defaultText.replacing("#height", with: "height"),
      "b.toml": colours,
    ]
    let expected = SettingsFile(path: directory("settings.toml"))
    for (name, text) in texts { directory.write(text, to: name) }
    #expect(expected.load().messages == [] && expected.load().settings.accent == .colour([1, 0, 0, 1]))
    for round in 0..<(Survey.isWhole ? 200 : 40) {
      for (name, text) in texts.sorted(by: { $0.key < $1.key }) {
        var bytes = Array(text.utf8)
        for _ in 0..<Int.random(in: 0..<4, using: &random) { mutate(&bytes, &random) }
        directory.write(String(decoding: bytes, as: UTF8.self), to: name)
      }
      let contents = expected.load()
      checkInvariants(contents.settings)
      let names = ["settings.toml"] + contents.included.map(\.name)
      for message in contents.messages {
        #expect(names.contains { message.hasPrefix($0 + ":") }, "seed \(seed) round \(round): \(message)")
      }
    }
  }

  @Test(arguments: Settings.options)
  func `whatever value of an option is accepted can be laid out`(section: SectionSummary) {
    var laidOut = LaidOutSettings()
    let header = section.path.isEmpty ? "" : "[\(section.example)]\n"
    var accepted = 0
    for option in section.options {
      let needed = section.options.filter { $0.isNeeded && $0.key != option.key }
        .map { "\($0.key) = \($0.example)\n" }.joined()
      let fonts = option.type.contains("font") ? Self.hostileFonts : []
      for value in [option.example] + Self.hostileValues + fonts + Self.limits(option.type) {
        let text = header + needed + "\(option.key) = \(value)\n"
        let (settings, messages) = decode(text)
        guard messages.isEmpty else { continue }
        accepted += 1
        let outputs = LaidOutSettings.outputs.indices
        for output in Survey.isWhole ? outputs : outputs.suffix(from: accepted % 3).prefix(1) {
          laidOut.layOut(settings, on: output, "\(text)")
        }
      }
    }
    #expect(accepted > 0)
  }

  /// Numbers at the edges of what there is, as they may stand in a text.
  private static let hostileNumbers = [
    "0", "-0", "-1", "1e-30", "0.04", "1", "256", "257", "1e30", "1e400", "0x1p99", "nan", "inf", "infinity",
  ]
  /// Values at the edges of what there is, as TOML.
  private static let hostileValues =
    [
      "0", "1", "-1", "9223372036854775807", "-9223372036854775808", "1e308", "1e-308", "-0.0", "nan", "inf",
      "true", "false", "[]", "[0, 0, 0, 0]", "{}", "\"#00000000\"", "\"\"", "\" \"", "\"*\"",
      "\"\u{202E}\u{301}\"", "\"\(String(repeating: "W", count: 2000))\"",
    ] + hostileNumbers.map { "\"\($0)\"" }
  /// Descriptions of fonts with sizes at the edges of what there is, as TOML.
  private static let hostileFonts =
    hostileNumbers.flatMap { ["\"Inter \($0)\"", "\"Inter \($0)px\"", "\"Inter \($0) @wght=500\""] } + [
      "\"Inter,\"", "\"Inter,1e30\"",
    ]

  /// The least and the most that a type names, as `integer, 1 to 512` does.
  private static func limits(_ type: String) -> [String] {
    type.split(separator: " ").map(String.init).filter { Double($0) != nil }
  }

  private func mutate(_ bytes: inout [UInt8], _ random: inout SplitMix) {
    guard !bytes.isEmpty else { return }
    let start = Int.random(in: bytes.indices, using: &random)
    let end = min(bytes.count, start + Int.random(in: 1...20, using: &random))
    let tokens = [
      "[", "]", "{", "}", "\"", "'", "\"\"\"", "=", ".", ",", "\n", "#", "\\", "1", "-", "nan", "ü", "\0",
      "\r",
    ]
    switch Int.random(in: 0..<6, using: &random) {
    case 0: bytes[start] = UInt8.random(in: 0...255, using: &random)
    case 1: bytes.removeSubrange(start..<end)
    case 2: bytes.insert(contentsOf: bytes[start..<end], at: Int.random(in: bytes.indices, using: &random))
    case 3: bytes.removeSubrange(start...)
    case 4: bytes[start] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    default: bytes.insert(contentsOf: tokens.randomElement(using: &random)!.utf8, at: start)
    }
  }

  /// Checks that settings are within the limits on which the rest of the program relies.
  private func checkInvariants(_ settings: Settings) {
    #expect((1...512).contains(settings.bar.height))
    #expect(!settings.bar.font.isEmpty)
    #expect((1...1000).contains(settings.backdrop.maxRate ?? 1))
    #expect(
      (0...135).contains(settings.effect(named: settings.bar.material).material(isDark: true).blurRadius))
    for name in settings.bar.start + settings.bar.center + settings.bar.end {
      switch settings.module(name).source.base {
      case let clock as ClockSettings: #expect(name.kind == .clock && clock.zones.allSatisfy { !$0.isEmpty })
      case let text as TextSettings: #expect(name.kind == .text && !text.text.contains("\n"))
      case let script as ScriptSettings:
        #expect(name.kind == .script && script.command.first?.isEmpty == false)
        #expect(script.interval >= 0 && script.interval.isFinite)
      case let meter as MeterSettings: #expect((0.5...86400).contains(meter.interval))
      case let workspaces as WorkspacesSettings:
        #expect(name.kind == .workspaces && workspaces.persistent.names.allSatisfy { !$0.isEmpty })
      case let taskbar as TaskbarSettings:
        #expect(name.kind == .taskbar && taskbar.pinned.allSatisfy { !$0.isEmpty })
        #expect((1...1000).contains(taskbar.mostItems ?? 1))
      case let keyboard as KeyboardSettings:
        #expect(name.kind == .keyboard && (0.5...86400).contains(keyboard.interval))
      case let image as ImageSettings: #expect((1...256).contains(image.size) && image.interval >= 0)
      case let battery as BatterySettings:
        #expect(name.kind == .battery && battery.warnings.allSatisfy { (1...100).contains($0) })
      case let light as LightSettings:
        #expect((0.1...50).contains(light.step) && light.isKeyboard == (name.kind == .keyboardLight))
      case let sound as SoundSettings:
        #expect((0.1...50).contains(sound.step) && (10...150).contains(sound.limit))
        #expect(name.kind == (sound.isInput ? .microphone : .audio))
      case let network as NetworkSettings:
        #expect(name.kind == .network && (0.5...86400).contains(network.interval))
      case let group as GroupSettings: #expect((1...64).contains(group.kept))
      case let gap as GapSettings: #expect((0...4096).contains(gap.width))
      default: break
      }
    }
  }
}
