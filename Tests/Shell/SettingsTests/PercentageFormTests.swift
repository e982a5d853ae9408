import Settings
import Testing

struct PercentageFormTests {
  @Test(arguments: [
    ("{icon} {percent}%", "{icon} <{percent}>"), ("{a:.1}%, {b}%", "<{a:.1}>, <{b}>"), ("{a} %", "{a} %"),
    ("50%", "50%"), ("{a", "{a"), ("", ""),
  ]) func `percentages in a format are as the language writes them`(format: String, local: String) {
    #expect(PercentageForm.applied(to: format) { "<\($0)>" } == local)
    // Texts are English unless a catalogue is opened.
    #expect(PercentageForm.applied(to: format) == format)
  }
}
