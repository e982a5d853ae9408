import DesktopModel

/// Reads arguments of known types one by one, without building values; each method throws the
/// error to reply with.
extension MessageReader {
  /// Reads a `u`.
  package func uint32() throws(BusError) -> UInt32 { try cursor.basic("u", 0) }
  /// Reads an `i`.
  package func int32() throws(BusError) -> Int32 { try cursor.basic("i", 0) }

  /// Reads an `s`; it is empty if the reading has ended with it.
  package func borrowedText() throws(BusError) -> BorrowedText {
    unsafe BorrowedText(try characters("s"), limit: limits.textBytes)
  }

  /// Reads an `as`.
  package func strings() throws(BusError) -> [String] {
    try elements(.string, signature: "s") { () throws(BusError) in
      try text("s")
    } pass: { () throws(BusError) in
      _ = try discarding.text("s")
    }
  }
}
