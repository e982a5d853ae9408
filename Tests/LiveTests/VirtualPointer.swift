import Geometry
import TestSupport
import Wayland

/// A pointing device that a test moves.
final class VirtualPointer {
  private let client: TestClient
  private let proxy: ZwlrVirtualPointerV1
  private var time: UInt32 = 1000

  /// Plugs it in, on a seat or on the one that the compositor has.
  init(_ client: TestClient, seat: Globals.Global? = nil) throws {
    self.client = client
    let seat = try seat.map { try client.connection.globals.bind(WlSeat.self, to: $0, version: 5) }
    let manager = try client.connection.globals.shared(ZwlrVirtualPointerManagerV1.self, version: 2)
    proxy = manager.createVirtualPointer(seat: seat)
    try client.connection.roundTrip()
  }

  isolated deinit {
    unplug()
  }

  /// Moves it to a place of the layout of all outputs, `size` in logical pixels.
  func move(x: Double, y: Double, in size: LogicalSize) throws {
    // A place is a fraction: finer than 1/256 of a pixel, which is the finest that is told.
    let fine = 4096.0
    try act {
      proxy.motionAbsolute(
        time: time, x: UInt32((x * fine).rounded()), y: UInt32((y * fine).rounded()),
        xExtent: UInt32(size.width * fine), yExtent: UInt32(size.height * fine))
    }
  }

  /// Presses or releases a button, by the kernel's number.
  func button(_ code: UInt32 = 0x110, isPressed: Bool) throws {
    try act { proxy.button(time: time, button: code, state: isPressed ? .pressed : .released) }
  }

  func click(_ code: UInt32 = 0x110) throws {
    try button(code, isPressed: true)
    try button(code, isPressed: false)
  }

  /// Turns a wheel by notches, of which each is worth so many logical pixels.
  func turn(_ axis: WlPointer.Axis, notches: Int32, value: Double) throws {
    try act {
      proxy.axisSource(axisSource: .wheel)
      proxy.axisDiscrete(time: time, axis: axis, value: value * Double(notches), discrete: notches)
    }
  }

  /// Scrolls with fingers, by logical pixels.
  func scroll(_ axis: WlPointer.Axis, value: Double) throws {
    try act {
      proxy.axisSource(axisSource: .finger)
      proxy.axis(time: time, axis: axis, value: value)
    }
  }

  /// Lets so many milliseconds pass on the pointer's clock.
  func rest(_ milliseconds: UInt32) { time += milliseconds }

  /// Idempotent.
  func unplug() {
    proxy.destroy()
    _ = try? client.connection.flush()
  }

  private func act(_ requests: () -> Void) throws {
    time += 1
    requests()
    proxy.frame()
    try client.connection.roundTrip()
  }
}
