/// How much of a message is taken in; what lies beyond is left out, so that a sender cannot make us hold it.
public nonisolated struct ReadLimits: Hashable, Sendable {
  /// Of each text, in bytes of UTF-8; a longer one is cut between two characters' codes.
  public var textBytes: Int
  /// Of each array of bytes, in bytes; a longer one comes as an empty one, as half a picture is none.
  public var bytes: Int
  /// Of each other array and each dictionary.
  public var elements: Int

  public init(textBytes: Int = .max, bytes: Int = .max, elements: Int = .max) {
    self.textBytes = textBytes
    self.bytes = bytes
    self.elements = elements
  }

  /// All that the bus lets through.
  public static let none = ReadLimits()
}
