import Geometry

/// One seat and its devices, which may be added and removed at any time.
@MainActor final class Seat {
  let id: SeatID
  let proxy: WlSeat
  private(set) var pointer: Pointer?
  private(set) var touch: Touch?
  /// The keyboard, which is bound only while keys are wanted.
  private(set) var keyboard: Keyboard?
  private(set) var clipboard: ClipboardDevice?
  private weak var seats: Seats?
  private var capabilities: WlSeat.Capability = []

  init(_ proxy: WlSeat, id: SeatID, seats: Seats) {
    self.proxy = proxy
    self.id = id
    self.seats = seats
    proxy.onEvent = { [unowned self] _, event in
      if case .capabilities(let capabilities) = event {
        self.capabilities = capabilities
        followDevices()
      }
    }
  }

  isolated deinit {
    destroy()
  }

  /// Destroys the devices, then the seat; idempotent.
  func destroy() {
    dropDevices()
    proxy.destroy()
  }

  private func dropDevices() {
    pointer?.destroy()
    touch?.destroy()
    keyboard?.destroy()
    clipboard?.destroy()
    (pointer, touch, keyboard, clipboard) = (nil, nil, nil, nil)
  }

  /// Binds and destroys devices by the seat's capabilities. A device that was removed stays unusable; one
  /// that is added later is a new object.
  func followDevices() {
    guard let seats else { return dropDevices() }
    if !capabilities.contains(.pointer) {
      pointer?.destroy()
      pointer = nil
    } else if pointer == nil {
      pointer = Pointer(proxy.getPointer(), seat: id, seats: seats)
    }
    if !capabilities.contains(.touch) {
      touch?.destroy()
      touch = nil
    } else if touch == nil {
      touch = Touch(proxy.getTouch(), seat: id, seats: seats)
    }
    if !capabilities.contains(.keyboard) || !seats.wantsKeys {
      keyboard?.destroy()
      keyboard = nil
    } else if keyboard == nil {
      keyboard = Keyboard(proxy.getKeyboard(), seat: id, seats: seats)
    }
    // The clipboard stays as long as the seat: libwayland would not know the ID of an offer that came after
    // its end, and the next offer would end the connection.
    if seats.wantsKeys, clipboard == nil { clipboard = ClipboardDevice(seats.connection, seat: proxy) }
  }
}
