import JSON

/// What is said on one connection to sway or i3, without the connection: bytes in, events and bytes out.
///
/// All events are subscribed to one by one, since an old version refuses a list that names one that it does not know. Of
/// each query one is under way at most; what changes meanwhile is asked for once more after its answer.
public struct SwayConversation {
  /// Why the connection is to be given up.
  public enum Failure: Error, Equatable, Sendable {
    case unreadable(SwayFrameReader.Failure)
    /// The compositor is about to end, or i3 to start itself anew.
    case shutdown
  }

  private enum Expected: Equatable {
    case subscription
    case answer(SwayQuery)
    case result
  }

  private static let eventNames = ["workspace", "window", "mode", "input", "output", "shutdown"]

  private var reader = SwayFrameReader()
  /// What replies are expected to, in the order of their coming.
  private var expected: [(type: UInt32, what: Expected)] = []
  /// What is to be asked for again when its answer has come.
  private var outdated: Set<SwayQuery> = []
  private var output: [UInt8] = []
  /// The queries of the start that were not answered yet.
  private var missing: Set<SwayQuery> = [.workspaces, .tree]
  /// What a command was answered that failed, in the compositor's words.
  public private(set) var complaint: String?

  /// Begins with subscriptions and queries, which `takeOutput` hands out.
  public init() {
    for name in Self.eventNames {
      send(SwayFrame(type: SwayMessageType.subscribe, payload: Array("[\"\(name)\"]".utf8)), .subscription)
    }
    for query in [SwayQuery.workspaces, .tree, .bindingState, .inputs] { ask(query) }
  }

  /// Answers are outstanding that every version gives, so that silence is a failure of the other side.
  public var isWaiting: Bool {
    expected.contains { $0.what != .answer(.bindingState) && $0.what != .answer(.inputs) }
  }

  /// What is to be sent, once.
  public mutating func takeOutput() -> [UInt8] {
    defer { output = [] }
    return output
  }

  /// Has a command performed, as in sway(5).
  public mutating func perform(_ command: CompositorCommand) {
    guard let text = SwayCommandText.text(of: command) else { return }
    send(SwayFrame(type: SwayMessageType.command, payload: Array(text.utf8)), .result)
  }

  /// Asks for workspaces and windows, as when outputs have changed, of which sway before 1.8 does not tell.
  public mutating func refresh() {
    ask(.workspaces)
    ask(.tree)
  }

  /// Takes in what has been read, and returns what it tells.
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
    // Text that is no JSON, as a title in another encoding would make it, is left out.
    guard let json = try? JSONValue(parsing: frame.payload) else { return }
    let reading = SwayReading(event: frame.type, json)
    events += reading.events
    for query in SwayQuery.allCases where reading.queries.contains(query) { ask(query) }
  }

  private mutating func readReply(_ frame: SwayFrame, _ events: inout [CompositorEvent]) {
    // Answers come in order; what an old version does not know it leaves without one.
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
