import JSON

/// The protocol of one connection to sway or i3, without the socket: it turns received bytes into events.
///
/// Events are subscribed to one by one, since an old version refuses a list with a name that it does not
/// know. At most one query of each kind is outstanding; changes meanwhile repeat the query after its answer.
public struct SwayConversation {
  /// Why the connection must be closed.
  public enum Failure: Error, Equatable, Sendable {
    case unreadable(SwayFrameReader.Failure)
    /// The compositor is about to exit, or i3 to restart itself.
    case shutdown
  }

  private enum Expected: Equatable {
    case subscription
    case answer(SwayQuery)
    case result
  }

  private static let eventNames = ["workspace", "window", "mode", "input", "output", "shutdown"]

  private var reader = SwayFrameReader()
  /// The replies that are outstanding, in the order in which they will come.
  private var expected: [(type: UInt32, what: Expected)] = []
  /// The queries to send again when their answers have come.
  private var outdated: Set<SwayQuery> = []
  private var output: [UInt8] = []
  /// The initial queries that were not answered yet.
  private var missing: Set<SwayQuery> = [.workspaces, .tree]
  /// The compositor's error message for the last command; nil if that succeeded.
  public private(set) var complaint: String?

  /// Queues the subscriptions and the initial queries, which `takeOutput` returns.
  public init() {
    for name in Self.eventNames {
      send(SwayFrame(type: SwayMessageType.subscribe, payload: Array("[\"\(name)\"]".utf8)), .subscription)
    }
    for query in [SwayQuery.workspaces, .tree, .bindingState, .inputs] { ask(query) }
  }

  /// Whether replies are outstanding that every version sends, so that silence is a failure
  /// of the compositor.
  public var isWaiting: Bool {
    expected.contains { $0.what != .answer(.bindingState) && $0.what != .answer(.inputs) }
  }

  /// Returns the bytes to send, and empties the queue.
  public mutating func takeOutput() -> [UInt8] {
    defer { output = [] }
    return output
  }

  /// Whether sway(5) has a command for it.
  public static func canPerform(_ command: CompositorCommand) -> Bool {
    SwayCommandText.text(of: command) != nil
  }

  /// Queues a command, as in sway(5).
  public mutating func perform(_ command: CompositorCommand) {
    guard let text = SwayCommandText.text(of: command) else { return }
    send(SwayFrame(type: SwayMessageType.command, payload: Array(text.utf8)), .result)
  }

  /// Queries workspaces and windows, as when outputs have changed, which sway before 1.8 does not report.
  public mutating func refresh() {
    ask(.workspaces)
    ask(.tree)
  }

  /// Takes in bytes that were read from the socket, and returns the events in them.
  public mutating func receive(_ bytes: some Collection<UInt8>) throws(Failure) -> [CompositorEvent] {
    reader.append(bytes)
    var events: [CompositorEvent] = []
    while let frame = try nextFrame() {
      if frame.isEvent { try readEvent(frame, &events) } else { readReply(frame, &events) }
    }
    return events
  }

  private mutating func nextFrame() throws(Failure) -> SwayFrame? {
    do throws(SwayFrameReader.Failure) { return try reader.next() } catch { throw .unreadable(error) }
  }

  private mutating func readEvent(_ frame: SwayFrame, _ events: inout [CompositorEvent]) throws(Failure) {
    if frame.type == SwayMessageType.shutdownEvent { throw .shutdown }
    // A payload that is no JSON, for example because of a title in another encoding, is ignored.
    guard let json = try? JSONValue(parsing: frame.payload, members: SwayReading.eventMembers) else { return }
    let reading = SwayReading(event: frame.type, json)
    events += reading.events
    for query in SwayQuery.allCases where reading.queries.contains(query) { ask(query) }
  }

  private mutating func readReply(_ frame: SwayFrame, _ events: inout [CompositorEvent]) {
    // Replies come in order; an old version sends none for a message that it does not know.
    guard let place = expected.firstIndex(where: { $0.type == frame.type }) else { return }
    let next = expected[place]
    expected.removeFirst(place + 1)
    let json = try? JSONValue(parsing: frame.payload)
    switch next.what {
    case .subscription: break
    case .result:
      let failed = json?.elements?.first { $0["success"]?.bool == false }
      complaint = failed.map { $0["error"]?.string ?? "the compositor refused a command" }
    case .answer(let query):
      if let json { events += SwayReading(answer: query, json).events }
      if !missing.isEmpty, missing.remove(query) != nil, missing.isEmpty {
        events.append(.statusChanged(.connected))
      }
      if outdated.remove(query) != nil { ask(query) }
    }
  }

  private mutating func ask(_ query: SwayQuery) {
    if expected.contains(where: { $0.what == .answer(query) }) {
      outdated.insert(query)
    } else {
      send(query.frame, .answer(query))
    }
  }

  private mutating func send(_ frame: SwayFrame, _ what: Expected) {
    expected.append((frame.type, what))
    output += frame.bytes
  }
}
