import ModuleModel
import Modules
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
    outlet.show(reading)
    #expect(readings.map { $0.fields["text"] } == [.text(told)])
    #expect(readings.map { $0.fields["markup"] } == [.markup(told, plain: told)])
    #expect(readings.first?.items.map { $0.fields["text"] } == [.text(told)])
    #expect(readings.first?.byOutput["DP-1"] == .text(told))
  }
}
