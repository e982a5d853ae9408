import Geometry

/// The touch screen of a seat, with the fingers that touch surfaces of ours.
@MainActor final class Touch {
  private struct Finger {
    var surface: WlSurface
    var x, y: Double
    var time: UInt32
  }

  private let proxy: WlTouch
  private let seat: SeatID
  private weak var seats: Seats?
  private var fingers: [Int32: Finger] = [:]
  private var frame: [(surface: WlSurface, event: TouchEvent)] = []

  init(_ proxy: WlTouch, seat: SeatID, seats: Seats) {
    self.proxy = proxy
    self.seat = seat
    self.seats = seats
    proxy.onEvent = { [unowned self] _, event in receive(event) }
  }

  isolated deinit {
    destroy()
  }

  /// Cancels all touches and destroys the device; idempotent.
  func destroy() {
    cancel()
    proxy.destroy()
  }

  private func receive(_ event: WlTouch.Event) {
    switch event {
    case .down(let serial, let time, let surface, let id, let x, let y):
      guard let surface else { return }
      fingers[id] = Finger(surface: surface, x: x, y: y, time: time)
      seats?.note(serial, of: seat)
      add(.began, id, serial: serial)
    case .up(let serial, let time, let id):
      fingers[id]?.time = time
      seats?.note(serial, of: seat, isPress: false)
      add(.ended, id, serial: serial)
      fingers[id] = nil
    case .motion(let time, let id, let x, let y):
      guard let surface = fingers[id]?.surface else { return }
      fingers[id] = Finger(surface: surface, x: x, y: y, time: time)
      add(.moved, id)
    case .frame: deliver()
    case .cancel: cancel()
    case .shape, .orientation: break
    }
  }

  private func add(_ kind: TouchEvent.Kind, _ id: Int32, serial: UInt32? = nil) {
    guard let finger = fingers[id] else { return }
    let event = TouchEvent(
      kind, id: id, x: finger.x, y: finger.y, time: finger.time, serial: serial, seat: seat)
    frame.append((finger.surface, event))
  }

  private func cancel() {
    for id in fingers.keys.sorted() { add(.cancelled, id) }
    fingers = [:]
    deliver()
  }

  private func deliver() {
    let done = frame
    frame = []
    for (surface, event) in done where !surface.isDestroyed { seats?.onTouch?(surface, event) }
  }
}
