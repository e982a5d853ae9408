/// Text in a message, which is copied when it is asked for; it must not outlive the message.
@safe package struct BorrowedText {
  private let characters: UnsafePointer<CChar>?
  private let limit: Int

  /// `limit`: in bytes, see `ReadLimits.textBytes`.
  init(_ characters: UnsafePointer<CChar>?, limit: Int) {
    unsafe self.characters = unsafe characters
    self.limit = limit
  }

  /// A copy; what is beyond the limit is left out.
  package var string: String {
    unsafe characters.map { unsafe MessageReader.text($0, limit: limit) } ?? ""
  }
}
