import Notifications
import TestSupport
import Testing

struct MarkupTests {
  @Test(arguments: [
    ("plain", "plain"), ("", ""), ("<b>b</b> <i>i</i> <u>u</u>", "[b:b] [i:i] [u:u]"),
    ("<b>b<i>bi</i></b>", "[b:b][bi:bi]"), ("<B>x</B>", "[b:x]"), ("<b>x</B>", "[b:x]"),
    ("<strong>x</strong>", "[b:x]"),
    ("<b></b>x", "x"), ("<b>x</b><b>y</b>", "[b:xy]"), ("<b><b>x</b>y</b>z", "[b:xy]z"),
    ("<a href=\"https://a.b/c?d&amp;e\">x</a>", "[0:x]"), ("<a href='mailto:a@b'>x</a>", "[0:x]"),
    ("<a>x</a>", "x"), ("<a href=\"\">x</a>", "x"), ("<a href=\"-rf\">x</a>", "x"),
    ("<a href=\"tel:1 2\">x</a>", "x"), ("<a href=\"tel:\">x</a>", "x"), ("<a href=\":1\">x</a>", "x"),
    ("<a href=\"file:///bin/sh\">x</a>", "x"), ("<a href=\"javascript:x\">x</a>", "x"),
    ("<a href=\"tel:1\"><b>z</b></a>", "[b0:z]"), ("a<br>b<br/>c", "a\nb\nc"), ("<p>x</p>", "x"),
    ("<span style=\"color:red\" a='1'>x</span>", "x"), ("<!-- x > z -->y", "y"),
    ("<?xml version=\"1.0\"?><!doctype html>x", "x"),
    ("<!here> <!channel> <? <!", "<!here> <!channel> <? <!"),
    ("a <![CDATA[b < c <b> ]] &amp;]]>d", "a b < c <b> ]] &amp;d"),
    ("<nick> hi", "<nick> hi"), ("<nick> hi </nick>", "<nick> hi </nick>"), ("</nick>", "</nick>"),
    ("<nick> <b>hi</b>", "<nick> [b:hi]"),
    ("<user@host.org> <https://a.b/>", "<user@host.org> <https://a.b/>"),
    ("List<String> <T extends X>", "List<String> <T extends X>"),
    ("&lt;b&gt; &amp; &quot;&apos;", "<b> & \"'"), ("&#65;&#x42;&#X43;", "ABC"), ("&nbsp;x", "\u{A0}x"),
    ("Tom & Jerry", "Tom & Jerry"), ("a &amp b", "a &amp b"), ("&nosuch; &", "&nosuch; &"),
    ("&#0; &#x1F; &#xD800;", "&#0; &#x1F; &#xD800;"),
    ("&#xffffffff;", "&#xffffffff;"), ("&#;&#x;&#-1;", "&#;&#x;&#-1;"), ("1 < 2", "1 < 2"), ("<3", "<3"),
    ("a <", "a <"),
    ("\u{1}\u{2}\u{1B}[31mx", "[31mx"), ("a\r\nb\rc\u{2028}d", "a\nb\nc\nd"), ("\n x \n", "x"),
    ("  <b> x</b>\n", "[b:x]"),
    ("<img src=\"/a.png\" alt=\"A\"/>x", "x"),
  ])
  func `markup gives text and styles`(markup: String, expected: String) {
    #expect(describe(MarkedText(markup: markup)) == expected)
  }

  @Test(arguments: [
    ("<p>one</p><p>two</p>", "one\ntwo"), ("<div>one</div><div>two</div>", "one\ntwo"),
    ("<ul>\n <li>milk</li>\n <li>bread</li>\n</ul>\nend", "milk\nbread\nend"),
    ("<h1>Title</h1>text", "Title\ntext"), ("text<h6>Title</h6>", "text\nTitle"),
    ("a<blockquote><p>b</p></blockquote>c", "a\nb\nc"), ("<p></p>a<p> </p><p>b</p>", "a\nb"),
    ("<p>a<br></p><p>b</p>", "a\nb"), ("a<hr>b<hr/>c", "a\nb\nc"), ("<P>a</p>b", "a\nb"),
    ("<table><tr><td>a</td><td>b</td></tr><tr><th>c</th> <th>d</th></tr></table>", "a b\nc d"),
    ("a<pre>\n  b\n    c\n</pre>d", "a\n  b\n    c\nd"), ("a <span>b</span><code>c</code>", "a bc"),
    ("<b><p>a</p><p>b</p></b>", "[b:a]\n[b:b]"), ("<p>a</p><p><b>b</b></p>", "a\n[b:b]"),
    ("<p><b>a </b></p><p><a href=\"tel:1\">b</a></p>", "[b:a]\n[0:b]"),
  ])
  func `what is a block in HTML begins on a line and ends with it`(markup: String, expected: String) {
    #expect(describe(MarkedText(markup: markup)) == expected)
  }

  @Test(arguments: [
    "\u{200B}", "\u{FEFF}", "\u{200D}\u{200C}", " \n\u{200B}\n ", "\u{A0}", "\u{2800}", "\u{FE0F}",
    "&#x200b;<b>\u{AD}</b>",
  ])
  func `a body of which nothing is to be seen is empty`(markup: String) {
    #expect(MarkedText(markup: markup) == MarkedText())
  }

