/// An event of one touch point, which stays with the surface where it began until the finger is lifted.
public struct TouchEvent: Equatable, Sendable {
  public enum Kind: Equatable, Sendable {
    case began, moved, ended
    /// The touch is void: the compositor took it for a gesture, or its device or the surface was removed.
    case cancelled
  }

  /// Unique among the seat's fingers that are down.
  public var id: Int32
  public var kind: Kind
  /// Position from the surface's upper left corner; the last known one for `ended` and `cancelled`.
  public var x, y: Double
  /// Milliseconds of the compositor's clock.
  public var time: UInt32
  /// The compositor's serial of the event; nil for events without one.
  public var serial: UInt32?
  /// The seat that the touch screen belongs to.
  public var seat: SeatID

  public init(
    _ kind: Kind, id: Int32, x: Double, y: Double, time: UInt32 = 0, serial: UInt32? = nil,
    seat: SeatID = SeatID(rawValue: 0)
  ) {
    self.id = id
    self.kind = kind
    self.x = x
    self.y = y
    self.time = time
    self.serial = serial
    self.seat = seat
  }

  /// The event with its position in another unit: it is multiplied by `factorX` and `factorY`.
  public func scaled(x factorX: Double, y factorY: Double) -> TouchEvent {
    var event = self
    event.x *= factorX
    event.y *= factorY
    return event
  }
}
