import JSON

/// What was wrong with the messages of one conversation, in words for the log; each kind of fault is told once.
struct MessageFaults {
  private var kinds: Set<String> = []
  private var untold: [String] = []

  /// Notes a fault of a kind such as `an event cannot be read`, with details that are those of the first one.
  mutating func note(_ kind: String, _ error: JSONError? = nil) {
    guard kinds.insert(kind).inserted else { return }
    untold.append(error.map { "\(kind): \($0)" } ?? kind)
  }

  /// Returns the faults that are to be told, each of them once.
  mutating func take() -> [String] {
    defer { untold = [] }
    return untold
  }
}
