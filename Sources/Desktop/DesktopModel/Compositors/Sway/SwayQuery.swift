/// A query to sway; the raw value is the type of the message.
enum SwayQuery: UInt32, CaseIterable {
  case workspaces = 1
  case tree = 4
  case bindingState = 12
  case inputs = 100

  /// The message of the query. i3 has no inputs, and old versions no binding state: they send an
  /// error or no reply.
  var frame: SwayFrame { SwayFrame(type: rawValue) }

  /// Whether every version answers with what is asked for.
  var isAlwaysAnswered: Bool { self == .workspaces || self == .tree }
}

/// Types of messages other than queries.
enum SwayMessageType {
  static let command: UInt32 = 0
  static let subscribe: UInt32 = 2
  static let workspaceEvent: UInt32 = 0x8000_0000
  static let modeEvent: UInt32 = 0x8000_0002
  static let outputEvent: UInt32 = 0x8000_0001
  static let windowEvent: UInt32 = 0x8000_0003
  static let shutdownEvent: UInt32 = 0x8000_0006
  static let inputEvent: UInt32 = 0x8000_0015
}
