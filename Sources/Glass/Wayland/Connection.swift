import CWayland
import Geometry
import Glibc
public import Loop

/// A connection to a compositor.
///
/// Proxies keep the connection open; `close` ends it for all of them.
@MainActor @safe public final class Connection {
  public let globals: Globals
  /// Called once when the compositor has closed the connection or has refused a request of ours.
  public var onClosed: ((WaylandError) -> Void)?
  /// The reason why the connection ended; nil while it lasts.
  public private(set) var failure: WaylandError?

  /// The outputs, which are bound by the first use of this property.
  public private(set) lazy var outputs = Outputs(globals)

  let display: Display
  private let root: WlDisplay
  private var watch: Watch?
  /// The mark that delivers events which others, such as EGL, have read from the socket; nil while no loop
  /// serves the connection.
  private var readMark: Mark?
  private var flushMark: Mark?

  /// The time that a compositor has to answer; one that is busy with the start of a session does within a
  /// second.
  public nonisolated static let patience = Duration.seconds(10)
  /// The pause between attempts to connect, since there is no event when a full socket has room again.
  private static let retryInterval = Duration.milliseconds(100)

  /// The callback that is done once the compositor has announced all globals; nil afterwards.
  private var announcement: WlCallback?
  private var hasAnnounced = false
  /// The callbacks of `afterRequests` that the compositor has not answered.
  private var answers: [WlCallback] = []

  /// Connects and receives the compositor's globals, which blocks until it answers or until `limit` is over.
  ///
  /// `displayName` is a socket's name or path; nil: WAYLAND_SOCKET or WAYLAND_DISPLAY names it.
  public convenience init(
    displayName: String? = nil, limit: Duration = Connection.patience
  ) throws(WaylandError) {
    let socket = try DisplaySocket(displayName: displayName)
    let clock = ContinuousClock()
    let deadline = clock.now + limit
    var native = try unsafe socket.connect()
    while unsafe native == nil {
      guard clock.now < deadline else { throw .noAnswer(display: socket.name, limit: limit) }
      usleep(UInt32(Self.retryInterval / .microseconds(1)))
      unsafe native = try unsafe socket.connect()
    }
    unsafe self.init(adopting: native!)
    guard try wait(for: clock.now.duration(to: deadline), until: { hasAnnounced }) else {
      throw .noAnswer(display: socket.name, limit: limit)
    }
  }

  /// Uses a socket that is connected to the compositor, and that is closed with the connection; blocks until
  /// the compositor answers or until `limit` is over.
  ///
  /// The corresponding C function is `wl_display_connect_to_fd`.
  public convenience init(socket: Int32, limit: Duration = Connection.patience) throws(WaylandError) {
    try unsafe self.init(adopting: Self.display(on: socket))
    guard try wait(for: limit, until: { hasAnnounced }) else {
      throw .noAnswer(display: "descriptor \(socket)", limit: limit)
    }
  }

  /// Connects while `loop` runs, so that everything else on the loop is served meanwhile.
  ///
  /// Returns nil if the loop was told to stop before the compositor had answered; throws if there is no
  /// answer within `limit`.
  public static func open(
    displayName: String? = nil, loop: EventLoop, limit: Duration = Connection.patience
  ) throws(WaylandError) -> Connection? {
    let socket = try DisplaySocket(displayName: displayName)
    let deadline = loop.now + limit
    while !loop.isStopping {
      if let native = try unsafe socket.connect() {
        let connection = unsafe Connection(adopting: native)
        return try connection.awaitAnnouncement(on: loop, until: deadline)
          ? connection : notAnswered(loop, .noAnswer(display: socket.name, limit: limit))
      }
      guard loop.now < deadline else { throw .noAnswer(display: socket.name, limit: limit) }
      _ = loop.run(until: min(deadline, loop.now + retryInterval)) { loop.isStopping }
    }
    return nil
  }

  /// Uses a connected socket, which is closed with the connection, and waits for the compositor's answer
  /// while `loop` runs.
  ///
  /// Returns nil if the loop was told to stop before the compositor had answered; throws if there is no
  /// answer within `limit`.
  public static func open(
    socket: Int32, loop: EventLoop, limit: Duration = Connection.patience
  ) throws(WaylandError) -> Connection? {
    let connection = try unsafe Connection(adopting: display(on: socket))
    return try connection.awaitAnnouncement(on: loop, until: loop.now + limit)
      ? connection : notAnswered(loop, .noAnswer(display: "descriptor \(socket)", limit: limit))
  }

  private static func notAnswered(
    _ loop: EventLoop, _ error: WaylandError
  ) throws(WaylandError) -> Connection? {
    if loop.isStopping { return nil }
    throw error
  }

