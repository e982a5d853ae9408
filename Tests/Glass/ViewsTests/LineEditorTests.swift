import Geometry
import Testing
import Views

struct LineEditorTests {
  private static let now = Instant(sinceOrigin: .seconds(5))

  @Test(arguments: [
    // Keys, what is in the field then, and what is selected.
    ([KeyEvent(keysym: 0xFF08)], "one tw", 6..<6),
    ([KeyEvent(keysym: 0xFF08, modifiers: .control)], "one ", 4..<4),
    ([KeyEvent(keysym: 0xFF51), KeyEvent(keysym: 0xFFFF)], "one tw", 6..<6),
    ([KeyEvent(keysym: 0xFF50), KeyEvent(keysym: 0xFF53, modifiers: .shift)], "one two", 0..<1),
    ([KeyEvent(keysym: 0xFF51, modifiers: [.control, .shift])], "one two", 4..<7),
    ([KeyEvent(keysym: 0x61, modifiers: .control), KeyEvent(keysym: 0x78, text: "x")], "x", 1..<1),
    ([KeyEvent(keysym: 0x61, text: "a", isPressed: false)], "one two", 7..<7),
    ([KeyEvent(keysym: 0xFE03)], "one two", 7..<7),
  ])
  func `keys change the field as everywhere`(keys: [KeyEvent], text: String, selection: Range<Int>) {
    var editor = LineEditor(now: Self.now)
    editor.perform(.insert("one two"), now: Self.now)
    for key in keys { _ = editor.press(key, now: Self.now) }
    #expect(editor.line.text == text && editor.line.selection == selection)
  }

  @Test func `copies and cuts take what is selected, if anything is`() {
    var editor = LineEditor(now: Self.now)
    editor.perform(.insert("one two"), now: Self.now)
    let (copy, cut) = (
      KeyEvent(keysym: 0x63, modifiers: .control), KeyEvent(keysym: 0x78, modifiers: .control)
    )
    #expect(editor.press(copy, now: Self.now) == .ignored && editor.press(cut, now: Self.now) == .ignored)
    editor.perform(.selectAll, now: Self.now)
    #expect(editor.press(copy, now: Self.now) == .copy("one two") && editor.line.text == "one two")
    #expect(editor.press(cut, now: Self.now) == .copy("one two") && editor.line.text.isEmpty)
    #expect(editor.press(KeyEvent(keysym: 0x76, modifiers: .control), now: Self.now) == .paste)
  }

  @Test func `the cursor blinks while the field has the keyboard, and rests after a while`() {
    var editor = LineEditor(now: Self.now)
    #expect(!editor.showsCursor(at: Self.now) && editor.nextBlink(after: Self.now) == nil)
    editor.isFocused = true
    var now = Self.now
    var changes = 0
    while let next = editor.nextBlink(after: now) {
      #expect(next > now && editor.showsCursor(at: now) != editor.showsCursor(at: next))
      now = next
      changes += 1
    }
    #expect(changes >= 16 && now - Self.now <= .seconds(11) && editor.showsCursor(at: now + .seconds(60)))
  }
}
