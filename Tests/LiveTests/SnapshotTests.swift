import Glibc
import HeadlessSession
import TestSupport
import Testing

extension LiveTests {
  @Suite struct SnapshotTests {
    @Test func `a picture of a hidden bar is refused with the reason`() throws {
      let sway = try HeadlessSway(output: "resolution 640x360@60Hz")
      defer { sway.stop() }
      let bar = try RunningHyaline(in: sway, settings: "[bar]\nmode = \"hidden\"\n")
      try bar.waitForStatistics("a hidden bar") { $0["commits"] == 0 }
      let picture = sway.directory.file("bar.png")
      for output in ["", #","output":"HEADLESS-1""#] {
        let answer = try bar.request(#"{"command":"snapshot","path":"\#(picture)"\#(output)}"#)
        #expect(answer.contains("the bar on HEADLESS-1 is hidden"), "\(answer)")
      }
      #expect(unsafe access(picture, F_OK) != 0)
    }
  }
}
