public import Geometry
public import Loop

/// The seats that there are, each with the devices that it has at the moment.
///
/// What they do is told with the surface that it is for, in its logical pixels; nothing for surfaces that are destroyed.
@MainActor public final class Seats {
  public var onPointer: ((WlSurface, PointerEvent) -> Void)?
  public var onTouch: ((WlSurface, TouchEvent) -> Void)?
  public var onKey: ((WlSurface, KeyEvent) -> Void)?
  /// Told when a seat's keyboard comes to a surface, and when it goes from there, even if the surface is destroyed.
  public var onKeyboardFocus: ((WlSurface, SeatID, _ hasKeyboard: Bool) -> Void)?
  /// Takes what a person may want to know.
  public var onProblem: ((String) -> Void)?
  /// Keyboards are held only while this is set, clipboards from its first time on: before a surface asks for keys, until
  /// it is over.
  public var wantsKeys = false {
    didSet { if wantsKeys != oldValue { for seat in all { seat.followDevices() } } }
  }

  let loop: EventLoop
  let connection: Connection
  let cursors: CursorTheme
  private(set) var all: [Seat] = []
  private var themeRelease: Timer?
  private var clipboard: Clipboard?
  private var tokens: ActivationTokens?
  /// The last click, touch or key, by which the compositor knows that a user is there.
  private var lastInput: (seat: SeatID, serial: UInt32)?
  /// The last press of a button or a key, or touch, on the strength of which a popup can take a grab.
  private var lastPress: (seat: SeatID, serial: UInt32)?

  /// Follows the seats of `connection`, of which there is one such follower.
  public init(_ connection: Connection, loop: EventLoop) {
    self.connection = connection
    self.loop = loop
    cursors = CursorTheme(connection)
    clipboard = Clipboard(self)
    tokens = ActivationTokens(self)
    connection.globals.seats = self
    for global in connection.globals.all { add(global) }
  }

  isolated deinit {
    destroy()
  }

  /// Gives everything back; idempotent.
  public func destroy() {
    (onPointer, onTouch, onKey, onKeyboardFocus, onProblem) = (nil, nil, nil, nil, nil)
    tokens?.destroy()
    clipboard?.destroy()
    for seat in all { seat.destroy() }
    all = []
    themeRelease?.cancel()
    cursors.destroy()
  }

  /// Shows `shape` over `surface`, of so many physical pixels per logical one, for as long as a pointer stays there.
  ///
  /// To be said whenever a pointer has entered it, else that one keeps the cursor of where it came from.
  public func showCursor(_ shape: CursorShape, scale: Double, over surface: WlSurface) {
    themeRelease?.cancel()
    themeRelease = nil
    for seat in all { seat.pointer?.showCursor(shape, scale: scale, over: surface) }
  }

  /// A pointer has left a surface; the theme is let go a while after the last one has.
  ///
  /// With Adwaita it takes .9 MB of memory shared with the compositor at scale 1, 4 MB at 2.
  func pointerLeft() {
    guard !all.contains(where: { $0.pointer?.isInside == true }), !cursors.isEmpty else { return }
    themeRelease?.cancel()
    themeRelease = loop.schedule(at: loop.now + .seconds(5), tolerance: .seconds(5)) { [unowned self] in
      cursors.destroy()
    }
  }

  // MARK: - On the strength of the last click, touch or key

  /// Asks for a token by which another program may come to the front; `answer` is called once, with nil where there are
  /// no tokens or the compositor does not answer in time.
  public func requestActivationToken(
    surface: WlSurface?, applicationID: String?, answer: @escaping (String?) -> Void
  ) {
    guard let tokens else { return answer(nil) }
    tokens.request(
      seat: lastUsed, serial: lastInput?.serial, surface: surface, applicationID: applicationID,
      answer: answer)
  }

  /// Reads the clipboard's text, without waiting for it; nil if there is none, or more than `Clipboard.limit`, or whoever
  /// has it does not hand it over.
  public func paste(_ answer: @escaping (String?) -> Void) {
    let focused = all.first { $0.keyboard?.surface != nil }
    guard let clipboard else { return answer(nil) }
    clipboard.paste(from: (focused ?? lastUsed)?.clipboard, answer)
  }

  /// Puts text into the clipboard; nothing happens before there was input, or without a keyboard.
  public func copy(_ text: String) {
    guard let lastInput, let device = lastUsed?.clipboard else { return }
    clipboard?.copy(text, to: device, serial: lastInput.serial)
  }

  /// The seat that a user is known to be at, else the first.
  var lastUsed: Seat? {
    lastInput.flatMap { last in all.first { $0.id == last.seat } } ?? all.first
  }

  /// A seat was used; what began with it `isPress`, and what ended is not.
  func note(_ serial: UInt32, of seat: SeatID, isPress: Bool = true) {
    lastInput = (seat, serial)
    if isPress { lastPress = (seat, serial) }
  }

  /// Has input that is not for surfaces of ours close a popup that is not committed yet, on the strength of the last press
  /// or touch; nothing happens before there was one.
  public func grab(for popup: PopupSurface) {
    guard let lastPress, let seat = all.first(where: { $0.id == lastPress.seat }) else { return }
    popup.grab(seat.proxy, serial: lastPress.serial)
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
    let gone = all.remove(at: place)
    // The serials of a seat are nothing to another.
    if lastInput?.seat == gone.id { lastInput = nil }
    if lastPress?.seat == gone.id { lastPress = nil }
    gone.destroy()
  }
}
