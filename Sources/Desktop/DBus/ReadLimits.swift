/// How much of a message is taken in; what lies beyond is left out, so that a sender cannot make us hold it.
public nonisolated struct ReadLimits: Hashable, Sendable {
  /// Of each text, in bytes of UTF-8; a longer one is cut between two characters' codes.
  public var textBytes: Int
  /// Of each array of bytes, in bytes; a longer one comes as an empty one, as half a picture is none.
  public var bytes: Int
  /// Of each other array and each dictionary.
  public var elements: Int
  /// Of all arrays and dictionaries of the message together, those that are left out counted too: a text counts 4, a
  /// container more. What follows is not read any more, as even that takes its time: such a message has fewer arguments
  /// than its type says.
  public var visits: Int
  /// Of a dictionary that is an argument, the entries with these keys alone count; nil: all.
  public var keys: Set<String>?

  public init(
    textBytes: Int = .max, bytes: Int = .max, elements: Int = .max, visits: Int = .max,
    keys: Set<String>? = nil
  ) {
    self.textBytes = textBytes
    self.bytes = bytes
    self.elements = elements
    self.visits = visits
    self.keys = keys
  }

  /// All that the bus lets through.
  public static let none = ReadLimits()
}
