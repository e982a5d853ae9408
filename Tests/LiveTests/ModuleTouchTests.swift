import Geometry
import HeadlessSession
import Scenes
import TestSupport
import Testing
import TextProcessing

extension LiveTests {
  /// Fingers on modules: from the bytes of `wl_touch` on the program's connection to the commands of gestures.
  @Suite struct ModuleTouchTests {
    @Test func `a finger that rests on a module is a long touch alone, and a tap is a click`() throws {
      var screen: TouchProxy?
      let stage = try ModuleStage {
        let proxy = try TouchProxy($0)
        screen = proxy
        return ["WAYLAND_DISPLAY": proxy.display]
      } _: { scratch in
        """
        [bar]
        start = ["text.hello"]
        center = []
        [text.hello]
        text = "hello"
        on.click = ["sh", "-c", "echo click >> \(scratch("told"))"]
        on.touch_long = ["sh", "-c", "echo long >> \(scratch("told"))"]
        """
      }
      defer { stage.stop() }
      let touch = try #require(screen)
      let frame = try #require(try stage.module("text.hello")?["frame"]?.frame)
      let (x, y) = (Int(frame.x + frame.width / 2), Int(frame.y + frame.height / 2))
      try eventually("the touch screen, got \(touch.log)") { touch.isTaken }
      try touch.act("down 0 \(x) \(y)")
      try eventually("the long touch, got \(touch.log)") {
        stage.scratch.contents(of: "told") == "long\n"
      }
      try touch.act("up 0", "down 0 \(x) \(y)", "up 0")
      try eventually("the click") { stage.scratch.contents(of: "told") == "long\nclick\n" }
    }
  }
}
