import Settings
import TestSupport
import Testing
import Toml

@testable import Import

/// Tests that no contents of configurations of notification daemons trap, and that all give settings without mistakes.
struct BannerMutationTests {
  private static let rounds = Survey.isWhole ? 400 : 10

  @Test(arguments: DailySeeds.first(4) as [UInt64])
  func `a damaged file of mako gives sound settings or one message`(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    for number in 1...8 {
      let text = Array(try ImportFixtures.text("mako/0\(number).conf").utf8)
      for _ in 0..<Self.rounds {
        let bytes = Self.damaged(text, &random)
        let files = SourceFiles(
          read: { path, _ in path == "/config" ? bytes : [] }, variable: { _ in "/home" })
        do throws(ImportError) {
          let file = try MakoReader.read("/config", from: files)
          Self.check(MakoImport.draft(of: file), "seed \(seed), file \(number)")
        } catch {
          #expect(!error.description.isEmpty && error.place != nil, "seed \(seed), file \(number)")
        }
      }
    }
  }

  @Test(arguments: DailySeeds.first(4) as [UInt64])
  func `a damaged file of dunst gives sound settings`(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    for number in 1...8 {
      let text = Array(try ImportFixtures.text("dunst/0\(number).dunstrc").utf8)
      for _ in 0..<Self.rounds {
        let bytes = Array(String(decoding: Self.damaged(text, &random), as: UTF8.self).utf8)
        guard !bytes.contains(0) else { continue }
        let file = try DunstReader.read(bytes, file: "dunstrc")
        Self.check(DunstImport.draft(of: file), "seed \(seed), file \(number)")
      }
    }
  }

  @Test(arguments: DailySeeds.first(4) as [UInt64])
  func `a damaged file of swaync gives sound settings or one message`(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    for number in 1...3 {
      let json = Array(try ImportFixtures.text("swaync/0\(number).json").utf8)
      let css = Array(try ImportFixtures.text("swaync/0\(number).css").utf8)
      for _ in 0..<Self.rounds {
        let (json, css) = (Self.damaged(json, &random), Self.damaged(css, &random))
        let files = SourceFiles(read: { path, _ in path == "/json" ? json : path == "/css" ? css : nil })
        do throws(ImportError) {
          var report = ImportReport()
          let root = try JSONCReader.read(try files.text("/json") ?? [], file: "/json")
          let sheet = try StyleSheet.read(
            try files.text("/css") ?? [], file: "/css", files: files, report: &report)
          Self.check(SwayncImport.draft(of: root, style: sheet), "seed \(seed), file \(number)")
        } catch {
          #expect(!error.description.isEmpty, "seed \(seed), file \(number)")
        }
      }
    }
  }

  @Test func `a file of very many sections is read in bounded time`() throws {
    let mako = String(repeating: "[app-name=a]\nbackground-color=#000000\n", count: 2_000)
    let file = try MakoReader.read("/config", from: .texts(["/config": mako]))
    #expect(MakoImport.draft(of: file).report.entries(.carried).count == 2_000)
    let dunst = (0..<1_000).map { "[r\($0)]\nappname = a\nforeground = \"#000000\"\nx = 1\n" }.joined()
    let rules = DunstImport.draft(of: try DunstReader.read(Array(dunst.utf8), file: "dunstrc"))
    #expect(rules.report.entries(.leftOut).count == 1_000)
  }

  private static func check(_ draft: BannerDraft, _ words: String) {
    let text = draft.settings(title: "").text
    let (_, diagnostics) = SettingsFile.decode(Array(text.utf8))
    #expect(diagnostics == [], "\(words)\n\(text)")
    for entry in draft.report.entries {
      #expect(!entry.text.unicodeScalars.contains { $0.value < 0x20 }, "\(words): \(entry.text)")
    }
  }

  /// The bytes with some of them removed, repeated, replaced, or put in another place.
  static func damaged(_ bytes: [UInt8], _ random: inout SplitMix) -> [UInt8] {
    var bytes = bytes
    for _ in 0...Int.random(in: 0..<6, using: &random) where !bytes.isEmpty {
      let at = Int.random(in: bytes.indices, using: &random)
      let end = min(bytes.count, at + Int.random(in: 1..<24, using: &random))
      switch Int.random(in: 0..<6, using: &random) {
      case 0: bytes.removeSubrange(at..<end)
      case 1: bytes.insert(contentsOf: bytes[at..<end], at: Int.random(in: bytes.indices, using: &random))
      case 2: bytes[at] = UInt8.random(in: 0...255, using: &random)
      case 3: bytes[at] = Array("=[]\"\\#;\n -9%{}/".utf8).randomElement(using: &random)!
      case 4: bytes.insert(contentsOf: Array("-99999999999999999999".utf8), at: at)
      default: bytes.insert(contentsOf: Array("é\u{301}\u{202E}🙂".utf8), at: at)
      }
    }
    return bytes
  }
}
