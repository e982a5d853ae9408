import Testing

@testable import BarUI

struct MenuEntryTests {
  @Test(
    arguments: [
      ("_File", "File", "f", 0), ("Save _As", "Save As", "a", 5), ("snake__case", "snake_case", nil, nil),
      ("_One _Two", "One Two", "o", 0), ("end_", "end", nil, nil), ("___x", "_x", "x", 1),
      ("", "", nil, nil), ("two\nlines", "two lines", nil, nil), ("aüa_ü", "aüaü", "ü", 3),
      // In lower case these are two characters.
      ("_Ⓜ\u{200D}❤x", "Ⓜ\u{200D}❤x", "Ⓜ\u{200D}❤", 0),
    ] as [(String, String, Character?, Int?)])
  func `an underscore marks the mnemonic`(text: String, label: String, mnemonic: Character?, place: Int?) {
    let entry = MenuEntry(1, text)
    #expect(entry.label == label && entry.mnemonic == mnemonic && entry.mnemonicPlace == place)
  }

  @Test func `an entry is found at any depth`() {
    let entries = [MenuEntry(1, "a"), MenuEntry(2, "b", submenu: [MenuEntry(3, "c")])]
    #expect(entries.entry(3)?.label == "c")
    #expect(entries.entry(4) == nil)
  }
}
