import Glibc
import TestSupport
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
  func `a key means what the keymap says, and one that it lacks means nothing`(
    code: UInt32, keysym: UInt32, text: String
  ) throws {
    let keymap = try #require(compile(Self.text))
    #expect(keymap.keysym(of: code) == keysym && keymap.text(of: code) == text)
    #expect(keymap.repeats(code) == (keysym != 0))
    #expect(keymap.latinKeysym(of: code) == (keysym == 0 ? nil : keysym))
  }

  @Test(arguments: ["", "\0", "xkb_keymap {"])
  func `what is no keymap is refused`(text: String) { #expect(compile(text) == nil) }

  @Test func `a file that is shorter than the compositor says, or becomes so, is refused`() {
    let directory = ScratchDirectory()
    directory.write(Self.text, to: "keymap")
    func file(size: Int) -> KeymapFile? {
      KeymapFile(descriptor: unsafe open(directory("keymap"), O_RDWR | O_CLOEXEC), size: UInt32(size))
    }
    let count = Self.text.utf8.count
    #expect(file(size: count)?.compile() != nil)
    #expect(file(size: 1 << 20)?.compile() == nil)
    let shortened = file(size: count)
    #expect(unsafe truncate(directory("keymap"), 0) == 0)
    #expect(shortened?.compile() == nil)
  }

  @Test func `what is no file is refused`() {
    var ends: [Int32] = [-1, -1]
    #expect(unsafe pipe(&ends) == 0)
    #expect(KeymapFile(descriptor: ends[0], size: 100) == nil)
    close(ends[1])
  }
}
