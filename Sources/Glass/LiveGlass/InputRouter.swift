import Geometry
import Loop
import Scenes
import Wayland

/// Passes the input of seats to the surfaces that it is for, in their physical pixels.
///
/// Events are queued until all that have arrived are read, and delivered before anything is drawn.
final class InputRouter {
  private enum Arrival {
    case pointer(WlSurface, PointerEvent)
    case touch(WlSurface, TouchEvent)
    case key(WlSurface, KeyEvent)
    case keyboard(WlSurface, SeatID, Bool)
    /// A surface was unmapped, which is told of the end of its input, with events in its physical pixels, if it is still open.
    case ended(LiveSurface, (LiveSurface) -> Void)
    /// The compositor has handled what was requested before.
    case answered(() -> Void)
  }

  /// The surface under a pointer or a finger, and the last event there.
  private struct Contact<Event> {
    weak var surface: LiveSurface?
    var last: Event
  }

  private struct FingerID: Hashable {
    var seat: SeatID
    var id: Int32
  }

  private unowned let session: GlassSession
  private var mark: Mark?
  let seats: Seats
  private var queue: [Arrival] = []
  private var pointers: [SeatID: Contact<PointerEvent>] = [:]
  private var fingers: [FingerID: Contact<TouchEvent>] = [:]
  /// The surface with the focus of each seat's keyboard.
  private var keyboards: [SeatID: (surface: LiveSurface, proxy: WlSurface)] = [:]
  /// Surfaces that the program made itself.
  private var foreignSurfaces: [ObjectIdentifier: ForeignSurface] = [:]

  private struct ForeignSurface {
    var onPointer: (PointerEvent) -> Void
    var onTouch: (TouchEvent) -> Void
  }

  init(_ session: GlassSession) {
    self.session = session
    seats = Seats(session.connection, loop: session.loop)
    mark = session.loop.register("input", for: .update) { [unowned self] in deliver() }
    seats.onPointer = { [unowned self] in arrive(.pointer($0, $1)) }
    seats.onTouch = { [unowned self] in arrive(.touch($0, $1)) }
    seats.onKey = { [unowned self] in arrive(.key($0, $1)) }
    seats.onKeyboardFocus = { [unowned self] in arrive(.keyboard($0, $1, $2)) }
    seats.onProblem = { [unowned self] in self.session.report(.warning, $0) }
  }

  /// Ends all input; idempotent.
  func destroy() {
    mark?.cancel()
    (queue, foreignSurfaces, keyboards) = ([], [:], [:])
    seats.destroy()
  }

  /// Delivers the queued events; handlers may open and close surfaces.
  private func deliver() {
    while !queue.isEmpty {
      let batch = queue
      queue = []
      for arrival in batch { tell(arrival) }
    }
  }

  /// Registers handlers for a surface of the program's own, for `GlassSession.listen`.
  func listen(
    to surface: WlSurface, onPointer: @escaping (PointerEvent) -> Void,
    onTouch: @escaping (TouchEvent) -> Void
  ) {
    foreignSurfaces[ObjectIdentifier(surface)] = ForeignSurface(onPointer: onPointer, onTouch: onTouch)
  }

  /// Removes the handlers of a surface, for `GlassSession.ignore`.
  func ignore(_ surface: WlSurface) { foreignSurfaces[ObjectIdentifier(surface)] = nil }

  /// Binds keyboards while a surface may have keyboard focus; called before the compositor is asked for that.
  func followKeyboardWishes() {
    seats.wantsKeys = session.outputs.contains { $0.surfaces.contains { $0.placement.keyboard != .never } }
  }

  /// Ends the input of a surface that is unmapped: pointers leave it, touches are cancelled, focus is lost.
  func forget(_ surface: LiveSurface) {
    for (seat, contact) in pointers where contact.surface === surface {
      pointers[seat] = nil
      var event = contact.last
      (event.kind, event.serial, event.notches) = (.left, nil, nil)
      arrive(.ended(surface) { [event] in $0.onPointer?(event) })
    }
    for (finger, contact) in fingers where contact.surface === surface {
      fingers[finger] = nil
      var event = contact.last
      (event.kind, event.serial) = (.cancelled, nil)
      arrive(.ended(surface) { [event] in $0.onTouch?(event) })
    }
    let holders = keyboards.filter { $0.value.surface === surface }
    for seat in holders.keys { keyboards[seat] = nil }
    if !holders.isEmpty { arrive(.ended(surface) { $0.onKeyboardFocus?(false) }) }
  }

  /// Shows the cursor of a surface at the pointers that are over it.
  func updateCursor(of surface: LiveSurface) {
    guard let target = surface.window?.proxy, !target.isDestroyed else { return }
    seats.showCursor(surface.cursor, scale: surface.output?.scale ?? 1, over: target)
  }

