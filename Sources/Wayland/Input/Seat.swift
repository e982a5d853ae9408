import Input

/// One seat, whose devices come and go.
@MainActor final class Seat {
  let id: SeatID
  let proxy: WlSeat
  private(set) var pointer: Pointer?
  private(set) var touch: Touch?
  private unowned let seats: Seats
  private var capabilities: WlSeat.Capability = []

  init(_ proxy: WlSeat, id: SeatID, seats: Seats) {
    self.proxy = proxy
    self.id = id
    self.seats = seats
    proxy.onEvent = { [unowned self] _, event in
      if case .capabilities(let capabilities) = event { follow(capabilities) }
    }
  }

  isolated deinit {
    destroy()
  }

  /// Gives back the devices, then the seat; idempotent.
  func destroy() {
    follow([])
    proxy.destroy()
  }

  /// A device that goes is dead, and stays so; one that comes is a new one.
  private func follow(_ new: WlSeat.Capability) {
    capabilities = new
    if !new.contains(.pointer) {
      pointer?.destroy()
      pointer = nil
    } else if pointer == nil {
      pointer = Pointer(proxy.getPointer(), seat: id, seats: seats)
    }
    if !new.contains(.touch) {
      touch?.destroy()
      touch = nil
    } else if touch == nil {
      touch = Touch(proxy.getTouch(), seat: id, seats: seats)
    }
  }
}
