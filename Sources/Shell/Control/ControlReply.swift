public import JSON

/// How a request is answered: once, or by a stream of lines.
///
/// Only the first answer counts. Each may come later than the handler returns.
public struct ControlReply {
  let respond: (Response) -> Void
  let beginFeed: () -> ControlFeed

  /// Answers.
  public func callAsFunction(_ response: Response) { respond(response) }

  /// Answers that it is done, and that lines will follow until either side hangs up.
  public func stream() -> ControlFeed { beginFeed() }
}

/// The lines that follow a response, from `ControlReply.stream` until either side hangs up.
@MainActor public final class ControlFeed {
  /// Called once when the client has gone, or was dropped because it does not read; at once if that has happened.
  public var onClose: (() -> Void)? {
    didSet { if !isOpen, onClose != nil { end() } }
  }
  var write: ((ArraySlice<UInt8>) -> Void)?
  var hangUp: (() -> Void)?

  /// Whether lines still go out.
  public var isOpen: Bool { write != nil }

  /// Sends a line; lost once it is closed.
  public func send(_ line: JSONValue) { write?(ArraySlice("\(line)\n".utf8)) }

  /// Hangs up; idempotent.
  public func close() { hangUp?() }

  /// The connection has ended.
  func end() {
    (write, hangUp) = (nil, nil)
    let onClose = onClose
    self.onClose = nil
    onClose?()
  }
}