  /// Calls `handler` once the compositor has handled every request so far, after the input that it sent until then.
  func afterRequests(_ handler: @escaping () -> Void) {
    session.connection.afterRequests { [weak self] in self?.arrive(.answered(handler)) }
  }

  private func arrive(_ arrival: Arrival) {
    queue.append(arrival)
    mark?.set()
  }

  /// Whether a surface is still open; otherwise its handlers must not be called.
  private func isOpen(_ surface: LiveSurface) -> Bool {
    surface.output?.surfaces.contains { $0 === surface } == true
  }

  private func liveSurface(_ proxy: WlSurface) -> LiveSurface? {
    for output in session.outputs {
      if let found = output.surfaces.first(where: { $0.window?.proxy === proxy }) { return found }
    }
    return nil
  }

  private func tell(_ arrival: Arrival) {
    switch arrival {
    case .pointer(let proxy, let event):
      // The surface was closed since the event was queued.
      if proxy.isDestroyed { return }
      if let surface = liveSurface(proxy) { tell(surface, event) } else { sendToForeignSurface(proxy, event) }
    case .touch(let proxy, let event):
      if proxy.isDestroyed { return }
      if let surface = liveSurface(proxy) {
        tell(surface, event)
      } else {
        foreignSurfaces[ObjectIdentifier(proxy)]?.onTouch(event)
      }
    case .key(let proxy, let event):
      if !proxy.isDestroyed, let surface = liveSurface(proxy) { keyTarget(surface).onKey?(event) }
    case .keyboard(let proxy, let seat, let hasKeyboard): moveKeyboard(seat, proxy, hasKeyboard)
    case .answered(let handler): handler()
    case .ended(let surface, let tell): if isOpen(surface) { tell(surface) }
    }
  }

  /// Returns the surface that receives the keys of one that has keyboard focus: the uppermost of its popups that took
  /// a grab, since compositors such as sway leave the focus where it was. A popup that fades out receives none.
  private func keyTarget(_ surface: LiveSurface) -> LiveSurface {
    let popup = surface.output?.surfaces.last {
      $0.isShown && $0.popup?.takesGrab == true && $0.onKey != nil && $0.belongs(to: surface)
    }
    return popup ?? surface
  }

  /// Notes that a seat's keyboard focus has moved. If several seats focus one surface, only the first gain
  /// and the last loss are reported to it.
  private func moveKeyboard(_ seat: SeatID, _ proxy: WlSurface, _ hasKeyboard: Bool) {
    if hasKeyboard {
      guard !proxy.isDestroyed, let surface = liveSurface(proxy) else { return }
      let isFirst = !keyboards.values.contains { $0.surface === surface }
      keyboards[seat] = (surface, proxy)
      if isFirst { surface.onKeyboardFocus?(true) }
    } else if let held = keyboards[seat], held.proxy === proxy {
      keyboards[seat] = nil
      if !keyboards.values.contains(where: { $0.surface === held.surface }) {
        held.surface.onKeyboardFocus?(false)
      }
    }
  }

  private func tell(_ surface: LiveSurface, _ event: PointerEvent) {
    let factor = surface.pixelsPerLogical
    let event = event.scaled(x: factor.x, y: factor.y)
    pointers[event.seat] = event.kind == .left ? nil : Contact(surface: surface, last: event)
    if event.kind == .entered { updateCursor(of: surface) }
    if case .pressed = event.kind { dismissPopups(beside: surface) }
    surface.onPointer?(event)
  }

  private func tell(_ surface: LiveSurface, _ event: TouchEvent) {
    let factor = surface.pixelsPerLogical
    let event = event.scaled(x: factor.x, y: factor.y)
    let isOver = event.kind == .ended || event.kind == .cancelled
    fingers[FingerID(seat: event.seat, id: event.id)] = isOver ? nil : Contact(surface: surface, last: event)
    if event.kind == .began { dismissPopups(beside: surface) }
    surface.onTouch?(event)
  }

  /// A press on a surface closes the popups with a grab of others: the compositor does so for other programs alone.
  private func dismissPopups(beside surface: LiveSurface) {
    for output in session.outputs { output.dropGrabs { $0.root !== surface.root } }
  }

  private func sendToForeignSurface(_ proxy: WlSurface, _ event: PointerEvent) {
    if event.kind == .entered {
      // The output of the surface is not known.
      let scale = session.outputs.map(\.scale).max() ?? 1
      seats.showCursor(.default, scale: scale, over: proxy)
    }
    foreignSurfaces[ObjectIdentifier(proxy)]?.onPointer(event)
  }
}

extension LiveSurface {
  /// Physical pixels per logical pixel across and down; not always the scale, since edges are rounded.
  fileprivate var pixelsPerLogical: (x: Double, y: Double) {
    guard logicalSize.width > 0, logicalSize.height > 0 else { return (1, 1) }
    return (Double(frame.width) / logicalSize.width, Double(frame.height) / logicalSize.height)
  }
}
