/// A line of text with a cursor or a selection, which is edited by whole characters.
public struct EditedLine: Equatable, Sendable {
  /// A motion of the cursor.
  public enum Motion: CaseIterable, Sendable {
    /// Motion by one character, in the order of the text, not of the screen.
    case backward, forward
    case wordBackward, wordForward
    case start, end
  }

  /// An edit by a key or the clipboard.
  public enum Edit: Equatable, Sendable {
    /// Replaces the selection by a text; line breaks become spaces.
    case insert(String)
    /// Removes the selection; without one, removes from the cursor to the end of the motion.
    case delete(Motion)
    case move(Motion, extending: Bool)
    /// Moves the cursor to an offset in the UTF-8 of the text.
    case place(Int, extending: Bool)
    case selectAll
  }

  /// Most bytes of UTF-8; text beyond is dropped.
  public static let limit = 4096

  public private(set) var text = ""
  /// The start of the selection, and the cursor; offsets in the UTF-8 of the text.
  private var anchor = 0
  private var head = 0

  public init() {
    // With room for the longest text edits do not move it, which would leave parts of a secret behind in memory.
    text.reserveCapacity(Self.limit)
  }

  /// Removes the text, which may be a secret, and overwrites its memory unless there are other copies of the value.
  public mutating func wipe() {
    Self.wipe(&text)
    (anchor, head) = (0, 0)
  }

  /// Removes a text that was taken from a line, and overwrites its memory unless there are other copies of the value.
  public static func wipe(_ text: inout String) {
    // An earlier text in the same memory may have been as long as the limit.
    text.replaceSubrange(text.startIndex..., with: String(repeating: "\0", count: limit))
    text.removeAll(keepingCapacity: true)
  }

  /// The selection as offsets in the UTF-8 of the text; empty if there is only a cursor.
  public var selection: Range<Int> { min(anchor, head)..<max(anchor, head) }

  /// The selected text, for the clipboard.
  public var selectedText: String { String(text[indices(selection)]) }

  /// Whether the text has nothing but white space.
  public var isEmpty: Bool { text.allSatisfy(\.isWhitespace) }

  /// The line with a dot in place of each character, for a secret, and the selection of these dots, in offsets of their UTF-8.
  public var dotted: (text: String, selection: Range<Int>) {
    func dots(before offset: Int) -> Int { Self.dotLength * text[..<index(offset)].count }
    return (
      String(repeating: Self.dot, count: text.count),
      dots(before: selection.lowerBound)..<dots(before: selection.upperBound)
    )
  }

  /// The offset in the text for one in the dots that are shown in its place.
  public func offset(ofDotted dotted: Int) -> Int {
    text.prefix(max(0, dotted) / Self.dotLength).utf8.count
  }

  private static let dot = "•"
  private static let dotLength = dot.utf8.count

  /// Performs an edit; offsets beyond the text stand for its ends.
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
      // Without extending, a selection collapses to the end in the direction of the motion.
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
    let fitting = Self.line(new, room: Self.limit - (text.utf8.count - range.count))
    text.replaceSubrange(indices(range), with: fitting)
    // A combining mark may join the letter before or after it: the cursor is moved between characters.
    head = aligned(range.lowerBound + fitting.utf8.count)
    anchor = head
  }

  /// Returns the beginning of a text that fits into `room` bytes, on one line and without control characters.
  private static func line(_ text: String, room: Int) -> String {
    var result = String.UnicodeScalarView()
    var room = room
    for scalar in text.unicodeScalars {
      room -= UTF8.width(scalar)
      if room < 0 { break }
      if scalar == "\t" || Character(scalar).isNewline {
        result.append(" ")
      } else if scalar.properties.generalCategory != .control {
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

  /// The end of the character that contains `offset`.
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
