import TextProcessing

/// The faults of the messages of one conversation, in words for the log; each kind of fault is reported once.
struct MessageFaults {
  private var kinds: Set<String> = []
  private var untold: [String] = []

  /// Notes a fault of a kind such as `an event cannot be read`; the details of the first one of each kind are reported.
  mutating func note(_ kind: String, _ error: JSONError? = nil) {
    guard kinds.insert(kind).inserted else { return }
    untold.append(error.map { "\(kind): \($0)" } ?? kind)
  }

  /// Returns the faults that were not returned before.
  mutating func take() -> [String] {
    defer { untold = [] }
    return untold
  }
}
