import Geometry
import TestSupport
import Testing
import Views

@testable import LiveGlass

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
      try stage.run("the surface") { surface.isShown }
      let pointer = try VirtualPointer(stage.client)
      try pointer.move(x: 60, y: 50, in: layout)
      var places = 0
      let others = surface.onPointer
      surface.onPointer = { event in
        places += 1
        others?(event)
      }
      try stage.run("a pointer on the surface") { places > 0 }
      _ = try stage.settle()
      let (seen, first) = (places, surface.scene)
      try pointer.move(x: 100, y: 50, in: layout)
      try stage.run("a motion of the pointer") { places > seen }
      _ = try stage.settle()
      #expect(first != nil && (surface.scene == first) == reducesMotion)
    }

    @Test func `a fill sinks as far when a motion of the program ends meanwhile`() throws {
      let stage = try GlassStage()
      defer { stage.stop() }
      let surface = stage.output.show(
        SurfacePlacement(anchors: [.top, .left], width: 200, height: 100), isDark: true
      ) { _ in
        Button(Act.press, style: .plain) { Spacer().frame(width: 160, height: 60) }
          .frame(maxWidth: .infinity, maxHeight: .infinity).glass(BlurEffect(style: .systemMaterial))
      }
      try stage.run("the surface") { surface.isShown }
      let pointer = try VirtualPointer(stage.client)
      try pointer.move(x: 60, y: 50, in: LogicalSize(width: 1280, height: 720))
      var isPressed = false
      let others = surface.onPointer
      surface.onPointer = { event in
        switch event.kind {
        case .pressed: isPressed = true
        case .released: isPressed = false
        case .entered, .left, .moved, .scrolled: break
        }
        others?(event)
      }
      _ = try stage.settle()
      try pointer.button(isPressed: true)
      try stage.run("a press") { isPressed }
      _ = try stage.settle()
      let pressed = surface.scene
      try pointer.button(isPressed: false)
      try stage.run("the end of the press") { !isPressed }
      _ = try stage.settle()
      #expect(surface.scene != pressed)
      surface.animate(while: { _ in !isPressed })
      try pointer.button(isPressed: true)
      try stage.run("a button that is down as before") { surface.scene == pressed }
    }
  }
}
