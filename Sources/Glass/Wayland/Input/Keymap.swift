import CXkbcommon
import Geometry
import Glibc

/// The current meaning of a keyboard's keys: xkbcommon's keymap, and the state of modifiers and layouts.
///
/// Keys are identified by their evdev codes, as in the protocol.
@MainActor @safe final class Keymap {
  private let context: OpaquePointer
  private let keymap: OpaquePointer
  private let state: OpaquePointer

  /// Compiles a keymap in XKB's text format; nil if the text is none.
  ///
  /// The corresponding C function is `xkb_keymap_new_from_buffer`.
  init?(text: UnsafeRawBufferPointer) {
    let characters = unsafe text.bindMemory(to: CChar.self)
    // The text ends with a NUL.
    let length = unsafe strnlen(characters.baseAddress ?? UnsafePointer(bitPattern: 1)!, characters.count)
    guard length > 0, let context = unsafe xkb_context_new(XKB_CONTEXT_NO_DEFAULT_INCLUDES) else {
      return nil
    }
    guard
      let keymap = unsafe xkb_keymap_new_from_buffer(
        context, characters.baseAddress, length, XKB_KEYMAP_FORMAT_TEXT_V1, XKB_KEYMAP_COMPILE_NO_FLAGS)
    else {
      unsafe xkb_context_unref(context)
      return nil
    }
    guard let state = unsafe xkb_state_new(keymap) else {
      preconditionFailure("no memory for a keymap's state")
    }
    unsafe (self.context, self.keymap, self.state) = unsafe (context, keymap, state)
  }

  isolated deinit {
    unsafe xkb_state_unref(state)
    unsafe xkb_keymap_unref(keymap)
    unsafe xkb_context_unref(context)
  }

  /// The XKB code of a key, which is 8 more than its evdev code, as in X11; a code that is too large for that
  /// gives one of no key.
  private static func xkbCode(_ code: UInt32) -> UInt32 {
    let (sum, isTooLarge) = code.addingReportingOverflow(8)
    return isTooLarge ? .max : sum
  }

  /// Sets the state of modifiers and layout to the compositor's.
  ///
  /// The corresponding C function is `xkb_state_update_mask`.
  func update(_ modifiers: Keyboard.Modifiers) {
    _ = unsafe xkb_state_update_mask(
      state, modifiers.depressed, modifiers.latched, modifiers.locked, 0, 0, modifiers.group)
  }

  /// The modifiers that are in effect.
  ///
  /// The corresponding C function is `xkb_state_mod_name_is_active`.
  var modifiers: KeyModifiers {
    let names: [(String, KeyModifiers)] = [
      (XKB_MOD_NAME_SHIFT, .shift), (XKB_MOD_NAME_CTRL, .control), (XKB_MOD_NAME_ALT, .alt),
      (XKB_MOD_NAME_LOGO, .logo),
    ]
    return names.reduce(into: []) { result, modifier in
      if unsafe xkb_state_mod_name_is_active(state, modifier.0, XKB_STATE_MODS_EFFECTIVE) == 1 {
        result.insert(modifier.1)
      }
    }
  }

  /// The keysym of a key in the current state.
  ///
  /// The corresponding C function is `xkb_state_key_get_one_sym`.
  func keysym(of code: UInt32) -> UInt32 { unsafe xkb_state_key_get_one_sym(state, Self.xkbCode(code)) }

  /// The Latin keysym of a key without modifiers, in the first layout that has one; nil: none has.
  ///
  /// The corresponding C function is `xkb_keymap_key_get_syms_by_level`.
  func latinKeysym(of code: UInt32) -> UInt32? {
    let layouts = unsafe xkb_keymap_num_layouts_for_key(keymap, Self.xkbCode(code))
    for layout in 0..<layouts {
      var symbols: UnsafePointer<UInt32>?
      let count = unsafe xkb_keymap_key_get_syms_by_level(keymap, Self.xkbCode(code), layout, 0, &symbols)
      if count == 1, let symbol = unsafe symbols?.pointee, (0x20...0x7e).contains(symbol) { return symbol }
    }
    return nil
  }

  /// The text that a key types in the current state, without compose sequences.
  ///
  /// The corresponding C function is `xkb_state_key_get_utf8`.
  func text(of code: UInt32) -> String {
    // XKB's longest text fits into this, with its NUL.
    var characters = [CChar](repeating: 0, count: 64)
    let count = unsafe xkb_state_key_get_utf8(state, Self.xkbCode(code), &characters, characters.count)
    guard (1..<characters.count).contains(Int(count)) else { return "" }
    return String(decoding: characters.prefix(Int(count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Whether a key repeats while it is held.
  ///
  /// The corresponding C function is `xkb_keymap_key_repeats`.
  func repeats(_ code: UInt32) -> Bool { unsafe xkb_keymap_key_repeats(keymap, Self.xkbCode(code)) == 1 }
}
