/// A pointer event on a surface.
///
/// The surface receives all events from `pressed` to the last `released`, also while the pointer is outside of
/// it. When the pointer's device is removed, only `left` is sent, even if a button was pressed.
public struct PointerEvent: Equatable, Sendable {
  public enum Kind: Equatable, Sendable {
    case entered, moved, left
    case pressed(Button)
    case released(Button)
    /// The distance to the right and down, in the unit of the position.
    case scrolled(dx: Double, dy: Double)
  }

  public enum Button: Hashable, Sendable {
    case left, right, middle
    /// The buttons at the side of a mouse that go back and forward in a browser.
    case back, forward
    /// A further button, by the kernel's number.
    case other(UInt32)

    /// Makes a button of the kernel's number, as in `linux/input-event-codes.h`.
    public init(code: UInt32) {
      switch code {
      case 0x110: self = .left
      case 0x111: self = .right
      case 0x112: self = .middle
      // Most mice call them SIDE and EXTRA, some BACK and FORWARD.
      case 0x113, 0x116: self = .back
      case 0x114, 0x115: self = .forward
      default: self = .other(code)
      }
    }
  }

  /// Steps that a wheel was turned by; high-resolution wheels report fractions.
  public struct Notches: Equatable, Sendable {
    /// Steps to the right and down.
    public var x, y: Double

    public init(x: Double, y: Double) {
      self.x = x
      self.y = y
    }
  }

  public var kind: Kind
  /// Position from the surface's upper left corner.
  public var x, y: Double
  /// Milliseconds of the compositor's clock; `entered` and `left` carry the time of the
  /// pointer's previous event.
  public var time: UInt32
  /// The compositor's serial of the event; nil for events without one.
  public var serial: UInt32?
  /// The seat that the pointer belongs to.
  public var seat: SeatID
  /// The wheel steps of a `scrolled`; nil for other events and for scrolling without a wheel.
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

  /// The event with position and distance in another unit: multiplied by `factorX` and `factorY`.
  public func scaled(x factorX: Double, y factorY: Double) -> PointerEvent {
    var event = self
    event.x *= factorX
    event.y *= factorY
    if case .scrolled(let dx, let dy) = kind { event.kind = .scrolled(dx: dx * factorX, dy: dy * factorY) }
    return event
  }
}
