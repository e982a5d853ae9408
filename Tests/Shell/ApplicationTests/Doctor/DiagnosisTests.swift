import HeadlessSession
import Pictures
import TestSupport
import Testing
import TextProcessing

@testable import Application

struct DiagnosisTests {
  /// Returns the first message of the decoder in the format of `DecoderMessage`: 0 for ready, or 1 for unconfined.
  private nonisolated static func header(_ kind: Int) -> String {
    "\\00\(kind)" + String(repeating: "\\000", count: 15)
  }

  @Test(arguments: [
    ("printf '\(header(0))'", "decoded by a process that can open no file and make no connection"),
    ("printf '\(header(1))'", PictureDecoder.unconfinedWords),
    ("exit 1", "cannot be decoded: the program that decodes pictures does not start"),
  ]) func `it is told whether what decodes pictures is confined`(script: String, words: String) {
    let decoder = PictureDecoder(
      command: ["sh", "-c", script + "; head -c 4 <&1 >/dev/null", "sh"], startLimit: .seconds(60))
    let finding = Diagnosis.examineDecoder(decoder)
    #expect(finding.text == "notification pictures\n  pictures  \(words)" && !finding.isFatal)
  }

  @Test func `an output with several bars has one row for its glass`() {
    let bars: [JSONValue] = [
      ["name": "DP-1", "source": "live", "reason": nil], ["name": "DP-1", "source": "live", "reason": nil],
      ["name": "DP-2", "source": "solid", "reason": "no captures"],
    ]
    let rows = Diagnosis.glass(under: bars).map { "\($0.name): \($0.value)" }
    #expect(rows == ["DP-1: live glass", "DP-2: solid glass: no captures"])
  }

  @Test func `the program itself is found confined or not`() throws {
    let place = try PrivateDirectory()
    defer { place.remove() }
    let decoder = PictureDecoder(
      command: [try Program.path(in: place), "decode-pictures"], startLimit: .seconds(60))
    #expect(Diagnosis.examineDecoder(decoder).text.contains("decoded by a process"))
  }
}
