import CXkbcommon
import Glibc
import TestSupport
import Wayland

/// A keyboard that a test presses the keys of.
final class VirtualKeyboard {
  /// A key by the number that the kernel gives it.
  enum Key: UInt32 {
    case escape = 1
    case tab = 15
    case e = 18
    case enter = 28
    case a = 30
    case f = 33
    case apostrophe = 40
    case c = 46
    case v = 47
    case f10 = 68
    case home = 102
    case up = 103
    case left = 105
    case right = 106
    case end = 107
    case down = 108
    /// The key of menus.
    case menu = 127
  }

  private let client: TestClient
  private let seat: WlSeat
  private let proxy: ZwpVirtualKeyboardV1
  private var time: UInt32 = 1000
  private var listener: WlKeyboard?
  /// Whether a window of the test's client has the keyboard, since `followFocus`.
  private(set) var isInClient = false

  /// Plugs in one with a layout by XKB's names.
  init(_ client: TestClient, layout: String = "us", variant: String = "") throws {
    self.client = client
    seat = try client.connection.globals.bind(WlSeat.self, version: 5)
    proxy = try client.connection.globals.shared(ZwpVirtualKeyboardManagerV1.self, version: 1)
      .createVirtualKeyboard(seat: seat)
    let text = Self.keymap(layout, variant)
    let file = unsafe tmpfile()!
    defer { unsafe fclose(file) }
    _ = unsafe text.withCString { unsafe fwrite($0, 1, strlen($0) + 1, file) }
    unsafe fflush(file)
    proxy.keymap(format: 1, fd: unsafe fileno(file), size: UInt32(text.utf8.count + 1))
    try client.connection.roundTrip()
  }

  isolated deinit {
    unplug()
  }

  /// Follows whether a window of the client has the keyboard; sway's socket does not report which layer surface has it.
  func followFocus() throws {
    let listener = seat.getKeyboard()
    listener.onEvent = { [unowned self] _, event in
      switch event {
      case .enter: isInClient = true
      case .leave: isInClient = false
      case .keymap(_, let descriptor, _): close(descriptor)
      case .key, .modifiers, .repeatInfo: break
      }
    }
    self.listener = listener
    try client.connection.roundTrip()
  }

  /// Presses and releases a key at once, so that nothing repeats it, however slow all are.
  func type(_ key: Key) throws {
    set(key, isPressed: true)
    set(key, isPressed: false)
    try client.connection.roundTrip()
  }

  /// Presses a key.
  func press(_ key: Key) throws {
    set(key, isPressed: true)
    try client.connection.roundTrip()
  }

  /// Releases a key that is held.
  func release(_ key: Key) throws {
    set(key, isPressed: false)
    try client.connection.roundTrip()
  }

  /// Sets the modifiers by XKB's bits: 1 shift, 4 control, 8 alt, 64 logo.
  func setModifiers(_ bits: UInt32) throws {
    proxy.modifiers(modsDepressed: bits, modsLatched: 0, modsLocked: 0, group: 0)
    try client.connection.roundTrip()
  }

  /// Idempotent.
  func unplug() {
    listener?.destroy()
    listener = nil
    proxy.destroy()
    seat.destroy()
    _ = try? client.connection.flush()
  }

  private func set(_ key: Key, isPressed: Bool) {
    time += 1
    proxy.key(time: time, key: key.rawValue, state: isPressed ? 1 : 0)
  }

  private static func keymap(_ layout: String, _ variant: String) -> String {
    let context = unsafe xkb_context_new(XKB_CONTEXT_NO_FLAGS)
    defer { unsafe xkb_context_unref(context) }
    let keymap = unsafe layout.withCString { layout in
      unsafe variant.withCString { variant in
        var names = unsafe xkb_rule_names(
          rules: nil, model: nil, layout: layout, variant: variant, options: nil)
        return unsafe xkb_keymap_new_from_names(context, &names, XKB_KEYMAP_COMPILE_NO_FLAGS)
      }
    }
    defer { unsafe xkb_keymap_unref(keymap) }
    let text = unsafe xkb_keymap_get_as_string(keymap, XKB_KEYMAP_FORMAT_TEXT_V1)!
    defer { unsafe free(text) }
    return unsafe String(cString: text)
  }
}
