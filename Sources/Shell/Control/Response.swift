public import TextProcessing

/// The response to a request: `{"ok": true, …}` or `{"ok": false, "error": "…"}`.
public nonisolated enum Response: Equatable, Sendable {
  /// The request was performed; the members other than `ok`.
  case success([String: JSONValue] = [:])
  /// The request was not performed; the reason, on one line.
  case failure(String)

  /// Reads a response; nil if the value is none.
  init?(_ json: JSONValue) {
    guard case .object(var members) = json, let isDone = members.removeValue(forKey: "ok")?.bool
    else { return nil }
    self = isDone ? .success(members) : .failure(members["error"]?.string ?? "unknown error")
  }

  var json: JSONValue {
    switch self {
    case .success(let members): .object(members.merging(["ok": true]) { _, ok in ok })
    case .failure(let message): ["ok": false, "error": .string(message)]
    }
  }
}
