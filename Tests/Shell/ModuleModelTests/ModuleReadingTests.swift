import ModuleModel
import Testing

struct ModuleReadingTests {
  @Test(
    arguments: [
      ("org.gnome.TextEditor", [.letter("T")]), ("foot", [.letter("F")]), ("7zip", [.letter("7")]),
      ("", [.symbol("application-x-executable-symbolic")]),
    ] as [(String, [ModuleIcon.Candidate])])
  func `a program without an icon has a letter, or a window if its name has none`(
    name: String, candidates: [ModuleIcon.Candidate]
  ) {
    #expect(ModuleIcon(ofProgram: nil, name: name).candidates == candidates)
    #expect(
      ModuleIcon(ofProgram: "a\nb", name: name).candidates == [.named("a"), .named("b")] + candidates)
    #expect(ModuleIcon(ofProgram: "/a.png", name: name).candidates == [.file("/a.png")] + candidates)
  }

  @Test func `a name that ends as those of symbols do is a symbol`() {
    #expect(
      ModuleIcon("a-symbolic", or: "b", "/c", "").candidates == [
        .symbol("a-symbolic"), .named("b"), .file("/c"),
      ])
  }

  @Test(
    arguments: [
      (":1.4/Item", ":1.4/Item"), ("nm-applet", ":1.4/Item"), ("twice", nil), ("3", "3"), ("", nil),
      ("none", nil),
    ] as [(String, String?)])
  func `an item is meant by its identifier, or by its name if no other has the same`(
    name: String, id: String?
  ) {
    let names = [(":1.4/Item", "nm-applet"), (":1.5/Item", "twice"), (":1.6/Item", "twice"), ("3", "nm")]
    let items = names.map { ItemReading(id: $0, ["name": .text($1)]) } + [ItemReading(id: "7", [:])]
    #expect(ModuleReading(items: items).item(named: name) == id)
  }
}
