import TextProcessing

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

  /// The number of outstanding replies from which on nothing more is queried after damage to the stream.
  private static let mostExpected = 64
  private static let eventNames = ["workspace", "window", "mode", "input", "output", "shutdown"]

  private var reader = SwayFrameReader()
  /// The replies that are outstanding, in the order in which they will come.
  private var expected: [(type: UInt32, what: Expected)] = []
  /// The queries to send again when their answers have come.
  private var outdated: Set<SwayQuery> = []
  private var output: [UInt8] = []
  /// The initial queries that were not answered yet.
  private var missing: Set<SwayQuery> = [.workspaces, .tree]
  /// The queries that were sent again because their answers were lost or could not be used.
  private var repeated: Set<SwayQuery> = []
  /// The number of damaged places in the stream until everything was queried last.
  private var mendedCount = 0
  /// The binding mode that the last event has reported; nil if there was none, or it was the default one.
  private var mode: BindingMode?
  private var faults = MessageFaults()
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
    expected.contains { expected in
      if case .answer(let query) = expected.what { query.isAlwaysAnswered } else { true }
    }
  }

  /// The number of messages that were read.
  public var messageCount: Int { reader.messageCount }

  /// Returns what was wrong with messages since the last call, each kind of fault once.
  public mutating func takeFaults() -> [String] { faults.take() }

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

  /// Decodes bytes that were read from the socket, and returns the events in them.
  ///
  /// A message that cannot be read is left out: in place of an event the state is queried, and in place of a reply the query is
  /// sent again.
  public mutating func receive(_ bytes: some Collection<UInt8>) throws(Failure) -> [CompositorEvent] {
    reader.append(bytes)
    var events: [CompositorEvent] = []
    while let frame = try nextFrame() {
      if frame.isEvent { try readEvent(frame, &events) } else { readReply(frame, &events) }
    }
    if reader.damageCount > mendedCount { mend() }
    return events
  }

  /// Queries everything, since bytes that were no message may have been an event or a reply.
  private mutating func mend() {
    mendedCount = reader.damageCount
    faults.note("there are bytes between two messages")
    guard expected.count < Self.mostExpected else { return }
    for query in SwayQuery.allCases { send(query.frame, .answer(query)) }
  }

  private mutating func nextFrame() throws(Failure) -> SwayFrame? {
    do throws(SwayFrameReader.Failure) { return try reader.next() } catch { throw .unreadable(error) }
  }

  private mutating func readEvent(_ frame: SwayFrame, _ events: inout [CompositorEvent]) throws(Failure) {
    if frame.type == SwayMessageType.shutdownEvent { throw .shutdown }
    let reading: SwayReading
    do throws(JSONError) {
      let json = try JSONValue(tolerating: frame.payload, members: SwayReading.eventMembers)
      reading = SwayReading(event: frame.type, json)
    } catch {
      faults.note("an event cannot be read", error)
      reader.reread()
      reading = SwayReading(unreadableEvent: frame.type)
    }
    for event in reading.events {
      if case .modeChanged(let mode) = event { self.mode = mode }
    }
    events += reading.events
    for query in SwayQuery.allCases where reading.queries.contains(query) { ask(query) }
  }

  private mutating func readReply(_ frame: SwayFrame, _ events: inout [CompositorEvent]) {
    // Replies come in order; an old version sends none for a message that it does not know.
    guard let place = expected.firstIndex(where: { $0.type == frame.type }) else { return }
    let next = expected[place]
    let left = expected[..<place]
    expected.removeFirst(place + 1)
    for case (_, .answer(let query)) in left where !askOnceMore(query) { end(query, &events) }
    switch next.what {
    case .subscription: break
    case .result:
      let failed = read(frame, "the reply to a command")?.elements?.first { $0["success"]?.bool == false }
      complaint = failed.map { $0["error"]?.string ?? "the compositor refused a command" }
    case .answer(let query): readAnswer(frame, to: query, &events)
    }
  }

  private mutating func readAnswer(
    _ frame: SwayFrame, to query: SwayQuery, _ events: inout [CompositorEvent]
  ) {
    let answer = read(frame, "the answer about \(query)").map { SwayReading(answer: query, $0) }
    if let answer, !answer.events.isEmpty {
      events += answer.events.map { $0.keepingMarkup(of: mode) }
      repeated.remove(query)
    } else {
      if answer != nil, query.isAlwaysAnswered {
        faults.note("the answer about \(query) has an unknown form")
      }
      if askOnceMore(query) { return }
    }
    end(query, &events)
  }

  /// Ends the wait for a query that was answered or will not be.
  private mutating func end(_ query: SwayQuery, _ events: inout [CompositorEvent]) {
    if !missing.isEmpty, missing.remove(query) != nil, missing.isEmpty {
      events.append(.statusChanged(.connected))
    }
    if outdated.remove(query) != nil { ask(query) }
  }

  /// The JSON value of a reply; nil if the payload is none.
  private mutating func read(_ frame: SwayFrame, _ subject: String) -> JSONValue? {
    do throws(JSONError) { return try JSONValue(tolerating: frame.payload) } catch {
      faults.note("\(subject) cannot be read", error)
      reader.reread()
      return nil
    }
  }

  /// Sends a query again whose answer was lost or cannot be used, unless the last one was too; returns whether it is sent.
  private mutating func askOnceMore(_ query: SwayQuery) -> Bool {
    guard repeated.insert(query).inserted else { return false }
    outdated.remove(query)
    ask(query)
    return true
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

extension CompositorEvent {
  /// Returns the event with the markup flag of `told`, the mode of the last event, since answers to queries have no
  /// such flag.
  fileprivate func keepingMarkup(of told: BindingMode?) -> CompositorEvent {
    guard case .modeChanged(let mode?) = self, let told, mode.name == told.name else { return self }
    return .modeChanged(told)
  }
}
