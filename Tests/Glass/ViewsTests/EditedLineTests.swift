import TestSupport
import Testing
import Views

struct EditedLineTests {
  typealias Edit = EditedLine.Edit

  /// Edits, then the text with `|` at the cursor or around the selection.
  static let cases: [(edits: [Edit], expected: String)] = [
    ([], "|"), ([.insert("ab")], "ab|"),
    ([.insert("ab"), .move(.backward, extending: false), .insert("x")], "ax|b"),
    ([.insert("a👩‍👩‍👧e\u{301}"), .delete(.backward)], "a👩‍👩‍👧|"),
    ([.insert("a👩‍👩‍👧e\u{301}"), .delete(.backward), .delete(.backward)], "a|"),
    ([.insert("e"), .insert("\u{301}"), .move(.backward, extending: false)], "|e\u{301}"),
    ([.insert("one two, three"), .delete(.wordBackward)], "one two, |"),
    ([.insert("one two, three"), .delete(.wordBackward), .delete(.wordBackward)], "one |"),
    (
      [.insert("one two"), .move(.start, extending: false), .move(.wordForward, extending: false)], "one| two"
    ),
    ([.insert("one two"), .move(.wordBackward, extending: true)], "one |two|"),
    ([.insert("one two"), .move(.wordBackward, extending: true), .insert("2")], "one 2|"),
    ([.insert("abc"), .move(.backward, extending: true), .move(.backward, extending: false)], "ab|c"),
    ([.insert("abc"), .move(.backward, extending: true), .move(.forward, extending: false)], "abc|"),
    ([.insert("abc"), .selectAll, .delete(.forward)], "|"), ([.insert("a\nb\u{1B}\tc")], "a b c|"),
    ([.insert("abc"), .move(.start, extending: false), .delete(.forward)], "|bc"),
    ([.insert("abc"), .delete(.start)], "|"), ([.delete(.backward), .move(.forward, extending: true)], "|"),
    ([.insert("שלום"), .move(.backward, extending: false)], "שלו|ם"),
  ]

  @Test(arguments: cases) func `a text is edited by whole characters`(edits: [Edit], expected: String) {
    var reply = EditedLine()
    for edit in edits { reply.perform(edit) }
    #expect(marked(reply) == expected)
  }

  @Test func `what does not fit is left out`() {
    var reply = EditedLine()
    reply.perform(.insert(String(repeating: "世", count: 3000)))
    #expect(reply.text.utf8.count == EditedLine.limit / 3 * 3)
    reply.perform(.insert("ab"))
    #expect(reply.text.utf8.count == EditedLine.limit && reply.text.hasSuffix("a"))
    reply.perform(.selectAll)
    #expect(reply.selectedText == reply.text)
    reply.perform(.insert("b"))
    #expect(reply.text == "b" && !reply.isEmpty)
    reply.perform(.insert(" "))
    reply.perform(.delete(.start))
    #expect(reply.isEmpty)
  }

  @Test(arguments: DailySeeds.first(100) as [Int]) func `the cursor is always between two characters`(
    seed: Int
  ) {
    var random = SplitMix(seed: UInt64(seed))
    var reply = EditedLine()
    let pieces = ["a", "e", "\u{301}", "👩", "\u{200D}", "👧", "🇳", "🇱", " ", "ש", "\r", "\n", "한", "ᄒ", "ᅡ"]
    for step in 0..<60 {
      let motion = EditedLine.Motion.allCases.randomElement(using: &random)!
      switch Int.random(in: 0..<6, using: &random) {
      case 0: reply.perform(.delete(motion))
      case 1: reply.perform(.move(motion, extending: Bool.random(using: &random)))
      case 2: reply.perform(step % 20 == 0 ? .selectAll : .move(motion, extending: true))
      default: reply.perform(.insert(pieces.randomElement(using: &random)!))
      }
      let edges = Set(
        reply.text.indices.map { reply.text.utf8.distance(from: reply.text.startIndex, to: $0) }
      )
      .union([reply.text.utf8.count])
      #expect(edges.contains(reply.selection.lowerBound), "seed \(seed), step \(step)")
      #expect(edges.contains(reply.selection.upperBound), "seed \(seed), step \(step)")
    }
  }

  private func marked(_ reply: EditedLine) -> String {
    let bytes = Array(reply.text.utf8)
    let (start, end) = (reply.selection.lowerBound, reply.selection.upperBound)
    let parts = [bytes[..<start], bytes[start..<end], bytes[end...]].map {
      String(decoding: $0, as: UTF8.self)
    }
    return start == end ? parts[0] + "|" + parts[2] : parts.joined(separator: "|")
  }
}
