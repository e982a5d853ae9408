import BarUI
import Testing

struct MissingBarTests {
  private static let left = MissingBar.Bar(output: "DP-1", visibility: .hidden)
  private static let right = MissingBar.Bar(output: "DP-2", visibility: .hidden)
  private static let opening = MissingBar.Bar(output: "DP-3", visibility: .opening)
  private static let shown = MissingBar.Bar(output: "DP-4", visibility: .shown)

  @Test(
    arguments: [
      (nil, [], "there is no bar on any output"),
      ("DP-1", [], "there is no bar on any output"),
      (nil, [left], "the bar on DP-1 is hidden"),
      ("DP-1", [left, right, shown], "the bar on DP-1 is hidden"),
      (nil, [left, left], "the bar on DP-1 is hidden"),
      (nil, [left, right], "the bars on DP-1, DP-2 are hidden"),
      (nil, [left, opening], "the bar on DP-3 is not on the screen yet"),
      ("HDMI-A-1", [left, shown], "no bar on output HDMI-A-1; there is one on: DP-1, DP-4"),
    ] as [(String?, [MissingBar.Bar], String)])
  func `the reason is named`(wanted: String?, bars: [MissingBar.Bar], words: String) {
    #expect("\(MissingBar(wanted: wanted, bars: bars))" == words)
  }
}