  private static func display(on socket: Int32) throws(WaylandError) -> OpaquePointer {
    guard let native = unsafe wl_display_connect_to_fd(socket) else {
      throw .cannotConnect(display: "descriptor \(socket)", reason: describe(errorNumber: errno))
    }
    return unsafe native
  }

  /// Asks for the compositor's globals; `hasAnnounced` becomes true when all have come.
  private init(adopting native: OpaquePointer) {
    LibraryLog.start()
    display = unsafe Display(adopting: native)
    root = unsafe WlDisplay(adopting: native, display: display)
    globals = Globals(root)
    announcement = root.sync()
    announcement?.onEvent = { [unowned self] _, _ in
      hasAnnounced = true
      announcement = nil
    }
  }

  /// Runs `loop` until all globals have been announced, and returns whether they have.
  private func awaitAnnouncement(
    on loop: EventLoop, until deadline: Instant
  ) throws(WaylandError) -> Bool {
    // `failure` keeps the error.
    let watch = loop.watch(fileDescriptor) { [unowned self] _ in try? readAndDispatch() }
    defer { watch.cancel() }
    try flush()
    _ = loop.run(until: deadline) { hasAnnounced || failure != nil || loop.isStopping }
    if let failure { throw failure }
    return hasAnnounced
  }

  isolated deinit {
    close()
  }

  /// Ends the connection and every proxy on it; idempotent.
  ///
  /// Other users of the display, such as EGL, must have ended before.
  public func close() {
    detach()
    announcement?.destroy()
    announcement = nil
    for answer in answers { answer.destroy() }
    answers = []
    globals.destroy()
    if failure == nil { _ = unsafe display.native.map { unsafe wl_display_flush($0) } }
    display.disconnect()
  }

  /// The `wl_display`, for EGL; traps once the connection is closed.
  public var nativeDisplay: OpaquePointer {
    guard let native = unsafe display.native else { preconditionFailure("the connection is closed") }
    return unsafe native
  }

  /// The socket's descriptor, which is readable when events have come; -1 once the connection is closed.
  public var fileDescriptor: Int32 { unsafe display.native.map { unsafe wl_display_get_fd($0) } ?? -1 }

  // MARK: - Without blocking

  /// Delivers the events that have been read, and returns their number.
  ///
  /// The corresponding C function is `wl_display_dispatch_pending`.
  @discardableResult
  func dispatchPending() throws(WaylandError) -> Int {
    try check(unsafe wl_display_dispatch_pending(try living()))
  }

  /// Sends the queued requests, and returns whether all were sent; if not, the socket must become writable
  /// first.
  ///
  /// The corresponding C function is `wl_display_flush`.
  @discardableResult
  public func flush() throws(WaylandError) -> Bool {
    let native = unsafe try living()
    if unsafe wl_display_flush(native) >= 0 { return true }
    // The connection may have failed with the same error before, when a request found no room.
    if errno == EAGAIN, unsafe wl_display_get_error(native) == 0 { return false }
    // The compositor may have sent an error before it closed the socket, which is still to be read.
    if errno == EPIPE { return true }
    throw fail()
  }

  /// Whether events have been read that were not delivered, so that the socket does not become readable for
  /// them.
  ///
  /// The corresponding C functions are `wl_display_prepare_read` and `wl_display_cancel_read`.
  private var holdsEvents: Bool {
    guard failure == nil, let native = unsafe display.native else { return false }
    guard unsafe wl_display_prepare_read(native) == 0 else { return true }
    unsafe wl_display_cancel_read(native)
    return false
  }

  /// Reads the events that have come, without waiting, and delivers them.
  ///
  /// The connection is not kept prepared for reading during a sleep, as libwayland proposes for threads: on
  /// our one thread Mesa would wait for that reader for ever.
  public func readAndDispatch() throws(WaylandError) {
    try readWithoutDispatching()
    try dispatchPending()
  }

  /// Reads the events that have come into the queue, after delivering those that were in it.
  func readWithoutDispatching() throws(WaylandError) {
    let native = unsafe try living()
    while unsafe wl_display_prepare_read(native) != 0 { try dispatchPending() }
    try check(unsafe wl_display_read_events(native))
  }

  /// Lets a loop read, deliver and flush; a failure is reported to `onClosed`.
  ///
  /// Requests are sent in the phase `flush` of each iteration. Events that others have read meanwhile, such
  /// as EGL while it swaps buffers, are delivered in the phase `read` of the next iteration, without a sleep
  /// before.
  public func attach(to loop: EventLoop) {
    precondition(watch == nil, "attached already")
    watch = loop.watch(fileDescriptor) { [unowned self] readiness in
      guard !readiness.isDisjoint(with: [.readable, .hangUp, .failure]) else { return }
      // `onClosed` has reported the error.
      try? readAndDispatch()
    }
    readMark = loop.register("events of the compositor", for: .read) { [unowned self] in
      _ = try? dispatchPending()
    }
    flushMark = loop.register("requests to the compositor", for: .flush, everyIteration: true) {
      [unowned self] in
      guard failure == nil, let isFlushed = try? flush() else { return }
      let interest: Readiness = isFlushed ? .readable : [.readable, .writable]
      if let watch, watch.interest != interest { watch.interest = interest }
      if holdsEvents { readMark?.setForNextIteration() }
    }
  }

