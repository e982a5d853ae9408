import CXkbcommon
import Loop

/// The dead keys and compose sequences of the user's locale, and the state of the current sequence.
@MainActor @safe final class ComposeSequence {
  /// The effect of a key on the sequence.
  enum Step: Equatable {
    /// There is no sequence: the key has its own meaning.
    case none
    /// The sequence continues, or was cancelled by this key, which has no other effect.
    case unfinished
    /// The sequence is complete and has this meaning.
    case finished(keysym: UInt32, text: String)
  }

  private let state: OpaquePointer

  /// Reads the sequences of a locale and of the user; nil if there are none.
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

  /// The locale for characters that the environment names, or "C".
  static var userLocale: String {
    ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { Environment.text($0) }.first ?? "C"
  }

  /// Continues the sequence with a key that was pressed.
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

  /// Cancels the current sequence.
  func reset() { unsafe xkb_compose_state_reset(state) }

  private var text: String {
    // This is longer than the result of any sequence in Xlib's tables.
    var characters = [CChar](repeating: 0, count: 256)
    let count = unsafe xkb_compose_state_get_utf8(state, &characters, characters.count)
    guard (1..<characters.count).contains(Int(count)) else { return "" }
    return String(decoding: characters.prefix(Int(count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
