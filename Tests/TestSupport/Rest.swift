import HeadlessSession

/// Waits until something that is counted does not go on for a second, and throws if it never rests.
///
/// - Parameters:
///   - letTimePass: Serves what the test itself has to serve for so long.
///   - count: What is counted, as it is now.
public func eventuallyRests<Count: Equatable>(
  _ awaited: String, letTimePass: (Duration) throws -> Void, _ count: () throws -> Count
) throws {
  var before = try count()
  try eventually(awaited) {
    try letTimePass(.seconds(1))
    let now = try count()
    defer { before = now }
    return now == before
  }
}

/// Asks for a second whether something stays true.
///
/// On a machine that is too slow to make it false in that time the answer is yes: nothing else may be concluded from it
/// than that what was to be seen at once has not been seen.
public func stays(_ isTrue: () throws -> Bool) rethrows -> Bool {
  try !Deadline(.seconds(1)).wait { try !isTrue() }
}
