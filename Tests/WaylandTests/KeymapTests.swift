import Testing

@testable import Wayland

@MainActor @Suite struct KeymapTests {
  private static let text = """
    xkb_keymap {
      xkb_keycodes { minimum = 8; maximum = 255; <AC01> = 38; };
      xkb_types { type "ONE_LEVEL" { modifiers = none; level_name[Level1] = "Any"; }; };
      xkb_compatibility { };
      xkb_symbols { key <AC01> { [ a ] }; };
    };
    """

  private func compile(_ text: String) -> Keymap? {
    let bytes = Array(text.utf8)
    return unsafe bytes.withUnsafeBytes { unsafe Keymap(text: $0) }
  }

  @Test(arguments: [(30, 0x61, "a"), (31, 0, ""), (UInt32.max - 8, 0, ""), (.max, 0, "")])
  func `A key means what the keymap says, and one that it lacks means nothing`(
    code: UInt32, keysym: UInt32, text: String
  ) throws {
    let keymap = try #require(compile(Self.text))
    #expect(keymap.keysym(of: code) == keysym && keymap.text(of: code) == text)
    #expect(keymap.repeats(code) == (keysym != 0))
    #expect(keymap.latinKeysym(of: code) == (keysym == 0 ? nil : keysym))
  }

  @Test(arguments: ["", "\0", "xkb_keymap {"])
  func `What is no keymap is refused`(text: String) { #expect(compile(text) == nil) }
}
