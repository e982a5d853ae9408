import Geometry
import LiveGlass
import TestSupport
import Testing
import Views

extension LiveTests {
  /// The light of the hand on plain buttons of programs.
  @Suite struct HandLightTests {
    private enum Act: ViewAction { case press }

    @Test(arguments: [false, true])
    func `the light of the hand moves with it, unless motion is reduced`(
      reducesMotion: Bool
    ) throws {
      let stage = try GlassStage()
      defer { stage.stop() }
      let layout = LogicalSize(width: 1280, height: 720)
      let surface = stage.output.show(
        SurfacePlacement(anchors: [.top, .left], width: 200, height: 100), isDark: true,
        reducesMotion: reducesMotion
      ) { _ in
        Button(Act.press, style: .plain) { Spacer().frame(width: 160, height: 60) }
          .frame(maxWidth: .infinity, maxHeight: .infinity).glass(BlurEffect(style: .systemMaterial))
      }
      let pointer = try VirtualPointer(stage.client)
      try pointer.move(x: 60, y: 50, in: layout)
      var places = 0
      let others = surface.onPointer
      surface.onPointer = { event in
        places += 1
        others?(event)
      }
      try stage.run("a pointer on the surface") { surface.isShown && places > 0 }
      let first = try stage.settle()
      let seen = places
      try pointer.move(x: 100, y: 50, in: layout)
      try stage.run("a motion of the pointer") { places > seen }
      // The compositor draws the cursor into the picture.
      let besideCursor = PixelRect(x: 130, y: 25, width: 40, height: 50)
      let difference = PictureDifference(try stage.settle(), ReferencePicture(first), in: besideCursor)
      #expect((difference.max <= 2) == reducesMotion, "\(difference)")
    }
  }
}
