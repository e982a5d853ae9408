import Testing
import TextProcessing

struct MarkupReaderTests {
  @Test(arguments: [
    ("a b", "a b"), ("", ""), ("<b>x</b>", "(b:x)"), ("<B>x</b>", "(B:x)"), ("<b/>x", "(b)x"),
    ("<span color='red' a = \"1 &lt;\">x</span>", "(span color=red a=1 <:x)"), ("a &amp; b &#65;", "a & b A"),
    ("1 < 2 <3 &", "1 < 2 <3 &"), ("a<!-- b -->c", "ac"), ("a<br>b</br>c", "a(br)bc"),
    ("a<!-- <b> -- > -->c", "ac"), ("<!DOCTYPE html><?xml version='1'?>c", "c"), ("<!here> <?", "<!here> <?"),
    ("<![CDATA[a<b>&amp;]]>c<![CDATA[]]>", "a<b>&amp;c"), ("<![cdata[a]]>", "a"),
  ])
  func `a text is read token by token`(text: String, expected: String) throws(MarkupMistake) {
    #expect(try described(text) == expected)
  }

  @Test(arguments: ["a & b", "1 < 2 > 0", "<\u{338}b>", "\"it's\""])
  func `an escaped text is read as it was`(text: String) throws(MarkupMistake) {
    #expect(try described(text.escapedForMarkup()) == text)
    let value = text.escapedForMarkup(inAttribute: true)
    for quote in ["'", "\""] {
      #expect(try described("<b a=\(quote)\(value)\(quote)>x</b>") == "(b a=\(text):x)")
    }
  }

  @Test func `only known names make tags`() throws(MarkupMistake) {
    let text = "<nick> <B>x</b> </nick> <b-c> </>"
    #expect(try described(text, knownNames: ["b"]) == "<nick> (B:x) </nick> <b-c> </>")
  }

  @Test(arguments: [
    ("x <b", MarkupMistake(.unfinished, at: 2)), ("<b", MarkupMistake(.unfinished, at: 0)),
    ("<b />x<i", MarkupMistake(.unfinished, at: 6)), ("</>", MarkupMistake(.nameless, at: 0)),
    ("<b x>", MarkupMistake(.valueless("x"), at: 3)), ("<b x=1>", MarkupMistake(.valueless("x"), at: 3)),
    ("ä<b>x", MarkupMistake(.unended("b"), at: 2)),
    ("<b><i>x</b></i>", MarkupMistake(.unstarted("b"), at: 7)),
    ("x</b>", MarkupMistake(.unstarted("b"), at: 1)), ("<b x=\"1>", MarkupMistake(.unfinished, at: 0)),
    ("<!-- x", MarkupMistake(.unfinished, at: 0)),
    ("y<![CDATA[x]>", MarkupMistake(.unfinished, at: 1)),
  ])
  func `a mistake is told with its place`(text: String, expected: MarkupMistake) {
    #expect(throws: expected) { try described(text) }
  }

  @Test(arguments: ["<b>x", "<b>x<", "<b>x<i", "<b>x</", "<b>x<i a='"])
  func `what was cut off is not missed`(text: String) throws(MarkupMistake) {
    #expect(try described(text, isCut: true) == "(b:x")
  }

  /// The tokens, with elements in parentheses.
  private func described(
    _ text: String, isCut: Bool = false, knownNames: Set<String>? = nil
  ) throws(MarkupMistake) -> String {
    var reader = MarkupReader(
      Array(text.utf8), isCut: isCut, emptyNames: ["br"], knownNames: knownNames)
    var result = ""
    while let token = try reader.next() {
      switch token {
      case .text(let range): result += reader.text(range)
      case .scalar(let scalar): result += String(scalar)
      case .start(let tag):
        let attributes = tag.attributes.map { " \(reader.text($0.name))=\(reader.value($0))" }
        result += "(\(reader.text(tag.name))\(attributes.joined())" + (tag.isEmpty ? ")" : ":")
      case .end: result += ")"
      }
    }
    return result
  }
}
