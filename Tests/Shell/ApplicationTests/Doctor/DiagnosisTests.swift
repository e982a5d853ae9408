import HeadlessSession
import Pictures
import TestSupport
import Testing

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

  @Test func `the program itself is found confined or not`() throws {
    let place = try PrivateDirectory()
    defer { place.remove() }
    let decoder = PictureDecoder(
      command: [try Program.path(in: place), "decode-pictures"], startLimit: .seconds(60))
    #expect(Diagnosis.examineDecoder(decoder).text.contains("decoded by a process"))
  }
}
