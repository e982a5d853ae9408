import Geometry
import Notifications
import Testing

struct BannerPointerTests {
  /// An event of the pointer at a point of the surface, whose upper edge lies at `top` on the output at that time.
  struct Step: Sendable {
    var kind: PointerEvent.Kind
    var x, y: Double
    var top: Int

    init(_ kind: PointerEvent.Kind, x: Double = 50, y: Double = 20, top: Int = 100) {
      (self.kind, self.x, self.y, self.top) = (kind, x, y, top)
    }
  }

  private static let entered = Step(.entered)
  private static let pressed = Step(.pressed(.left))
  private static let released = Step(.released(.left))

  @Test(
    arguments: [
      ([], false), ([entered], false),
      // A movement is at least a pixel, in one step or in several; some compositors send a motion with each enter
      // event.
      ([entered, Step(.moved, x: 51)], true), ([entered, Step(.moved, y: 19)], true),
      ([entered, Step(.moved)], false),
      ([entered, Step(.moved, x: 50.4), Step(.moved, x: 50.8)], true),
      // The surface has grown upwards, has been laid out in other pixels, or lies elsewhere than was believed.
      ([entered, Step(.moved, y: 90, top: 30)], false), ([entered, Step(.moved, y: 90.5, top: 30)], false),
      ([entered, Step(.moved, top: 30)], false), ([entered, Step(.moved, x: 52, y: 90, top: 30)], true),
      ([entered, Step(.moved, y: 90, top: 30), Step(.moved, y: 91, top: 30)], true),
      // A pointer that was moved by hand remains moved, whatever appears beneath it, until it leaves.
      ([entered, Step(.moved, x: 60), Step(.moved)], true),
      ([entered, Step(.moved, x: 60), Step(.left)], false),
      ([entered, Step(.moved, x: 60), Step(.left), entered], false),
      // A pointer also remains moved if the surface moves away from beneath it and back, but not if the banners do.
      ([entered, Step(.moved, x: 60), Step(.left), Step(.entered, x: 60, y: 90, top: 30)], true),
      ([entered, Step(.moved, x: 60), Step(.left, top: 30), Step(.entered, x: 60, y: 90, top: 30)], true),
      ([entered, Step(.moved, x: 60), Step(.left), Step(.entered, x: 60)], false),
      ([entered, Step(.moved, x: 60), Step(.left), Step(.entered, x: 60, y: 80, top: 30)], false),
      ([entered, Step(.left), Step(.entered, y: 90, top: 30)], false),
      // A click counts as a movement by hand once the button is released.
      ([entered, pressed], false), ([entered, pressed, Step(.moved, x: 60)], false),
      ([entered, pressed, released], true),
      ([entered, pressed, Step(.left), entered, Step(.moved, x: 60)], true),
      ([entered, Step(.scrolled(dx: 0, dy: 9))], false),
    ] as [([Step], Bool)])
  func `a pointer is moved when a hand moves it, not what is beneath it`(steps: [Step], isMoved: Bool) {
    var pointer = BannerPointer()
    for step in steps {
      pointer.update(PointerEvent(step.kind, x: step.x, y: step.y), surfaceAt: (7, step.top))
    }
    #expect(pointer.isMoved == isMoved)
  }

  @Test(arguments: [false, true])
  func `a pointer that enters in one step is moved by hand where nothing has changed`(atRest: Bool) {
    var pointer = BannerPointer()
    pointer.update(PointerEvent(.entered, x: 50, y: 20), surfaceAt: (7, 100), atRest: atRest)
    #expect(pointer.isMoved == atRest)
    pointer.update(PointerEvent(.left, x: 50, y: 20), surfaceAt: (7, 100), atRest: atRest)
    #expect(!pointer.isMoved)
  }

  @Test func `a pointer keeps its place on the output when the surface grows upwards, until it leaves`() {
    var pointer = BannerPointer()
    #expect(pointer.place(onSurfaceAt: (7, 100)) == nil)
    pointer.update(PointerEvent(.entered, x: 50, y: 20), surfaceAt: (7, 100))
    pointer.update(PointerEvent(.moved, x: 51, y: 20), surfaceAt: (7, 100))
    #expect(pointer.place(onSurfaceAt: (7, 100)) == BannerPointer.Place(x: 51, y: 20))
    #expect(pointer.place(onSurfaceAt: (7, 30)) == BannerPointer.Place(x: 51, y: 90))
    pointer.update(PointerEvent(.left, x: 51, y: 20), surfaceAt: (7, 100))
    #expect(pointer.place(onSurfaceAt: (7, 100)) == nil)
  }
}
