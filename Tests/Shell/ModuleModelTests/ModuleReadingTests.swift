import ModuleModel
import Testing

struct ModuleReadingTests {
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
