import HeadlessSession

/// Waits until `isTrue`, asking every few milliseconds, and throws if that never comes to pass.
public func eventually(_ awaited: String, _ isTrue: () throws -> Bool) throws {
  guard try Deadline.patient.wait(until: isTrue) else {
    throw SessionError.timeout(awaited: awaited, log: "")
  }
}
