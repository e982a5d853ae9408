public import TextProcessing

/// The running instance that serves notifications, reached by its control socket.
public nonisolated enum NotificationInstance {
  /// The answer of the instance.
  public struct Answer: Equatable, Sendable {
    /// The members of the answer other than `ok` and `otherOwner`.
    public var members: [String: JSONValue]
    /// The program that receives notifications instead, in words; nil if the instance receives them.
    public var otherOwner: String?

    public subscript(name: String) -> JSONValue? { members[name] }
  }

  /// Sends a request for `action` and waits for its answer.
  ///
  /// Throws `refused` with the instance's reason if it did not perform the action.
  public static func ask(
    _ action: String, _ arguments: [String: JSONValue] = [:]
  ) throws(ControlError) -> Answer {
    let request = request(action, arguments)
    var members = try members(ControlClient.send(request, to: address()))
    let owner = members.removeValue(forKey: "otherOwner")?.string
    return Answer(members: members, otherOwner: owner)
  }

  /// Sends a request for `action`, and calls `onLine` with each line that follows until it returns false.
  public static func follow(_ action: String, onLine: (JSONValue) -> Bool) throws(ControlError) {
    _ = try members(ControlClient.follow(request(action, [:]), to: address(), onLine: onLine))
  }

  private static func request(_ action: String, _ arguments: [String: JSONValue]) -> Request {
    Request("notifications", arguments.merging(["action": .string(action)]) { $1 })
  }

  /// The address of the instance for notifications only, or of the main one if that serves
  /// them or runs alone.
  private static func address() throws(ControlError) -> ControlAddress {
    let (alone, main) = (try ControlAddress.ofEnvironment(.notifications), try ControlAddress.ofEnvironment())
    guard let isServing = try serves(alone) else { return main }
    if isServing { return alone }
    return try serves(main) == true ? main : alone
  }

  /// Whether an instance receives notifications; nil if it does not run.
  private static func serves(_ address: ControlAddress) throws(ControlError) -> Bool? {
    do throws(ControlError) {
      let answer = try ControlClient.send(request("count", [:]), to: address)
      if case .success(let members) = answer { return members["isServing"]?.bool == true }
      return false
    } catch {
      if case .notRunning = error { return nil }
      throw error
    }
  }

  private static func members(_ response: Response) throws(ControlError) -> [String: JSONValue] {
    switch response {
    case .success(let members): return members
    case .failure(let problem): throw .refused(problem)
    }
  }
}
