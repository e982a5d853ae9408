public import Input
public import Loop

/// The seats that there are, each with the devices that it has at the moment.
///
/// What they do is told with the surface that it is for, in its logical pixels; nothing for surfaces that are destroyed.
@MainActor public final class Seats {
  public var onPointer: ((WlSurface, PointerEvent) -> Void)?
  public var onTouch: ((WlSurface, TouchEvent) -> Void)?

  let loop: EventLoop
  let connection: Connection
  let cursors: CursorTheme
  private(set) var all: [Seat] = []

  /// Follows the seats of `connection`, of which there is one such follower.
  public init(_ connection: Connection, loop: EventLoop) {
    self.connection = connection
    self.loop = loop
    cursors = CursorTheme(connection)
    connection.globals.seats = self
    for global in connection.globals.all { add(global) }
  }

  isolated deinit {
    destroy()
  }

  /// Gives everything back; idempotent.
  public func destroy() {
    (onPointer, onTouch) = (nil, nil)
    for seat in all { seat.destroy() }
    all = []
    cursors.destroy()
  }

  /// Shows `shape` over `surface`, of so many physical pixels per logical one, for as long as a pointer stays there.
  ///
  /// To be said whenever a pointer has entered it, else that one keeps the cursor of where it came from.
  public func showCursor(_ shape: CursorShape, scale: Double, over surface: WlSurface) {
    for seat in all { seat.pointer?.showCursor(shape, scale: scale, over: surface) }
  }

  // MARK: - For the registry

  func add(_ global: Globals.Global) {
    guard global.interface == WlSeat.interfaceName else { return }
    // 5: seats and pointers can be given back, and events come in frames; 8: wheels by parts of a notch.
    guard let proxy = try? connection.globals.bind(WlSeat.self, to: global, version: 8, atLeast: 5)
    else { return }
    all.append(Seat(proxy, id: SeatID(rawValue: global.name), seats: self))
  }

  func remove(_ global: Globals.Global) {
    guard let place = all.firstIndex(where: { $0.id.rawValue == global.name }) else { return }
    all.remove(at: place).destroy()
  }
}
