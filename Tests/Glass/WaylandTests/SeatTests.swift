import Geometry
import Glibc
import Loop
import TestSupport
import Testing
import WaylandTestSupport

@testable import Wayland

/// Tests of the events of a seat, as surfaces receive them.
@Suite struct SeatTests {
  /// The objects that the client makes, in this order.
  private let seat: UInt32 = 4
  private let surface: UInt32 = 6
  private let pointer: UInt32 = 7
  private let touch: UInt32 = 8

  /// Everything, with a seat of a pointer and a touch screen.
  @MainActor private final class Scene {
    let compositor = ScriptedCompositor()
    let connection: Connection
    let seats: Seats
    let surface: Surface
    var pointing: [PointerEvent] = []
    var touching: [TouchEvent] = []

    init(version: UInt32 = 8, more: [(String, UInt32)] = []) throws {
      connection = try compositor.connect([("wl_seat", version), ("wl_compositor", 4)] + more)
      seats = Seats(connection, loop: try EventLoop())
      surface = try Surface(connection)
      seats.onPointer = { [unowned self] in
        #expect($0 === surface.proxy)
        pointing.append($1)
      }
      seats.onTouch = { [unowned self] _, event in touching.append(event) }
    }

    func send(_ object: UInt32, _ opcode: UInt16, _ words: UInt32...) {
      compositor.send(object, opcode, words.map { .word($0) })
    }

    func deliver() throws { try compositor.deliver(connection) }
  }

  private func fixed(_ number: Double) -> UInt32 { UInt32(bitPattern: Int32(number * 256)) }

  /// A scene with the pointer on the surface, at 3, 4.
  private func pointed(version: UInt32 = 8) throws -> Scene {
    let scene = try Scene(version: version)
    scene.send(seat, 0, 1 | 4)
    try scene.deliver()
    scene.send(pointer, 0, 11, surface, fixed(3), fixed(4))
    scene.send(pointer, 5)
    try scene.deliver()
    #expect(scene.pointing == [event(.entered, serial: 11)])
    scene.pointing = []
    return scene
  }

  private func event(
    _ kind: PointerEvent.Kind, _ x: Double = 3, _ y: Double = 4, time: UInt32 = 0, serial: UInt32? = nil,
    notches: PointerEvent.Notches? = nil
  ) -> PointerEvent {
    PointerEvent(
      kind, x: x, y: y, time: time, serial: serial, seat: SeatID(rawValue: 1), notches: notches)
  }

