import HeadlessSession

/// Checks `isTrue` every few milliseconds until it holds; throws if it does not within `patience`.
public func eventually(_ awaited: String, _ isTrue: () throws -> Bool) throws {
  guard try Deadline.patient.wait(until: isTrue) else {
    throw SessionError.timeout(awaited: awaited, log: "")
  }
}
