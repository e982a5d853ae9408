/// The pointers and touch points of all seats that are on one surface or item.
public struct ActivePointers: Equatable, Sendable {
  private struct Finger: Hashable {
    var seat: SeatID
    var id: Int32
  }

  private var pointers: Set<SeatID> = []
  private var fingers: Set<Finger> = []

  /// A set without pointers and touch points.
  public init() {}

  public var isEmpty: Bool { pointers.isEmpty && fingers.isEmpty }

  /// Whether a pointer is in the set.
  public var hasPointer: Bool { !pointers.isEmpty }

  /// Adds the pointer of `event`, or removes it when it left.
  public mutating func follow(_ event: PointerEvent) {
    if event.kind == .left { pointers.remove(event.seat) } else { pointers.insert(event.seat) }
  }

  /// Adds the touch point of `event`, or removes it when it ended or was cancelled.
  public mutating func follow(_ event: TouchEvent) {
    let finger = Finger(seat: event.seat, id: event.id)
    switch event.kind {
    case .began, .moved: fingers.insert(finger)
    case .ended, .cancelled: fingers.remove(finger)
    }
  }
}
