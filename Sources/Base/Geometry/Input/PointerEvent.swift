/// What a pointer does on a surface.
///
/// Between `pressed` and the last `released` it keeps to its surface, also outside of that. A pointer that goes with its
/// device says `left` alone, whatever was pressed.
public struct PointerEvent: Equatable, Sendable {
  public enum Kind: Equatable, Sendable {
    case entered, moved, left
    case pressed(Button)
    case released(Button)
    /// By so much to the right and down, in the unit of the position.
    case scrolled(dx: Double, dy: Double)
  }

  public enum Button: Hashable, Sendable {
    case left, right, middle
    /// By the kernel's number.
    case other(UInt32)

    /// By the kernel's number, as in `linux/input-event-codes.h`.
    public init(code: UInt32) {
      switch code {
      case 0x110: self = .left
      case 0x111: self = .right
      case 0x112: self = .middle
      default: self = .other(code)
      }
    }
  }

  /// Turns of a wheel, in its notches: of fine wheels also parts of one.
  public struct Notches: Equatable, Sendable {
    /// To the right and down.
    public var x, y: Double

    public init(x: Double, y: Double) {
      self.x = x
      self.y = y
    }
  }

  public var kind: Kind
  /// From the surface's upper left corner.
  public var x, y: Double
  /// Milliseconds of the compositor's clock; of `entered` and `left`, that of the pointer's last other event.
  public var time: UInt32
  /// By which the compositor knows the event, where it has one.
  public var serial: UInt32?
  /// Whose pointer it is.
  public var seat: SeatID
  /// How far a wheel was turned for a `scrolled`; nil where that was no wheel.
  public var notches: Notches?

  public init(
    _ kind: Kind, x: Double, y: Double, time: UInt32 = 0, serial: UInt32? = nil,
    seat: SeatID = SeatID(rawValue: 0), notches: Notches? = nil
  ) {
    self.kind = kind
    self.x = x
    self.y = y
    self.time = time
    self.serial = serial
    self.seat = seat
    self.notches = notches
  }

  /// The same in another unit, of which one of the event's has so many.
  public func scaled(x factorX: Double, y factorY: Double) -> PointerEvent {
    var event = self
    event.x *= factorX
    event.y *= factorY
    if case .scrolled(let dx, let dy) = kind { event.kind = .scrolled(dx: dx * factorX, dy: dy * factorY) }
    return event
  }
}