  /// Removes the connection from the loop of `attach`; idempotent.
  public func detach() {
    watch.end()
    readMark.end()
    flushMark.end()
  }

  /// Whether a request can carry a descriptor: libwayland copies it until the request is sent, and the connection
  /// fails if there is no room for the copy. What is queued is sent if that makes room.
  func canCarry(_ descriptor: Int32) -> Bool {
    if canCopy(descriptor) { return true }
    // `onClosed` reports an error.
    _ = try? flush()
    return failure == nil && canCopy(descriptor)
  }

  private func canCopy(_ descriptor: Int32) -> Bool {
    let copy = dup(descriptor)
    if copy >= 0 { Glibc.close(copy) }
    return copy >= 0
  }

  // MARK: - Answers

  /// Calls `handler` once the compositor has handled every request so far and the events that it sent until then were
  /// delivered; never if the connection ends before.
  public func afterRequests(_ handler: @escaping () -> Void) {
    guard failure == nil, unsafe display.native != nil else { return }
    let answer = root.sync()
    answers.append(answer)
    answer.onEvent = { [unowned self] answer, _ in
      answers.removeAll { $0 === answer }
      handler()
    }
  }

  /// The number of commits of this program's surfaces, including those that `noteCommit` has counted.
  public var commitCount: Int { display.commitCount }

  /// Counts a commit that a library has made, such as EGL when it swaps buffers.
  public func noteCommit() { display.commitCount += 1 }

  // MARK: - Blocking

  /// Waits until the compositor has handled every request so far, and delivers its events; throws if it does
  /// not answer within `limit`.
  public func roundTrip(limit: Duration = Connection.patience) throws(WaylandError) {
    _ = unsafe try living()
    var isOver = false
    let answer = root.sync()
    defer { answer.destroy() }
    answer.onEvent = { _, _ in isOver = true }
    guard try wait(for: limit, until: { isOver }) else {
      throw .disconnected(reason: "no answer within \(limit.components.seconds) seconds")
    }
  }

  /// Sends requests and delivers events until `condition` holds or `limit` is over, and returns whether it
  /// holds.
  public func wait(for limit: Duration, until condition: () -> Bool) throws(WaylandError) -> Bool {
    let clock = ContinuousClock()
    let deadline = clock.now + limit
    try dispatchPending()
    while !condition() {
      let events = try flush() ? POLLIN : POLLIN | POLLOUT
      let left = clock.now.duration(to: deadline)
      guard left > .zero else { return false }
      var poller = pollfd(fd: fileDescriptor, events: Int16(events), revents: 0)
      let milliseconds = Int32(clamping: Int64((left / .milliseconds(1)).rounded(.up)))
      if unsafe poll(&poller, 1, milliseconds) > 0, poller.revents & ~Int16(POLLOUT) != 0 {
        try readAndDispatch()
      }
    }
    return true
  }

  // MARK: - Failure

  private func living() throws(WaylandError) -> OpaquePointer {
    if let failure { throw failure }
    guard let native = unsafe display.native else { throw .disconnected(reason: "closed by us") }
    return unsafe native
  }

  @discardableResult
  private func check(_ result: Int32) throws(WaylandError) -> Int {
    if result < 0 { throw fail() }
    return Int(result)
  }

  /// Stores and reports the reason why a call failed.
  private func fail() -> WaylandError {
    if let failure { return failure }
    let reason = readFailure()
    failure = reason
    detach()
    onClosed?(reason)
    return reason
  }

  private func readFailure() -> WaylandError {
    guard let native = unsafe display.native else { return .disconnected(reason: "closed by us") }
    let code = unsafe wl_display_get_error(native)
    guard code == EPROTO else {
      let gone = code == EPIPE || code == ECONNRESET || code == 0
      if code == EAGAIN { return .disconnected(reason: "the compositor takes no requests") }
      return .disconnected(reason: gone ? "the compositor has gone" : describe(errorNumber: code))
    }
    var interface: UnsafePointer<wl_interface>?
    var id: UInt32 = 0
    let number = unsafe wl_display_get_protocol_error(native, &interface, &id)
    // An error without an object comes from libwayland, not from the compositor.
    guard id != 0 else { return .disconnected(reason: "what the compositor sent cannot be read") }
    let name = unsafe interface.map { unsafe String(cString: $0.pointee.name) }
    return .protocolViolation(
      interface: name ?? "an unknown object", id: id, code: number, message: LibraryLog.errorMessage)
  }
}
