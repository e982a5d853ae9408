import Testing

@testable import BarUI

struct SeparatorRuleTests {
  /// `m` is a module, `-` a hidden one, `|` a separator and `.` one that is idle.
  @Test(arguments: [
    ("m|m", "m|m"), ("|m|", "|m|"), ("m||m", "m||m"), ("-|m", "-.m"), ("m|-", "m.-"), ("m|-|m", "m|-.m"),
    ("-|-|m", "-.-.m"), ("m|-|-", "m.-.-"), ("m-|m", "m-|m"), ("m|-m", "m|-m"), ("-|-", "-.-"), ("", ""),
    ("m|-||m", "m|-..m"), ("|", "|"), ("m|--|--|m", "m|--.--.m"),
  ])
  func `a separator is idle where hidden modules leave it nothing to separate`(row: String, expected: String)
  {
    let parts = row.map { $0 == "|" ? SeparatorRule.Part.separator : $0 == "-" ? .hidden : .content }
    let idle = SeparatorRule.idle(parts)
    #expect(String(row.enumerated().map { idle.contains($0.offset) ? "." : $0.element }) == expected)
  }
}
