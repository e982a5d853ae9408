import Glibc
import HeadlessSession
import TestSupport
import Testing

extension LiveTests {
  @Suite struct LinkTests {
    @Test func `of a link that cannot be opened the log tells the scheme alone`() throws {
      let scratch = try PrivateDirectory()
      let program = try scratch.write("#!/bin/sh\nexit 4\n", to: "xdg-open")
      unsafe chmod(program, 0o755)
      let stage = try BannerStage(environment: ["PATH": scratch.path + ":/usr/bin:/bin"])
      defer { stage.stop() }
      try stage.notify(
        "Hello", "<a href=\"HTTPS://example.org/?token=secret\">a link over the line, to be clicked</a>")
      try stage.settle()
      // The body is the third line.
      try stage.click(x: BannerInputTests.corner.x + 120, y: BannerInputTests.corner.y + 14 + 17 + 19 + 8)
      try stage.session.eventually("the line") { stage.hyaline.log.contains("xdg-open cannot open") }
      #expect(stage.hyaline.log.contains("xdg-open cannot open a link of the scheme \"https\"\n"))
      #expect(!stage.hyaline.log.contains("secret") && !stage.hyaline.log.contains("example.org"))
    }
  }
}
