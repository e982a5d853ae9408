/// What one finger does on a surface, where it keeps to be until it is lifted.
public struct TouchEvent: Equatable, Sendable {
  public enum Kind: Equatable, Sendable {
    case began, moved, ended
    /// It is to be forgotten: it has become a gesture of the compositor's, or its device or the surface has gone.
    case cancelled
  }

  /// Unique among the seat's fingers that are down.
  public var id: Int32
  public var kind: Kind
  /// From the surface's upper left corner; of an end, where it was last.
  public var x, y: Double
  /// Milliseconds of the compositor's clock.
  public var time: UInt32
  /// By which the compositor knows the event, where it has one.
  public var serial: UInt32?
  /// Whose finger it is.
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

  /// The same in another unit, of which one of the event's has so many.
  public func scaled(x factorX: Double, y factorY: Double) -> TouchEvent {
    var event = self
    event.x *= factorX
    event.y *= factorY
    return event
  }
}
