/// What is typed as an answer: one line with a cursor or a selection, edited by whole characters.
public struct ReplyText: Equatable, Sendable {
  /// Where a cursor goes.
  public enum Motion: CaseIterable, Sendable {
    /// Moves by one character, in the order of the text, not of the screen.
    case backward, forward
    case wordBackward, wordForward
    case start, end
  }

  /// What a key or the clipboard does.
  public enum Edit: Equatable, Sendable {
    /// Puts a text in place of the selection; what ends a line becomes a space.
    case insert(String)
    /// Removes the selection, or what lies from the cursor as far as the motion goes.
    case delete(Motion)
    case move(Motion, extending: Bool)
    /// To an offset in the UTF-8 of the text.
    case place(Int, extending: Bool)
    case selectAll
  }

  /// Bytes of UTF-8; what does not fit is left out.
  public static let limit = 4096

  public private(set) var text = ""
  /// Where the selection began, and where the cursor is; offsets in the UTF-8 of the text.
  private var anchor = 0
  private var head = 0

  public init() {}

  /// Offsets in the UTF-8 of the text; empty: a cursor.
  public var selection: Range<Int> { min(anchor, head)..<max(anchor, head) }

  /// What is selected, for the clipboard.
  public var selectedText: String { String(text[indices(selection)]) }

  /// Whether there is something to send.
  public var isEmpty: Bool { text.allSatisfy(\.isWhitespace) }

  public mutating func perform(_ edit: Edit) {
    switch edit {
    case .insert(let new): replace(selection, with: new)
    case .delete(let motion):
      if selection.isEmpty {
        let other = target(motion)
        replace(min(head, other)..<max(head, other), with: "")
      } else {
        replace(selection, with: "")
      }
    case .move(let motion, true): head = target(motion)
    case .move(let motion, false):
      switch motion {
      // A selection is left at the end to which the motion goes.
      case .backward where !selection.isEmpty: head = selection.lowerBound
      case .forward where !selection.isEmpty: head = selection.upperBound
      default: head = target(motion)
      }
      anchor = head
    case .place(let offset, let extends):
      head = aligned(min(max(0, offset), text.utf8.count))
      if !extends { anchor = head }
    case .selectAll: (anchor, head) = (0, text.utf8.count)
    }
  }

  private mutating func replace(_ range: Range<Int>, with new: String) {
    let room = Self.limit - (text.utf8.count - range.count)
    let fitting = Self.line(PlainText.cut(new, room))
    let before = text[..<indices(range).lowerBound] + fitting
    let after = text[indices(range).upperBound...]
    text = String(before + after)
    // A mark that is typed may join the letter before or after it: the cursor stays between characters.
    head = aligned(before.utf8.count)
    anchor = head
  }

  private static func line(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if PlainText.isNewline(scalar) || scalar == "\t" {
        result.append(" ")
      } else if !PlainText.isControl(scalar) {
        result.append(scalar)
      }
    }
    return String(result)
  }

  private func index(_ offset: Int) -> String.Index { text.utf8.index(text.startIndex, offsetBy: offset) }

  private func indices(_ range: Range<Int>) -> Range<String.Index> {
    index(range.lowerBound)..<index(range.upperBound)
  }

  private func offset(_ index: String.Index) -> Int { text.utf8.distance(from: text.startIndex, to: index) }

  /// The end of the character that `offset` is in.
  private func aligned(_ offset: Int) -> Int {
    var end = text.startIndex
    while end < text.endIndex, self.offset(end) < offset { end = text.index(after: end) }
    return self.offset(end)
  }

  private func target(_ motion: Motion) -> Int {
    var index = index(head)
    switch motion {
    case .start: return 0
    case .end: return text.utf8.count
    case .backward: return index > text.startIndex ? offset(text.index(before: index)) : head
    case .forward: return index < text.endIndex ? offset(text.index(after: index)) : head
    case .wordBackward:
      func isBefore(_ condition: (Character) -> Bool) -> Bool {
        index > text.startIndex && condition(text[text.index(before: index)])
      }
      while isBefore({ !Self.isWord($0) }) { index = text.index(before: index) }
      while isBefore(Self.isWord) { index = text.index(before: index) }
    case .wordForward:
      while index < text.endIndex, !Self.isWord(text[index]) { index = text.index(after: index) }
      while index < text.endIndex, Self.isWord(text[index]) { index = text.index(after: index) }
    }
    return offset(index)
  }

  private static func isWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }
}
