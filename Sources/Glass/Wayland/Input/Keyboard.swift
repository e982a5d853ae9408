import Geometry
import Loop

/// The keyboard of a seat: the surface with its focus, the meaning of its keys, and the key that repeats.
@MainActor final class Keyboard {
  /// The modifiers and the layout (`group`) in the compositor's last event.
  struct Modifiers: Equatable {
    var depressed: UInt32 = 0
    var latched: UInt32 = 0
    var locked: UInt32 = 0
    var group: UInt32 = 0
  }

  /// Our surface with the keyboard's focus; nil: none has it.
  private(set) var surface: WlSurface?
  private let proxy: WlKeyboard
  private let seat: SeatID
  private weak var seats: Seats?
  private var file: KeymapFile?
  /// The keymap, which the first key compiles; nil until then.
  private var keymap: Keymap?
  private var compose: ComposeSequence?
  private var modifiers = Modifiers()
  /// Repetitions per second of a held key; 0: keys do not repeat.
  private var rate = 25
  /// The time from the press to the first repetition.
  private var delay = Duration.milliseconds(600)
  private var held: (code: UInt32, serial: UInt32)?
  private var repetition: Timer?

  init(_ proxy: WlKeyboard, seat: SeatID, seats: Seats) {
    self.proxy = proxy
    self.seat = seat
    self.seats = seats
    proxy.onEvent = { [unowned self] _, event in receive(event) }
  }

  isolated deinit {
    destroy()
  }

  /// Reports the loss of focus and destroys the keyboard; idempotent.
  func destroy() {
    leave()
    proxy.destroy()
  }

  private func receive(_ event: WlKeyboard.Event) {
    switch event {
    case .keymap(let format, let descriptor, let size):
      let new = KeymapFile(descriptor: descriptor, size: size)
      file = format == .xkbV1 ? new : nil
      (keymap, compose) = (nil, nil)
      release()
    case .enter(_, let surface, _):
      leave()
      self.surface = surface
      if let surface { seats?.onKeyboardFocus?(surface, seat, true) }
    case .leave: leave()
    case .key(let serial, _, let code, let state):
      if state == .pressed { press(code, serial) } else { release(code, serial) }
    case .modifiers(_, let depressed, let latched, let locked, let group):
      modifiers = Modifiers(depressed: depressed, latched: latched, locked: locked, group: group)
      keymap?.update(modifiers)
    case .repeatInfo(let rate, let delay):
      // A higher rate is faster than any compositor's frames.
      self.rate = min(max(0, Int(rate)), 1000)
      self.delay = .milliseconds(max(0, Int(delay)))
      if self.rate == 0 { release() }
    }
  }

  private func leave() {
    release()
    compose?.reset()
    guard let surface else { return }
    self.surface = nil
    seats?.onKeyboardFocus?(surface, seat, false)
  }

  // MARK: - Keys

  private func press(_ code: UInt32, _ serial: UInt32) {
    guard let keymap = compiled() else { return }
    seats?.note(serial, of: seat)
    let keysym = keymap.keysym(of: code)
    switch compose?.feed(keysym) ?? .none {
    case .unfinished: release()
    case .finished(let keysym, let text):
      release()
      tell(KeyEvent(keysym: keysym, text: text, modifiers: keymap.modifiers, serial: serial))
    case .none:
      if keymap.repeats(code) {
        release()
        hold(code, serial)
      }
      tell(event(of: code, keymap, serial: serial))
    }
  }

  private func release(_ code: UInt32, _ serial: UInt32) {
    if held?.code == code { release() }
    guard let keymap = compiled() else { return }
    seats?.note(serial, of: seat, isPress: false)
    var event = event(of: code, keymap, serial: serial)
    (event.isPressed, event.text) = (false, "")
    tell(event)
  }

  private func event(of code: UInt32, _ keymap: Keymap, serial: UInt32) -> KeyEvent {
    let modifiers = keymap.modifiers
    var event = KeyEvent(keysym: keymap.keysym(of: code), modifiers: modifiers, serial: serial)
    if modifiers.isDisjoint(with: [.control, .alt, .logo]) {
      let text = keymap.text(of: code)
      let isControl = text.unicodeScalars.contains { $0.properties.generalCategory == .control }
      event.text = isControl ? "" : text
    } else if event.keysym > 0x7e, event.keysym < 0xfd00 || event.keysym > 0xffff,
      let latin = keymap.latinKeysym(of: code)
    {
      // The keysym is neither Latin nor a function key: those are 0xfd00 … 0xffff.
      event.keysym = latin
    }
    return event
  }

  private func tell(_ event: KeyEvent) {
    guard let surface, !surface.isDestroyed else { return }
    seats?.onKey?(surface, event)
  }

  private func compiled() -> Keymap? {
    guard let surface, !surface.isDestroyed else { return nil }
    if let keymap { return keymap }
    guard let file else { return nil }
    self.file = nil
    guard let new = file.compile() else {
      seats?.onProblem?("the keyboard cannot be used: the compositor's keymap cannot be read")
      return nil
    }
    new.update(modifiers)
    keymap = new
    compose = ComposeSequence(locale: ComposeSequence.userLocale)
    return new
  }

  // MARK: - Repetition

  private func hold(_ code: UInt32, _ serial: UInt32) {
    guard rate > 0 else { return }
    held = (code, serial)
    scheduleRepetition(in: delay)
  }

  private func release() {
    held = nil
    repetition.end()
  }

  private func scheduleRepetition(in time: Duration) {
    guard let loop = seats?.loop else { return }
    repetition = loop.schedule(at: loop.now + time) { [unowned self] in
      guard let held, let keymap else { return }
      var event = event(of: held.code, keymap, serial: held.serial)
      event.isRepeat = true
      scheduleRepetition(in: .seconds(1) / rate)
      tell(event)
    }
  }
}
