/// Over which surface of ours the pointers are, whatever else they do.
@MainActor public final class PointerFocus {
  /// Called with each surface that a pointer enters, and with nil when it leaves one.
  public var onChange: ((_ surface: WlSurface?) -> Void)?

  private var seats: [WlSeat] = []
  private var pointers: [ObjectIdentifier: WlPointer] = [:]

  /// Follows the seats that there are.
  public init(_ connection: Connection) {
    for global in connection.globals.all where global.interface == WlSeat.interfaceName {
      // 5: seats and pointers can be given back.
      guard let seat = try? connection.globals.bind(WlSeat.self, to: global, version: 5) else { continue }
      seats.append(seat)
      seat.onEvent = { [unowned self] seat, event in
        if case .capabilities(let capabilities) = event {
          follow(seat, hasPointer: capabilities.contains(.pointer))
        }
      }
    }
  }

  isolated deinit {
    destroy()
  }

  /// Gives everything back; idempotent.
  public func destroy() {
    onChange = nil
    for pointer in pointers.values { pointer.destroy() }
    for seat in seats { seat.destroy() }
    (pointers, seats) = ([:], [])
  }

  /// A pointer that goes with its device is dead, and stays so; one that comes is a new one.
  private func follow(_ seat: WlSeat, hasPointer: Bool) {
    let id = ObjectIdentifier(seat)
    guard hasPointer else {
      pointers.removeValue(forKey: id)?.destroy()
      return
    }
    guard pointers[id] == nil else { return }
    let pointer = seat.getPointer()
    pointers[id] = pointer
    pointer.onEvent = { [unowned self] _, event in
      switch event {
      case .enter(_, let surface, _, _): onChange?(surface)
      case .leave: onChange?(nil)
      default: break
      }
    }
  }
}
