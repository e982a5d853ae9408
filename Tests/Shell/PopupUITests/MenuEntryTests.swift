import Testing

@testable import PopupUI

struct MenuEntryTests {
  @Test(
    arguments: [
      ("_File", "File", "f"), ("Save _As", "Save As", "a"), ("snake__case", "snake_case", nil),
      ("_One _Two", "One Two", "o"), ("end_", "end", nil), ("___x", "_x", "x"), ("", "", nil),
      ("two\nlines", "two lines", nil),
    ] as [(String, String, Character?)])
  func `an underscore marks the mnemonic`(text: String, label: String, mnemonic: Character?) {
    let entry = MenuEntry(1, text)
    #expect(entry.label == label && entry.mnemonic == mnemonic)
  }

  @Test func `an entry is found at any depth`() {
    let entries = [MenuEntry(1, "a"), MenuEntry(2, "b", submenu: [MenuEntry(3, "c")])]
    #expect(entries.entry(3)?.label == "c")
    #expect(entries.entry(4) == nil)
  }
}
