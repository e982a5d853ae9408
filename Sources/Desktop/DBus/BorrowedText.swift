/// Text in a message, which is copied when it is read; it must not outlive the message.
@safe package struct BorrowedText {
  private let characters: UnsafePointer<CChar>?
  private let limit: Int

  /// Borrows text of which `limit` bytes are read at most, see `ReadLimits.textBytes`.
  init(_ characters: UnsafePointer<CChar>?, limit: Int) {
    unsafe self.characters = unsafe characters
    self.limit = limit
  }

  /// A copy of the text, cut at the limit.
  package var string: String {
    unsafe characters.map { unsafe MessageReader.text($0, limit: limit) } ?? ""
  }
}
