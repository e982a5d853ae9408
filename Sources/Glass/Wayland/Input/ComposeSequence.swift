import CXkbcommon
import Glibc

/// Dead keys and compose sequences of the user's locale, and how far one of them has come.
@MainActor @safe final class ComposeSequence {
  /// What a key has done to it.
  enum Step: Equatable {
    /// There is no sequence: the key stands for itself.
    case none
    /// The sequence goes on, or was broken off by this key, which is lost with it.
    case unfinished
    /// The sequence has this meaning.
    case finished(keysym: UInt32, text: String)
  }

  private let state: OpaquePointer

  /// Reads the sequences of a locale, and the user's own; nil if there are none.
  ///
  /// The corresponding C function is `xkb_compose_table_new_from_locale`.
  init?(locale: String) {
    guard let context = unsafe xkb_context_new(XKB_CONTEXT_NO_DEFAULT_INCLUDES) else { return nil }
    defer { unsafe xkb_context_unref(context) }
    guard let table = unsafe xkb_compose_table_new_from_locale(context, locale, XKB_COMPOSE_COMPILE_NO_FLAGS)
    else { return nil }
    defer { unsafe xkb_compose_table_unref(table) }
    guard let state = unsafe xkb_compose_state_new(table, XKB_COMPOSE_STATE_NO_FLAGS) else { return nil }
    unsafe self.state = unsafe state
  }

  isolated deinit {
    unsafe xkb_compose_state_unref(state)
  }

  /// The locale of the user's characters, by the environment.
  static var userLocale: String {
    for name in ["LC_ALL", "LC_CTYPE", "LANG"] {
      if let value = unsafe getenv(name), unsafe value.pointee != 0 { return unsafe String(cString: value) }
    }
    return "C"
  }

  /// Takes a key that was pressed.
  ///
  /// The corresponding C functions are `xkb_compose_state_feed` and `xkb_compose_state_get_status`.
  func feed(_ keysym: UInt32) -> Step {
    // Modifiers do not end a sequence.
    guard unsafe xkb_compose_state_feed(state, keysym) == XKB_COMPOSE_FEED_ACCEPTED else { return .none }
    switch unsafe xkb_compose_state_get_status(state) {
    case XKB_COMPOSE_COMPOSING: return .unfinished
    case XKB_COMPOSE_CANCELLED:
      reset()
      return .unfinished
    case XKB_COMPOSE_COMPOSED:
      defer { reset() }
      return .finished(keysym: unsafe xkb_compose_state_get_one_sym(state), text: text)
    default: return .none
    }
  }

  /// Breaks off what was begun.
  func reset() { unsafe xkb_compose_state_reset(state) }

  private var text: String {
    // More than any sequence of Xlib's tables means.
    var characters = [CChar](repeating: 0, count: 256)
    let count = unsafe xkb_compose_state_get_utf8(state, &characters, characters.count)
    guard (1..<characters.count).contains(Int(count)) else { return "" }
    return String(decoding: characters.prefix(Int(count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
