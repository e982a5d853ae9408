/// Reads bytes one after another; zeros when there are no more.
protocol ByteSource {
  var bytes: [UInt8] { get }
  /// The index of the next byte.
  var at: Int { get set }
}

extension ByteSource {
  var isAtEnd: Bool { at >= bytes.count }

  mutating func byte() -> UInt8 {
    guard at < bytes.count else { return 0 }
    at += 1
    return bytes[at - 1]
  }
}
