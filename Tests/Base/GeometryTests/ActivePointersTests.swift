import Geometry
import Testing

@Suite struct ActivePointersTests {
  private let one = SeatID(rawValue: 1)
  private let two = SeatID(rawValue: 2)

  @Test func `something is on it until the last pointer and the last finger have gone`() {
    var contacts = ActivePointers()
    #expect(contacts.isEmpty)
    contacts.follow(PointerEvent(.entered, x: 0, y: 0, seat: one))
    contacts.follow(PointerEvent(.entered, x: 0, y: 0, seat: two))
    // Fingers of two seats may have one number.
    contacts.follow(TouchEvent(.began, id: 0, x: 0, y: 0, seat: one))
    contacts.follow(TouchEvent(.began, id: 0, x: 0, y: 0, seat: two))
    contacts.follow(PointerEvent(.moved, x: 1, y: 0, seat: one))
    contacts.follow(PointerEvent(.left, x: 1, y: 0, seat: one))
    contacts.follow(TouchEvent(.ended, id: 0, x: 0, y: 0, seat: one))
    #expect(!contacts.isEmpty)
    contacts.follow(PointerEvent(.left, x: 1, y: 0, seat: two))
    #expect(!contacts.isEmpty)
    contacts.follow(TouchEvent(.cancelled, id: 0, x: 0, y: 0, seat: two))
    #expect(contacts == ActivePointers())
  }

  @Test(arguments: [
    (UInt32(0x110), PointerEvent.Button.left), (0x111, .right), (0x112, .middle), (0x113, .back),
    (0x116, .back), (0x114, .forward), (0x115, .forward), (0x117, .other(0x117)),
  ]) func `buttons are known by the kernel's numbers`(code: UInt32, button: PointerEvent.Button) {
    #expect(PointerEvent.Button(code: code) == button)
  }

  @Test func `another unit changes places and ways, and not notches`() {
    let notches = PointerEvent.Notches(x: 0, y: 1)
    let event = PointerEvent(.scrolled(dx: 1, dy: -15), x: 10, y: 20, notches: notches)
    #expect(
      event.scaled(x: 2, y: 1.5)
        == PointerEvent(.scrolled(dx: 2, dy: -22.5), x: 20, y: 30, notches: notches))
    #expect(
      TouchEvent(.moved, id: 3, x: 10, y: 20).scaled(x: 2, y: 1.5)
        == TouchEvent(.moved, id: 3, x: 20, y: 30))
  }
}
