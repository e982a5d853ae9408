import Loop
public import TextProcessing

/// The client of the control socket, which commands use.
public nonisolated enum ControlClient {
  /// Sends a request to the instance for a display and waits for its response; blocks for `limit` at most.
  ///
  /// Throws `notRunning` if no instance runs.
  public static func send(
    _ request: Request, to address: ControlAddress, within limit: Duration = .seconds(10)
  ) throws(ControlError) -> Response {
    let socket = try ControlSocket(address, within: limit)
    try socket.send(request)
    return try socket.readResponse()
  }

  /// Sends a request and, if it succeeds, calls `onLine` with each line that follows until it returns false.
  ///
  /// Blocks as long as lines come; `limit` applies to the response. Throws `hungUp` when the instance ends.
  public static func follow(
    _ request: Request, to address: ControlAddress, within limit: Duration = .seconds(10),
    onLine: (JSONValue) -> Bool
  ) throws(ControlError) -> Response {
    let socket = try ControlSocket(address, within: limit)
    try socket.send(request)
    let response = try socket.readResponse()
    guard case .success = response else { return response }
    socket.waitForEver()
    while true {
      guard let line = try socket.readLine() else { throw .hungUp }
      guard let json = try? JSONValue(parsing: line) else { throw .badAnswer }
      if !onLine(json) { return response }
    }
  }
}
