/// Which pointers and fingers are on something, of whatever seats.
public struct ActivePointers: Equatable, Sendable {
  private struct Finger: Hashable {
    var seat: SeatID
    var id: Int32
  }

  private var pointers: Set<SeatID> = []
  private var fingers: Set<Finger> = []

  /// Nothing is.
  public init() {}

  public var isEmpty: Bool { pointers.isEmpty && fingers.isEmpty }

  /// A pointer did `event` there.
  public mutating func follow(_ event: PointerEvent) {
    if event.kind == .left { pointers.remove(event.seat) } else { pointers.insert(event.seat) }
  }

  /// A finger did `event` there.
  public mutating func follow(_ event: TouchEvent) {
    let finger = Finger(seat: event.seat, id: event.id)
    switch event.kind {
    case .began, .moved: fingers.insert(finger)
    case .ended, .cancelled: fingers.remove(finger)
    }
  }
}
