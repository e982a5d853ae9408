/// Limits on what is read of a message; the rest is left out, so that a sender cannot fill our memory.
public nonisolated struct ReadLimits: Hashable, Sendable {
  /// Limit of each text, in bytes of UTF-8; a longer one is cut between two characters.
  public var textBytes: Int
  /// Limit of each array of bytes; a longer one is read as empty, since half a picture is useless.
  public var bytes: Int
  /// Limit of the elements of each other array and each dictionary.
  public var elements: Int
  /// Limit on the cost of all arrays and dictionaries of the message together, including skipped elements: a
  /// text costs 4, a container more. Beyond it nothing is read, as even skipping takes time, so that the
  /// message has fewer arguments than its signature says.
  public var visits: Int
  /// The keys of the entries that are read of a dictionary that is an argument; nil for all.
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

  /// No limits but those of the bus.
  public static let none = ReadLimits()
}
