import HeadlessSession

/// Waits until `isTrue`, asking every few milliseconds, and throws if that does not come to pass in time.
public func eventually(
  _ awaited: String, within limit: Duration = .seconds(30), _ isTrue: () throws -> Bool
) throws {
  guard try Deadline(limit).wait(until: isTrue) else {
    throw SessionError.timeout(awaited: awaited, log: "")
  }
}
