import Settings
import TestSupport
import Testing
import Toml
import VisualEffects

/// What a file may do to us: nothing.
struct MutationTests {
  @Test("A broken file gives usable settings and messages with a place", arguments: 0..<8)
  func mutation(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let examples = Settings.defaultText.split(separator: "\n", omittingEmptySubsequences: false)
      .map {
        $0.hasPrefix("#   ")
          ? String($0.dropFirst(4))
          : $0.dropFirst().first?.isLetter == true ? String($0.dropFirst()) : String($0)
      }
    let original = Array(examples.joined(separator: "\n").utf8)
    for round in 0..<100 {
      var bytes = original
      for _ in 0...Int.random(in: 0..<(round % 10 + 1), using: &random) { mutate(&bytes, &random) }
      let (settings, diagnostics) = SettingsFile.decode(bytes)
      checkInvariants(settings)
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

  /// What everybody takes for granted of settings.
  private func checkInvariants(_ settings: Settings) {
    #expect((1...512).contains(settings.bar.height))
    #expect(!settings.bar.font.isEmpty)
    #expect((1...1000).contains(settings.backdrop.maxRate ?? 1))
    #expect((0...135).contains(settings.barEffect.material(isDark: true).blurRadius))
    for name in settings.bar.start + settings.bar.center + settings.bar.end {
      switch settings.module(name) {
      case .clock(let clock): #expect(name.kind == .clock && !clock.format.isEmpty)
      case .text(let text): #expect(name.kind == .text && !text.text.contains("\n"))
      case .script(let script):
        #expect(name.kind == .script && script.command.first?.isEmpty == false)
        #expect(script.interval >= 0 && script.interval.isFinite)
      }
    }
  }
}
