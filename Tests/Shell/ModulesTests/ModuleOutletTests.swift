import ModuleModel
import Modules
import Settings
import Testing

struct ModuleOutletTests {
  @Test(arguments: [
    ("a\nb", "a\nb"), ("a\r\nb", "a\nb"), ("a\rb", "a\nb"), ("a\n\nb", "a\n\nb"), ("a\r\n\r\nb", "a\n\nb"),
    ("a\tb\u{1B}[1m", "a b [1m"), ("é\u{85}b", "é b"),
  ]) func `control characters are told as spaces, and all line breaks in one way`(text: String, told: String)
  {
    var readings: [ModuleReading] = []
    let outlet = ModuleOutlet { readings.append($0) }
    var reading = ModuleReading(
      ["text": .text(text), "markup": .markup(text, plain: text)],
      items: [ItemReading(id: "a", ["text": .text(text)])])
    reading.byOutput = ["DP-1": .text(text)]
    reading.items[0].shortFields = ["text": .text(text)]
    (reading.rests, reading.foldable) = (reading.items, reading.items)
    outlet.show(reading)
    #expect(readings.map { $0.fields["text"] } == [.text(told)])
    #expect(readings.map { $0.fields["markup"] } == [.markup(told, plain: told)])
    #expect(readings.first?.items.map { $0.fields["text"] } == [.text(told)])
    #expect(readings.first?.byOutput["DP-1"] == .text(told))
    for items in [readings.first?.items, readings.first?.rests, readings.first?.foldable] {
      #expect(items?.map { $0.fields["text"] } == [.text(told)])
      #expect(items?.map { $0.shortFields["text"] } == [.text(told)])
    }
  }

  @Test func `a refusal in the words of a service has no control characters`() {
    var refusals: [String?] = []
    let outlet = ModuleOutlet(
      of: .clock, onCommandEnd: { refusals.append($0) }, deliver: { _ in })
    for refusal in ["not\u{1B}[1m allowed", "plain", nil] { outlet.commandEnded(refusal: refusal) }
    outlet.close()
    outlet.commandEnded(refusal: "late")
    #expect(refusals == ["not [1m allowed", "plain", nil])
  }
}
