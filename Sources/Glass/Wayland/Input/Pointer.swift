import Geometry

/// The pointer of a seat: its place, and the events of the frame that is not complete yet.
@MainActor final class Pointer {
  private let proxy: WlPointer
  private let seat: SeatID
  private weak var seats: Seats?
  private let cursor: Cursor
  /// Our surface under the pointer; nil: it is over none.
  private var surface: WlSurface?
  private var place = (x: 0.0, y: 0.0)
  private var time: UInt32 = 0
  /// The serial of the enter event, with which a cursor can be set.
  private var entry: UInt32?
  private var frame: [(surface: WlSurface, event: PointerEvent)] = []
  private var scroll = Scroll()

  /// The motion of the axes within a frame.
  private struct Scroll {
    var dx = 0.0
    var dy = 0.0
    var notches: PointerEvent.Notches?

    var isEmpty: Bool { dx == 0 && dy == 0 && notches == nil }
  }

  init(_ proxy: WlPointer, seat: SeatID, seats: Seats) {
    self.proxy = proxy
    self.seat = seat
    self.seats = seats
    cursor = Cursor(of: proxy, theme: seats.cursors, seats.connection)
    proxy.onEvent = { [unowned self] _, event in receive(event) }
  }

  isolated deinit {
    destroy()
  }

  /// Reports that the pointer has left its surface, and destroys it; idempotent.
  func destroy() {
    if surface != nil { leave() }
    deliver()
    cursor.destroy()
    proxy.destroy()
  }

  /// Whether the pointer is over a surface of ours.
  var isInside: Bool { surface != nil }

  /// Shows a cursor for `Seats.showCursor` if the pointer is over `surface`.
  func showCursor(_ shape: CursorShape, scale: Double, over surface: WlSurface) {
    guard self.surface === surface, let entry else { return }
    cursor.show(shape, scale: scale, serial: entry)
  }

  private func receive(_ event: WlPointer.Event) {
    switch event {
    case .enter(let serial, let surface, let x, let y):
      (self.surface, entry, place) = (surface, serial, (x, y))
      add(.entered, serial: serial)
    case .leave(let serial, _): leave(serial)
    case .motion(let time, let x, let y):
      (self.time, place) = (time, (x, y))
      add(.moved)
    case .button(let serial, let time, let code, let state):
      self.time = time
      seats?.note(serial, of: seat, isPress: state == .pressed)
      let button = PointerEvent.Button(code: code)
      add(state == .pressed ? .pressed(button) : .released(button), serial: serial)
    case .axis(let time, let axis, let value):
      self.time = time
      if axis == .horizontalScroll { scroll.dx += value } else { scroll.dy += value }
    case .axisDiscrete(let axis, let discrete): turn(axis, by: Double(discrete))
    case .axisValue120(let axis, let parts): turn(axis, by: Double(parts) / 120)
    case .axisSource, .axisStop: break
    case .frame: deliver()
    }
  }

  private func turn(_ axis: WlPointer.Axis, by notches: Double) {
    var turned = scroll.notches ?? PointerEvent.Notches(x: 0, y: 0)
    if axis == .horizontalScroll { turned.x += notches } else { turned.y += notches }
    scroll.notches = turned
  }

  private func leave(_ serial: UInt32? = nil) {
    finishScroll()
    add(.left, serial: serial)
    (surface, entry) = (nil, nil)
    cursor.forget()
    seats?.pointerLeft()
  }

  private func add(
    _ kind: PointerEvent.Kind, serial: UInt32? = nil, notches: PointerEvent.Notches? = nil
  ) {
    guard let surface else { return }
    let event = PointerEvent(
      kind, x: place.x, y: place.y, time: time, serial: serial, seat: seat, notches: notches)
    frame.append((surface, event))
  }

  private func finishScroll() {
    guard !scroll.isEmpty else { return }
    let done = scroll
    scroll = Scroll()
    add(.scrolled(dx: done.dx, dy: done.dy), notches: done.notches)
  }

  /// Delivers the events of a frame, which is complete now.
  private func deliver() {
    finishScroll()
    let done = frame
    frame = []
    for (surface, event) in done where !surface.isDestroyed { seats?.onPointer?(surface, event) }
  }
}
