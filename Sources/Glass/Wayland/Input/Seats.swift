public import Geometry
public import Loop

/// All seats, each with its current devices.
///
/// Input is reported with the surface that it is for, in that surface's logical pixels; input for destroyed
/// surfaces is dropped.
@MainActor public final class Seats {
  public var onPointer: ((WlSurface, PointerEvent) -> Void)?
  public var onTouch: ((WlSurface, TouchEvent) -> Void)?
  public var onKey: ((WlSurface, KeyEvent) -> Void)?
  /// Called when a surface gets or loses the focus of a seat's keyboard, even if the surface is destroyed.
  public var onKeyboardFocus: ((WlSurface, SeatID, _ hasKeyboard: Bool) -> Void)?
  /// Called with a warning for the user.
  public var onProblem: ((String) -> Void)?
  /// Whether a surface needs keys. Keyboards are bound only while this is true, clipboards from the first
  /// time on; it has to be true before a surface asks for keyboard focus, and until it is closed.
  public var wantsKeys = false {
    didSet { if wantsKeys != oldValue { for seat in all { seat.followDevices() } } }
  }

  let loop: EventLoop
  let connection: Connection
  let cursors: CursorTheme
  private(set) var all: [Seat] = []
  private var themeRelease: Timer?
  private var clipboard: SeatClipboard?
  /// The tokens with which other programs may activate their windows.
  public let tokens = ActivationTokens()
  /// The last click, touch or key, whose serial proves to the compositor that the user acted.
  private(set) var lastInput: (seat: SeatID, serial: UInt32)?
  /// The last press of a button or a key, or touch, with whose serial a popup can take a grab.
  private var lastPress: (seat: SeatID, serial: UInt32)?

  /// Follows the seats of `connection`, which has at most one such object.
  public init(_ connection: Connection, loop: EventLoop) {
    self.connection = connection
    self.loop = loop
    cursors = CursorTheme(connection)
    clipboard = SeatClipboard(self)
    tokens.seats = self
    connection.globals.seats = self
    for global in connection.globals.all { add(global) }
  }

  isolated deinit {
    destroy()
  }

  /// Destroys all seats and their devices; idempotent.
  public func destroy() {
    (onPointer, onTouch, onKey, onKeyboardFocus, onProblem) = (nil, nil, nil, nil, nil)
    tokens.destroy()
    clipboard?.destroy()
    for seat in all { seat.destroy() }
    all = []
    themeRelease?.cancel()
    cursors.destroy()
  }

  /// Shows `shape` for as long as a pointer stays over `surface`; `scale` is physical pixels per logical
  /// pixel.
  ///
  /// The call is needed whenever a pointer has entered the surface; otherwise the pointer keeps its former cursor.
  public func showCursor(_ shape: CursorShape, scale: Double, over surface: WlSurface) {
    themeRelease.end()
    for seat in all { seat.pointer?.showCursor(shape, scale: scale, over: surface) }
  }

  /// Notes that a pointer has left a surface; the theme is freed a while after the last one has.
  ///
  /// The theme Adwaita takes .9 MB of memory shared with the compositor at scale 1, 4 MB at scale 2.
  func pointerLeft() {
    guard !all.contains(where: { $0.pointer?.isInside == true }), !cursors.isEmpty else { return }
    themeRelease?.cancel()
    themeRelease = loop.schedule(at: loop.now + .seconds(5), tolerance: .seconds(5)) { [unowned self] in
      cursors.destroy()
    }
  }

  // MARK: - Requests with the serial of the last click, touch or key

  /// Reads the clipboard's text without blocking; `answer` gets nil if there is none, if it is longer than
  /// `SeatClipboard.limit`, or if the program that has it does not send it.
  public func paste(_ answer: @escaping (String?) -> Void) {
    let focused = all.first { $0.keyboard?.surface != nil }
    guard let clipboard else { return answer(nil) }
    clipboard.paste(from: (focused ?? lastUsed)?.clipboard, answer)
  }

  /// Puts text into the clipboard; nothing happens before the first input, or without a clipboard device.
  public func copy(_ text: String) {
    guard let lastInput, let device = lastUsed?.clipboard else { return }
    clipboard?.copy(text, to: device, serial: lastInput.serial)
  }

  /// The seat of the last input, or else the first.
  var lastUsed: Seat? {
    lastInput.flatMap { last in all.first { $0.id == last.seat } } ?? all.first
  }

  /// Notes the serial of input on a seat; `isPress` is true for the press of a button or key and for a touch,
  /// not for their ends.
  func note(_ serial: UInt32, of seat: SeatID, isPress: Bool = true) {
    lastInput = (seat, serial)
    if isPress { lastPress = (seat, serial) }
  }

  /// Whether there was a press, a touch or a key on the strength of which a popup can take a grab.
  public var canGrab: Bool { lastPress.map { press in all.contains { $0.id == press.seat } } ?? false }

  /// Requests a grab for a popup that is not committed yet, with the serial of the last press or touch, so
  /// that input elsewhere closes it; nothing happens before the first press.
  public func grab(for popup: PopupSurface) {
    guard let lastPress, let seat = all.first(where: { $0.id == lastPress.seat }) else { return }
    popup.grab(seat.proxy, serial: lastPress.serial)
  }

  // MARK: - For the registry

  func add(_ global: Globals.Global) {
    guard global.interface == WlSeat.interfaceName else { return }
    // Version 5 has destructors for seats and pointers, and groups events in frames; 8 has parts of a wheel's
    // notch.
    guard let proxy = try? connection.globals.bind(WlSeat.self, to: global, version: 8, atLeast: 5)
    else { return }
    all.append(Seat(proxy, id: SeatID(rawValue: global.name), seats: self))
  }

  func remove(_ global: Globals.Global) {
    guard let place = all.firstIndex(where: { $0.id.rawValue == global.name }) else { return }
    let gone = all.remove(at: place)
    // The serials of a seat are invalid for another.
    if lastInput?.seat == gone.id { lastInput = nil }
    if lastPress?.seat == gone.id { lastPress = nil }
    gone.destroy()
  }
}