  @Test func `nothing of a frame is told before it is over`() throws {
    let scene = try pointed()
    scene.send(pointer, 2, 100, fixed(5.5), fixed(-1))
    scene.send(pointer, 3, 12, 101, 0x111, 1)
    try scene.deliver()
    #expect(scene.pointing == [])
    scene.send(pointer, 5)
    try scene.deliver()
    #expect(
      scene.pointing == [
        event(.moved, 5.5, -1, time: 100), event(.pressed(.right), 5.5, -1, time: 101, serial: 12),
      ])
  }

  @Test(arguments: [(UInt32(8), UInt16(9), Int32(-180), -1.5), (7, 8, -2, -2)])
  func `both axes of a frame are one scroll, in notches if it was a wheel`(
    version: UInt32, opcode: UInt16, amount: Int32, notches: Double
  ) throws {
    let scene = try pointed(version: version)
    scene.send(pointer, 6, 0)
    scene.send(pointer, opcode, 0, UInt32(bitPattern: amount))
    scene.send(pointer, 4, 200, 0, fixed(-22.5))
    scene.send(pointer, 4, 200, 1, fixed(2))
    scene.send(pointer, 5)
    // Fingers say when they are lifted, which is no scroll.
    scene.send(pointer, 6, 1)
    scene.send(pointer, 7, 210, 0)
    scene.send(pointer, 5)
    try scene.deliver()
    #expect(
      scene.pointing == [
        event(
          .scrolled(dx: 2, dy: -22.5), time: 200, notches: PointerEvent.Notches(x: 0, y: notches))
      ])
  }

  @Test func `a pointer that goes with its device has left; one that comes is another`() throws {
    let scene = try pointed()
    scene.send(pointer, 3, 12, 300, 0x110, 1)
    scene.send(pointer, 5)
    scene.send(seat, 0, 4)
    try scene.deliver()
    #expect(
      scene.pointing == [event(.pressed(.left), time: 300, serial: 12), event(.left, time: 300)])
    scene.pointing = []
    scene.send(seat, 0, 5)
    try scene.deliver()
    // The number after the touch screen's.
    scene.send(9, 0, 13, surface, fixed(1), fixed(2))
    scene.send(9, 5)
    try scene.deliver()
    #expect(scene.pointing == [event(.entered, 1, 2, serial: 13)])
  }

  @Test func `a seat that goes takes its devices, and one that comes later is followed`() throws {
    let scene = try pointed()
    let before = Proxy.liveCount
    scene.compositor.withdraw(1)
    try scene.deliver()
    #expect(scene.pointing == [event(.left)])
    // Seat, pointer and touch screen.
    #expect(Proxy.liveCount == before - 3)
    scene.compositor.announce(7, "wl_seat", version: 5)
    try scene.deliver()
    scene.send(9, 0, 1)
    try scene.deliver()
    scene.send(10, 0, 20, surface, fixed(1), fixed(2))
    scene.send(10, 5)
    try scene.deliver()
    #expect(scene.pointing.last?.kind == .entered && scene.pointing.last?.seat == SeatID(rawValue: 7))
  }

  @Test func `nothing is told of a surface that was destroyed meanwhile`() throws {
    let scene = try pointed()
    scene.send(pointer, 2, 100, fixed(5), fixed(5))
    try scene.deliver()
    scene.surface.destroy()
    scene.send(pointer, 5)
    scene.send(pointer, 1, 12, surface)
    scene.send(pointer, 5)
    try scene.deliver()
    #expect(scene.pointing == [])
  }

  @Test func `a finger keeps to its surface from down to up, and to where it was`() throws {
    let scene = try pointed()
    scene.send(touch, 0, 20, 400, surface, 5, fixed(10), fixed(11))
    scene.send(touch, 0, 21, 400, surface, 6, fixed(30), fixed(31))
    scene.send(touch, 2, 410, 5, fixed(12), fixed(13))
    try scene.deliver()
    #expect(scene.touching == [])
    scene.send(touch, 3)
    scene.send(touch, 1, 22, 420, 5)
    // One that went down elsewhere.
    scene.send(touch, 2, 420, 9, fixed(1), fixed(1))
    scene.send(touch, 3)
    scene.send(touch, 4)
    try scene.deliver()
    let seat = SeatID(rawValue: 1)
    #expect(
      scene.touching == [
        TouchEvent(.began, id: 5, x: 10, y: 11, time: 400, serial: 20, seat: seat),
        TouchEvent(.began, id: 6, x: 30, y: 31, time: 400, serial: 21, seat: seat),
        TouchEvent(.moved, id: 5, x: 12, y: 13, time: 410, seat: seat),
        TouchEvent(.ended, id: 5, x: 12, y: 13, time: 420, serial: 22, seat: seat),
        TouchEvent(.cancelled, id: 6, x: 30, y: 31, time: 400, seat: seat),
      ])
  }

  @Test func `a compositor that draws cursors is told their names, with the entry's serial`() throws {
    let scene = try Scene(more: [("wp_cursor_shape_manager_v1", 1)])
    // After the seat and the surface: the pointer, the manager and the pointer's device.
    let device: UInt32 = 9
    scene.send(seat, 0, 1)
    try scene.deliver()
    scene.send(pointer, 0, 77, surface, fixed(3), fixed(4))
    scene.send(pointer, 5)
    try scene.deliver()
    _ = try scene.compositor.requests(of: scene.connection)
    func show(_ shape: CursorShape) throws -> [ScriptedCompositor.Request] {
      scene.seats.showCursor(shape, scale: 1.5, over: scene.surface.proxy)
      return try scene.compositor.requests(of: scene.connection)
    }
    for (shape, number) in [(CursorShape.default, UInt32(1)), (.pointer, 4), (.text, 9)] {
      #expect(try show(shape) == [.init(object: device, opcode: 1, words: [77, number])])
      // Said once.
      #expect(try show(shape) == [])
    }
    // Elsewhere it is not ours.
    scene.send(pointer, 1, 78, surface)
    scene.send(pointer, 5)
    try scene.deliver()
    #expect(try show(.default) == [])
    scene.send(pointer, 0, 79, surface, fixed(3), fixed(4))
    scene.send(pointer, 5)
    try scene.deliver()
    #expect(try show(.text) == [.init(object: device, opcode: 1, words: [79, 9])])
  }

  @Test(arguments: [true, false])
  func `a token names the surface that has the keyboard, unless it is asked for another`(isOther: Bool) throws
  {
    let scene = try Scene(more: [("xdg_activation_v1", 1)])
    scene.seats.wantsKeys = true
    let other = try Surface(scene.connection)
    scene.send(seat, 0, 2)
    try scene.deliver()
    // The keyboard comes after the two surfaces; no keys are pressed.
    scene.send(surface + 2, 1, 11, surface, 0)
    try scene.deliver()
    #expect(scene.seats.all[0].keyboard?.surface === scene.surface.proxy)
    _ = try scene.compositor.requests(of: scene.connection)
    scene.seats.tokens.request(surface: isOther ? other.proxy : nil, applicationID: nil) { _ in }
    let requests = try scene.compositor.requests(of: scene.connection)
    // The request set_surface of a token has the number 2, commit has 3.
    #expect(requests.filter { $0.opcode == 2 }.map(\.words) == (isOther ? [] : [[surface]]))
    #expect(requests.last?.opcode == 3)
  }

  @Test func `a compositor without tokens answers nil at once`() throws {
    let scene = try pointed()
    var answers: [String?] = []
    scene.seats.tokens.request(surface: scene.surface.proxy, applicationID: "a") {
      answers.append($0)
    }
    scene.seats.paste { answers.append($0) }
    #expect(answers == [nil, nil])
  }

  @Test func `what the clipboard holds is told also after nobody wanted keys for a while`() throws {
    let compositor = ScriptedCompositor()
    let connection = try compositor.connect([("wl_seat", 8), ("wl_data_device_manager", 3)])
    let seats = Seats(connection, loop: try EventLoop())
    seats.wantsKeys = true
    seats.wantsKeys = false
    // The device is 6. An offer that was on its way; the compositor numbers its objects without a gap.
    let device: UInt32 = 6
    compositor.send(device, 0, [.word(0xff00_0000)])
    try compositor.deliver(connection)
    seats.wantsKeys = true
    compositor.send(device, 0, [.word(0xff00_0001)])
    for kind in ["image/png", "text/plain"] { compositor.send(0xff00_0001, 0, [.text(kind)]) }
    compositor.send(device, 5, [.word(0xff00_0001)])
    try compositor.deliver(connection)
    #expect(seats.all[0].clipboard?.offer?.kinds == ["text/plain"])
    seats.destroy()
  }

  @Test func `a copy that the compositor refused is not what is pasted`() throws {
    let compositor = ScriptedCompositor()
    let connection = try compositor.connect([("wl_seat", 8), ("wl_data_device_manager", 3)])
    let seats = Seats(connection, loop: try EventLoop())
    seats.wantsKeys = true
    seats.note(9, of: seats.all[0].id)
    let device: UInt32 = 6
    var offers: UInt32 = 0xff00_0000
    var pasted: [String?] = []
    func select(_ kinds: [String]) throws {
      compositor.send(device, 0, [.word(offers)])
      for kind in kinds { compositor.send(offers, 0, [.text(kind)]) }
      compositor.send(device, 5, [.word(offers)])
      offers += 1
      try compositor.deliver(connection)
    }
    try select(["text/plain"])
    _ = try compositor.requests(of: connection)
    seats.copy("mine")
    let copying = try compositor.requests(of: connection)
    #expect(copying.last?.object == device && copying.last?.words.last == 9)
    // No selection has been announced yet.
    seats.paste { pasted.append($0) }
    #expect(pasted == ["mine"])
    // The copy was accepted: the offer has all types that ours has.
    try select(copying.filter { $0.object == 7 }.map { Self.text($0.words) })
    seats.paste { pasted.append($0) }
    #expect(pasted == ["mine", "mine"])
    // The copy was refused, or is over: the other client's text is asked for.
    try select(["text/plain"])
    _ = try compositor.requests(of: connection)
    seats.paste { pasted.append($0) }
    let asking = try compositor.requests(of: connection)
    #expect(asking.map(\.object) == [offers - 1] && asking.map(\.opcode) == [1])
    #expect(pasted.count == 2)
    seats.destroy()
    #expect(pasted == ["mine", "mine", nil])
  }

  /// The first argument of a request.
  private static func text(_ words: [UInt32]) -> String {
    let bytes = words.dropFirst().flatMap { word in
      (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
    }
    return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }

  @Test func `what was done on a seat that is gone counts on no other`() throws {
    let compositor = ScriptedCompositor()
    let connection = try compositor.connect([
      ("wl_seat", 8), ("wl_data_device_manager", 3), ("wl_seat", 8), ("xdg_activation_v1", 1),
    ])
    let seats = Seats(connection, loop: try EventLoop())
    seats.wantsKeys = true
    seats.note(9, of: SeatID(rawValue: 3))
    compositor.withdraw(3)
    try compositor.deliver(connection)
    _ = try compositor.requests(of: connection)
    seats.copy("lost")
    #expect(try compositor.requests(of: connection) == [])
    seats.tokens.request(surface: nil, applicationID: nil) { _ in }
    // Made and committed, without a serial.
    let opcodes = try compositor.requests(of: connection).map(\.opcode)
    #expect(opcodes.suffix(2) == [1, 3])
    seats.note(10, of: seats.all[0].id)
    seats.copy("kept")
    #expect(try compositor.requests(of: connection).last?.words.last == 10)
    seats.destroy()
  }

  @Test func `a compositor that gives no token is waited for half a second`() throws {
    let compositor = ScriptedCompositor()
    let connection = try compositor.connect([("xdg_activation_v1", 1)])
    let loop = try EventLoop()
    let seats = Seats(connection, loop: loop)
    connection.attach(to: loop)
    var answers: [String?] = []
    let start = loop.now
    seats.tokens.request(surface: nil, applicationID: nil) { answers.append($0) }
    // The manager is 4, the tokens follow.
    seats.tokens.request(surface: nil, applicationID: nil) { answers.append($0) }
    compositor.send(6, 0, [.text("second")])
    #expect(loop.wait { answers.count == 2 })
    #expect(answers == ["second", nil] && loop.now - start >= ActivationTokens.patience)
    seats.destroy()
  }
}
