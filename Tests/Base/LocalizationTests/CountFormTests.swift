import Localization
import Testing

struct CountFormTests {
  @Test(
    arguments: [
      (1, 0, "now", "now"), (0, 0, "now", "now"), (3, 0, "now", "\u{2066}×3\u{2069}  now"),
      (1, 2, "now", "\u{2066}+2\u{2069}  now"),
      (3, 2, "قبل 5 د", "\u{2066}×3\u{2069}  \u{2066}+2\u{2069}  قبل 5 د"),
      (3, 0, "", "\u{2066}×3\u{2069}"), (1, 0, "", ""),
    ])
  func `signs of numbers stay at their left, and what says nothing is left out`(
    times: Int, behind: Int, age: String, line: String
  ) {
    #expect(CountForm.line(times: times, behind: behind, age: age) == line)
  }
}