  @Test(arguments: [
    ("\u{200B}\nx\n\u{FEFF}\n", "x"), ("x\n\u{200B}\ny", "x\n\u{200B}\ny"), ("❤\u{FE0F}", "❤\u{FE0F}"),
    ("\u{200D}x", "\u{200D}x"),
  ])
  func `lines without a visible character are left out at the ends`(markup: String, expected: String) {
    #expect(MarkedText(markup: markup).string == expected)
  }

  @Test(arguments: [
    "<b>x", "x</b>", "<b><i>x</b></i>", "<b", "<b x>y</b>", "<b x=y>z</b>", "<a href=\"x", "<img src=",
    "<b>x</b", "</>",
    "<b/ >", "<!-- never", "<a href=\"tel:1\" x</a>",
    "<b><i>x</b> & &amp &#xffffffff; <a href=\"x <img src=",
  ])
  func `broken markup is shown as it was written`(markup: String) {
    #expect(MarkedText(markup: markup) == MarkedText(markup))
  }

  @Test func `links and pictures are told`() {
    let text = MarkedText(
      markup:
        "<a href=\"https://a\">x</a><a href=\"TEL:2\">y</a><img src=\"/p&amp;q.png\" alt=\" a\nb \"><img alt=\"x\">"
    )
    #expect(text.links == ["https://a", "TEL:2"])
    #expect(text.runs.map(\.link) == [0, 1])
    #expect(text.images.map(\.source) == ["/p&q.png"])
    #expect(text.images.map(\.description) == ["a b"])
  }

  @Test func `what is beyond the limits is left out`() {
    #expect(MarkedText(markup: String(repeating: "x", count: 10_000_000)).string.utf8.count == Limits.body)
    #expect(
      MarkedText(markup: String(repeating: "x\n", count: 70000)).string.split(separator: "\n").count
        == Limits.bodyLines)
    let links = MarkedText(markup: String(repeating: "<a href=\"tel:1\">z</a> ", count: 100))
    #expect(links.links.count == Limits.links)
    #expect(links.runs.count == Limits.links)
    let images = MarkedText(markup: String(repeating: "<img src=\"x\">", count: 100))
    #expect(images.images.count == Limits.bodyImages)
    let cut = MarkedText(markup: String(repeating: "世", count: 100_000))
    #expect(cut.string.allSatisfy { $0 == "世" } && cut.string.utf8.count > Limits.body - 3)
  }

  @Test func `markup that is cut by the limit is not broken by that`() {
    let text = MarkedText(markup: "<b>" + String(repeating: "<i>x</i>", count: 20000) + "</b>")
    #expect(text.runs.first?.style == [.bold, .italic])
    #expect(text.string.allSatisfy { $0 == "x" })
    let deep = MarkedText(
      markup: String(repeating: "<b>", count: 100_000) + "x" + String(repeating: "</b>", count: 100_000))
    #expect(deep.string == "")
    let less = MarkedText(
      markup: String(repeating: "<b>", count: 9000) + "x" + String(repeating: "</b>", count: 9000))
    #expect(describe(less) == "[b:x]")
  }

  @Test(arguments: DailySeeds.first(300) as [Int]) func `any text gives runs in order within it`(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    let pieces = [
      "<b>", "</b>", "<i>", "</i>", "<a href=\"tel:1\">", "</a>", "<u", ">", "&", "amp;", "é", "世", "\n",
      "<img src='a'>", " ", "x", "<",
      "\"", "&#x1F600;", "\u{0}", "</", "=",
    ]
    let markup = (0..<Int.random(in: 0..<40, using: &random)).map { _ in pieces.randomElement(using: &random)!
    }.joined()
    let text = MarkedText(markup: markup)
    var reached = 0
    for run in text.runs {
      #expect(run.range.lowerBound >= reached && !run.range.isEmpty, "seed \(seed)")
      #expect(!run.style.isEmpty || run.link != nil)
      #expect(run.link.map { text.links.indices.contains($0) } ?? true)
      reached = run.range.upperBound
      // A run ends between characters.
      #expect(String(validating: Array(text.string.utf8)[run.range], as: UTF8.self) != nil)
    }
    #expect(reached <= text.string.utf8.count)
    #expect(!text.string.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" && $0 != "\t" })
  }

  /// `[style:text]` for what is not plain.
  private func describe(_ text: MarkedText) -> String {
    let bytes = Array(text.string.utf8)
    var result = ""
    var at = 0
    for run in text.runs {
      result += String(decoding: bytes[at..<run.range.lowerBound], as: UTF8.self)
      let names: [(MarkedText.Style, String)] = [(.bold, "b"), (.italic, "i"), (.underline, "u")]
      let style =
        names.filter { run.style.contains($0.0) }.map(\.1).joined() + (run.link.map { "\($0)" } ?? "")
      result += "[\(style):" + String(decoding: bytes[run.range], as: UTF8.self) + "]"
      at = run.range.upperBound
    }
    return result + String(decoding: bytes[at...], as: UTF8.self)
  }
}
