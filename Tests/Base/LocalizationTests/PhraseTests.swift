import Testing

@testable import Localization

@Suite struct PhraseTests {
  @Test func `values have numbers in the key of a phrase`() {
    let phrase: Phrase = "\(3) of \("some") cores"
    #expect(phrase.key == "{0} of {1} cores" && phrase.values == ["3", "some"])
  }

  @Test(arguments: [
    ("{0} von {1}", "1 von 2"), ("{1} 中 {0}", "2 中 1"), ("{1}", "2"), ("{0}{0}", "11"),
    ("{name} {0} {", "{name} 1 {"), ("{2} {-1} {} }", "{2} {-1} {} }"), ("", ""),
  ]) func `a translation has its own order of values`(translation: String, text: String) {
    #expect(("\(1) of \(2)" as Phrase).text(translation) == text)
  }

  @Test func `values with braces are not filled in again`() {
    #expect(("\("{1}") and \("b")" as Phrase).text("{0}, {1}") == "{1}, b")
  }

  @Test func `a line has all texts that are not empty`() {
    #expect(
      ["", "home", "", "strong signal", "VPN work", ""].localizedLine() == "home · strong signal · VPN work")
    #expect([""].localizedLine().isEmpty && [].localizedLine().isEmpty)
  }

  @Test func `texts are English unless a catalogue is opened`() {
    #expect(localized("Close all from \("Mail")") == "Close all from Mail")
    #expect(localized("Next", context: "media") == "Next")
    #expect(localized("\(1) core", plural: "\(1) cores", count: 1) == "1 core")
    #expect(localized("\(8) core", plural: "\(8) cores", count: 8) == "8 cores")
    #expect(localized(format: "") == "" && localized(format: "{a} b") == "{a} b")
  }
}
