/// Limits on what is read of a message, so that no sender can exhaust our memory or processor time.
public nonisolated struct ReadLimits: Hashable, Sendable {
  /// Limit of each text, in bytes of UTF-8; a longer one is cut between two characters.
  public var textBytes: Int
  /// Limit of each array of bytes; a longer one is read as empty, since half a picture is useless.
  public var bytes: Int
  /// Limit of the elements of each other array and each dictionary; those beyond are left out.
  public var elements: Int
  /// Limit on the cost of all arrays and dictionaries of the message together, including skipped elements: an
  /// element that is kept costs 16, a container more. Beyond it nothing is read, as even skipping takes time.
  public var visits: Int
  /// Limit on the bytes of all texts and all arrays of bytes that are copied. Beyond it nothing is read.
  public var copiedBytes: Int
  /// The keys of the entries that are read of a dictionary that is an argument; nil for all.
  public var keys: Set<String>?
  /// Whether a message beyond `visits` or `copiedBytes` is read up to that limit, and one with a text that the library refuses
  /// up to that text, so that it has fewer arguments than its signature says; otherwise it counts as one that cannot be read.
  public var allowsPart: Bool

  /// Makes limits. The defaults are far larger than the messages of most services.
  public init(
    textBytes: Int = .max, bytes: Int = .max, elements: Int = .max, visits: Int = 65_536,
    copiedBytes: Int = 1 << 20, keys: Set<String>? = nil, allowsPart: Bool = false
  ) {
    self.textBytes = textBytes
    self.bytes = bytes
    self.elements = elements
    self.visits = visits
    self.copiedBytes = copiedBytes
    self.keys = keys
    self.allowsPart = allowsPart
  }

  /// The limits of messages for which no others are stated.
  public static let usual = ReadLimits()
  /// The limits with which no argument is read.
  public static let nothing = ReadLimits(visits: 0, allowsPart: true)
  /// The limits of an interface's or a property's name, of which the bus permits 255 bytes.
  public static let names = ReadLimits(textBytes: 255)
  /// The limits of the list of all names on a bus: a session bus permits a hundred thousand connections, each with a name
  /// of its own.
  static let allNames = ReadLimits(visits: 2 << 20, copiedBytes: 4 << 20, allowsPart: true)
}
