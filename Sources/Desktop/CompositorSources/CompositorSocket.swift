import DesktopModel
import Geometry
import Loop

/// A source that is reached by Unix sockets.
protocol SocketLink: CompositorLink {
  var socket: CompositorSocket { get }
}

extension SocketLink {
  var state: CompositorState { socket.state }
  var onChange: (() -> Void)? {
    get { socket.onChange }
    set { socket.onChange = newValue }
  }

  func close() { socket.close() }
}

/// The connections to one compositor by Unix sockets, and the state that it has reported over them.
///
/// One connection is kept open for what the compositor reports; a request may have a connection of its own. A compositor
/// that is away is tried again, and one that does not answer is disconnected.
final class CompositorSocket {
  private(set) var state = CompositorState(tellsContents: true)
  var onChange: (() -> Void)?

  /// Longest time for an answer: a compositor that is busy with the start of a session answers within a second.
  private static let patience = Duration.seconds(5)
  /// Longest delay between attempts: an attempt is cheap, since nothing is redrawn while the compositor is away.
  private static let longestDelay = Duration.seconds(10)

  private let name: String
  private let loop: EventLoop
  private let report: (String) -> Void
  /// The connection for what the compositor reports; nil while it is closed.
  private(set) var stream: LocalStream?
  private var requests: [Int: LocalStream] = [:]
  private var lastRequest = 0
  /// The attempts to connect; nil before `begin` and after `close`.
  private var reconnection: Reconnection?
  /// The time limit of an answer; nil while none is outstanding.
  private var answerTimer: Timer?

  /// Creates the object for the compositor with this name; `report` takes lines for the log.
  init(name: String, loop: EventLoop, report: @escaping (String) -> Void) {
    (self.name, self.loop, self.report) = (name, loop, report)
  }

  isolated deinit { close() }

  /// Whether the compositor has reported its state.
  var isConnected: Bool { state.status == .connected }
  /// Whether a request that has a connection of its own awaits its answer.
  var isAsked: Bool { !requests.isEmpty }

  /// Calls `connect` now, and again after each failure or loss of the connection.
  func begin(_ connect: @escaping () throws(LoopError) -> Void) {
    let attempt = { [unowned self] in
      do throws(LoopError) { try connect() } catch { fail("\(error)") }
    }
    reconnection = Reconnection(loop, upTo: Self.longestDelay, connect: attempt)
    attempt()
  }

  /// Opens the connection for what the compositor reports.
  func open(_ path: String, onRead: @escaping ([UInt8]) -> Void) throws(LoopError) {
    stream = try LocalStream(path: path, loop: loop, onRead: onRead, onEnd: { [unowned self] in fail($0) })
  }

  /// Sends a request over a connection of its own. `handle` is called once: with the bytes that have come when `isComplete` returns
  /// true for them or the compositor closes the connection, and with nil if connecting fails. After `fail` or `close` it is not
  /// called.
  func request(
    _ text: String, at path: String, until isComplete: @escaping ([UInt8]) -> Bool,
    handle: @escaping ([UInt8]?) -> Void
  ) {
    lastRequest += 1
    let number = lastRequest
    var answer: [UInt8] = []
    let end = { [unowned self] in
      requests.removeValue(forKey: number)?.cancel()
      handle(answer)
    }
    do throws(LoopError) {
      let stream = try LocalStream(
        path: path, loop: loop,
        onRead: { bytes in
          answer += bytes
          if isComplete(answer) { end() }
        },
        onEnd: { _ in end() })
      requests[number] = stream
      stream.send(Array(text.utf8))
    } catch {
      handle(nil)
    }
  }

  /// Starts the time limit of an answer if it is not running, or stops it.
  func expectAnswer(_ isOutstanding: Bool) {
    guard isOutstanding else {
      answerTimer.end()
      return
    }
    guard answerTimer == nil else { return }
    answerTimer = loop.schedule(at: loop.now + Self.patience, tolerance: .seconds(1)) { [unowned self] in
      answerTimer = nil
      fail("it does not answer")
    }
  }

  /// Updates the state by what the compositor has reported, and reports what could not be read.
  func take(_ events: [CompositorEvent], faults: [String]) {
    for fault in faults { report("\(name): \(fault)") }
    let isChanged = state.update(events)
    if isConnected { reconnection?.succeed() }
    if isChanged { onChange?() }
  }

  /// Disconnects for a reason, and schedules the next attempt.
  func fail(_ reason: String) {
    hangUp()
    reconnection?.fail()
    if state.update(.statusChanged(.failed(reason))) { onChange?() }
  }

  /// Closes all connections for good; idempotent.
  func close() {
    onChange = nil
    reconnection.end()
    hangUp()
  }

  private func hangUp() {
    expectAnswer(false)
    stream.end()
    requests.end()
  }
}
