import Glibc

/// Text in a message, which is copied when it is read; it must not outlive the message.
@safe package struct BorrowedText {
  private let characters: UnsafePointer<CChar>?
  private let limit: Int

  /// Borrows text of which `limit` bytes are read at most, see `ReadLimits.textBytes`.
  init(_ characters: UnsafePointer<CChar>?, limit: Int) {
    unsafe self.characters = unsafe characters
    self.limit = limit
  }

  /// Whether the text begins with `prefix`.
  ///
  /// The corresponding C function is `strncmp`.
  package func hasPrefix(_ prefix: String) -> Bool {
    unsafe characters.map { unsafe strncmp($0, prefix, prefix.utf8.count) == 0 } ?? false
  }

  /// Whether the text has a tag with this name, in letters of any case, before the limit.
  ///
  /// The corresponding C functions are `strnlen`, `memchr` and `strncasecmp`.
  package func hasTag(_ name: String) -> Bool {
    guard let characters = unsafe characters else { return false }
    let end = unsafe characters + strnlen(characters, limit)
    var rest = unsafe characters
    while let found = unsafe memchr(rest, CInt(UInt8(ascii: "<")), end - rest) {
      unsafe rest = UnsafePointer(found.assumingMemoryBound(to: CChar.self)) + 1
      if unsafe strncasecmp(rest, name, name.utf8.count) == 0 { return true }
    }
    return false
  }

  /// A copy of the text, cut at the limit.
  package var string: String {
    unsafe characters.map { unsafe MessageReader.text($0, limit: limit) } ?? ""
  }
}
