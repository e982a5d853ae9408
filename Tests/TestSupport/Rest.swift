import HeadlessSession

/// Waits until a count does not change for a second; throws if that does not happen within `patience`.
///
/// - Parameters:
///   - letTimePass: Serves for that time whatever the test itself has to serve.
///   - count: Returns the present count.
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

/// Whether a condition holds for a second.
///
/// On a machine that is too slow to make it false in that time the result is true as well, so it shows only that the
/// condition did not become false at once.
public func stays(_ isTrue: () throws -> Bool) rethrows -> Bool {
  try !Deadline(.seconds(1)).wait { try !isTrue() }
}
