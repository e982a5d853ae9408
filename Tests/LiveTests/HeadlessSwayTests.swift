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
      // sway's own colour is a grey of 63, and black since version 1.11.
      #expect([[63, 255], [0, 255]].contains(Set(picture.bytes)))
    }
  }
}

/// Tests that need a compositor: one after another, since each wants the machine for itself.
@Suite(.serialized) enum LiveTests {}
