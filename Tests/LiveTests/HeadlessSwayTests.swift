import Geometry
import HeadlessSession
import Scenes
import TestSupport
import Testing

extension LiveTests {
  @Suite struct HeadlessSwayTests {
    @Test func `sway shows one empty output of the size asked for`() throws {
      let sway = try HeadlessSway(output: "resolution 640x360@60Hz")
      defer { sway.stop() }
      let picture = try sway.picture()
      #expect(picture.size == PixelSize(width: 640, height: 360))
      // 63 is sway's own grey.
      #expect(Set(picture.bytes) == [63, 255])
    }
  }
}

/// Tests that need a compositor: one after another, since each wants the machine for itself.
@Suite(.serialized) enum LiveTests {}
