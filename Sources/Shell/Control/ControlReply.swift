public import TextProcessing

/// Answers a request, once or by a stream of lines.
///
/// Only the first answer counts. It may be given after the handler has returned.
public struct ControlReply {
  let respond: (Response) -> Void
  let beginFeed: () -> ControlFeed

  /// Answers the request.
  public func callAsFunction(_ response: Response) { respond(response) }

  /// Answers with success, and starts a stream of lines until either side closes the connection.
  public func stream() -> ControlFeed { beginFeed() }
}

/// A stream of lines after a response, from `ControlReply.stream` until either side closes the connection.
@MainActor public final class ControlFeed {
  /// Called once when the connection was closed, at once if it is closed already.
  public var onClose: (() -> Void)? {
    didSet { if !isOpen, onClose != nil { end() } }
  }
  var write: ((ArraySlice<UInt8>) -> Void)?
  var hangUp: (() -> Void)?

  /// Whether lines are still sent.
  public var isOpen: Bool { write != nil }

  /// Sends a line; does nothing after the connection was closed.
  public func send(_ line: JSONValue) { write?(ArraySlice("\(line)\n".utf8)) }

  /// Closes the connection; idempotent.
  public func close() { hangUp?() }

  /// Records that the connection was closed.
  func end() {
    (write, hangUp) = (nil, nil)
    let onClose = onClose
    self.onClose = nil
    onClose?()
  }
}
