import CSystemd
import DesktopModel
import Geometry
import Glibc
import Loop

/// One connection of the sd-bus library to a bus. It reads messages when its descriptor is ready.
///
/// Starting does not wait for the bus: messages sent before it has answered are queued. The passing of file
/// descriptors is not negotiated, so that nobody can send us any.
@MainActor @safe final class NativeBus {
  /// Functions that receive method calls, signals and changes of the connection. Replies go to their `PendingCall`.
  struct Handlers {
    /// Called with each method call; returns whether it was answered.
    var onCall: (Message) -> Bool
    /// Called with each signal.
    var onSignal: (Message) -> Void
    /// Called once, when the bus has answered.
    var onReady: () -> Void
    /// Called when the connection has failed; the owner abandons it.
    var onFailure: (LoopError) -> Void
  }

  private var native: OpaquePointer?
  private var filter: OpaquePointer?
  private let handlers: Handlers
  /// A copy of the library's descriptor, which the library would close while it is still watched.
  private let descriptor: Descriptor
  private var watch: Watch?
  /// The mark for messages that did not fit into a batch and for the library's deadlines.
  private var readMark: Mark?
  private var hasMore = false
  private var isProcessing = false
  /// Whether `onReady` was called.
  private var hasReportedReady = false
  private var calls: [ObjectIdentifier: PendingCall] = [:]
  /// Whether only method calls are handed on, so that other messages wait.
  private var handsOnlyCalls = false
  /// The number of received messages, replies left out.
  private(set) var receivedCount = 0
  /// The actions for messages that wait, in order.
  private var postponed: [() -> Void] = []

  /// Most messages of one batch: more would delay other work.
  private static let batch = 256
  /// Batches before slow work, such as drawing, has its turn: callers wait for replies, and further messages
  /// take less time than a frame.
  private static let batchesInARow = 8

  /// Connects and authenticates, without waiting.
  ///
  /// The corresponding C function is `sd_bus_start`.
  init(_ address: String, loop: EventLoop, _ handlers: Handlers) throws(LoopError) {
    var made: OpaquePointer?
    try Self.check(unsafe sd_bus_new(&made), "make a bus connection")
    guard let made = unsafe made else { preconditionFailure("no bus and no error") }
    var isStarted = false
    defer { if !isStarted { unsafe sd_bus_close_unref(made) } }
    try Self.check(unsafe sd_bus_set_address(made, address), "use the bus address \"\(address)\"")
    try Self.check(unsafe sd_bus_set_bus_client(made, 1), "connect to the bus")
    try Self.check(unsafe sd_bus_negotiate_fds(made, 0), "connect to the bus")
    try Self.check(unsafe sd_bus_start(made), "connect to the bus at \(address)")
    let copy = fcntl(unsafe sd_bus_get_fd(made), F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw LoopError("connect to the bus") }
    isStarted = true
    descriptor = Descriptor(adopting: copy)
    unsafe native = unsafe made
    self.handlers = handlers
    let added = unsafe sd_bus_add_filter(
      made, &filter,
      { message, context, _ in
        guard let message = unsafe message, let context = unsafe context else { return 0 }
        return unsafe takeMessage(message, context)
      }, Unmanaged.passUnretained(self).toOpaque())
    try Self.check(added, "connect to the bus")
    watch = loop.watch(descriptor.raw, for: interest) { [unowned self] _ in process(batches: 1) }
    readMark = loop.register("messages of the bus", for: .read) { [unowned self] in
      process(batches: Self.batchesInARow)
    }
    refresh()
  }

  isolated deinit { close() }

  /// Disconnects; handlers of outstanding calls are not called any more. Idempotent.
  ///
  /// The corresponding C function is `sd_bus_close_unref`: `sd_bus_flush_close_unref` would wait.
  func close() {
    guard let closing = unsafe native else { return }
    watch.end()
    readMark.end()
    hasMore = false
    for call in calls.values { call.release() }
    calls = [:]
    postponed = []
    unsafe sd_bus_slot_unref(filter)
    unsafe filter = nil
    unsafe native = nil
    unsafe sd_bus_close_unref(closing)
  }

  /// Ends all outstanding calls without a reply, and disconnects.
  func abandon() {
    for call in calls.values { call.take(nil) }
    close()
  }

  private var isReady: Bool { unsafe native.map { unsafe sd_bus_is_ready($0) > 0 } ?? false }

  /// Our name on the bus, such as `:1.42`; nil until it has answered.
  var uniqueName: String? {
    guard isReady else { return nil }
    var name: UnsafePointer<CChar>?
    guard unsafe sd_bus_get_unique_name(native, &name) >= 0, let name = unsafe name else { return nil }
    return unsafe String(cString: name)
  }

  // MARK: - Reading

  /// Handles a batch of messages, and those that have waited since `answerCalls`.
  private func process() {
    guard !isProcessing else { return }
    isProcessing = true
    defer {
      isProcessing = false
      refresh()
    }
    let waiting = postponed
    postponed = []
    // A handler may close the connection.
    for handOn in waiting where unsafe native != nil { handOn() }
    do throws(LoopError) {
      hasMore = try processBatch()
    } catch {
      if unsafe native != nil { handlers.onFailure(error) }
      return
    }
    if !hasReportedReady, isReady {
      hasReportedReady = true
      handlers.onReady()
    }
  }

  /// Handles up to `batches` batches. A handler may close this connection or release its owner's reference; the caller's
  /// reference keeps it alive until the return.
  private func process(batches: Int) {
    process()
    for _ in 1..<batches where hasMore { process() }
    continueSoon()
  }

  /// Continues with received messages before the next sleep, but after slow work.
  private func continueSoon() {
    if hasMore { readMark?.setForNextIteration() }
  }

  /// Hands on the method calls that have come, in the middle of long work; other messages wait for their phase.
  func answerCalls() {
    guard hasReportedReady, !isProcessing else { return }
    (isProcessing, handsOnlyCalls) = (true, true)
    defer {
      (isProcessing, handsOnlyCalls) = (false, false)
      refresh()
    }
    // An error now is reported again by the next `process`.
    _ = try? processBatch()
    if !postponed.isEmpty { hasMore = true }
    continueSoon()
  }

  private func handOn(_ action: @escaping () -> Void) {
    if handsOnlyCalls { postponed.append(action) } else { action() }
  }

  /// Handles a batch of messages, and returns whether there may be more.
  ///
  /// The corresponding C function is `sd_bus_process`.
  private func processBatch() throws(LoopError) -> Bool {
    for _ in 0..<Self.batch {
      guard let native = unsafe native else { return false }
      let result = unsafe sd_bus_process(native, nil)
      if result == 0 { return false }
      try Self.check(result, "speak to the bus")
    }
    return true
  }

  /// Updates what the loop waits for to what the library waits for.
  ///
  /// The corresponding C functions are `sd_bus_get_events` and `sd_bus_get_timeout`.
  private func refresh() {
    guard !isProcessing, let watch else { return }
    let interest = interest
    if watch.interest != interest { watch.interest = interest }
    readMark?.deadline = hasMore ? nil : nextDeadline
  }

  private var interest: Readiness {
    guard let native = unsafe native else { return [] }
    let events = unsafe sd_bus_get_events(native)
    var interest: Readiness = []
    if events < 0 || Int16(events) & Int16(POLLIN) != 0 { interest.insert(.readable) }
    if events >= 0, Int16(events) & Int16(POLLOUT) != 0 { interest.insert(.writable) }
    return interest
  }

  /// When `process` must be called even if nothing has come; nil: never.
  private var nextDeadline: Instant? {
    var microseconds: UInt64 = 0
    guard let native = unsafe native, unsafe sd_bus_get_timeout(native, &microseconds) >= 0,
      microseconds != .max
    else { return nil }
    return Instant(sinceOrigin: .microseconds(Int64(clamping: microseconds)))
  }

  // MARK: - Sending

  /// Sends a message, or queues it.
  ///
  /// The corresponding C function is `sd_bus_send`.
  func send(_ message: Message) {
    guard let native = unsafe native else { return }
    // A failure here means that the connection has failed, which the next read reports.
    _ = unsafe sd_bus_send(native, message.native, nil)
    refresh()
  }

  func makeSignal(path: String, interface: String, member: String, destination: String?) -> Message? {
    guard let native = unsafe native else { return nil }
    return unsafe Message.makeSignal(
      path: path, interface: interface, member: member, destination: destination, on: native)
  }

  /// Sends a call whose reply `pending` takes, and returns whether it could be sent.
  ///
  /// The corresponding C functions are `sd_bus_message_set_allow_interactive_authorization` and `sd_bus_call_async`.
  func send(_ call: Call, _ pending: PendingCall) -> Bool {
    guard let native = unsafe native, let message = unsafe Message.makeCall(call, on: native) else {
      return false
    }
    defer { refresh() }
    MessageWriter(message).append(call.arguments)
    if call.allowsAuthentication {
      // This fails only for messages that are sealed already.
      _ = unsafe sd_bus_message_set_allow_interactive_authorization(message.native, 1)
    }
    let microseconds = UInt64(max(1, call.timeout / .microseconds(1)))
    var slot: OpaquePointer?
    let result = unsafe sd_bus_call_async(
      native, &slot, message.native,
      { message, context, _ in
        guard let message = unsafe message, let context = unsafe context else { return 0 }
        return unsafe takeAnswer(message, context)
      }, Unmanaged.passUnretained(pending).toOpaque(), microseconds)
    guard result >= 0, let slot = unsafe slot else { return false }
    unsafe pending.hold(slot)
    calls[ObjectIdentifier(pending)] = pending
    pending.onEnd = { [unowned self] in calls[ObjectIdentifier($0)] = nil }
    pending.onMessage = { [unowned self] pending, message in handOn { pending.take(message) } }
    return true
  }

  /// Hands on a message that is no reply; returns whether it was answered.
  fileprivate func take(_ message: Message) -> Bool {
    receivedCount += 1
    switch message.kind {
    case .methodCall: return handlers.onCall(message)
    case .signal: handOn { [unowned self] in handlers.onSignal(message) }
    case .methodReturn, .methodError, nil: break
    }
    return false
  }

  private static func check(_ result: Int32, _ operation: String) throws(LoopError) {
    if result < 0 { throw LoopError(operation, errorNumber: -result) }
  }
}

private nonisolated func takeMessage(_ message: OpaquePointer, _ context: UnsafeMutableRawPointer) -> Int32 {
  nonisolated(unsafe) let message = unsafe message
  nonisolated(unsafe) let context = unsafe context
  return MainActor.assumeIsolated {
    let bus = unsafe Unmanaged<NativeBus>.fromOpaque(context).takeUnretainedValue()
    return unsafe bus.take(Message(retaining: message)) ? 1 : 0
  }
}

private nonisolated func takeAnswer(_ message: OpaquePointer, _ context: UnsafeMutableRawPointer) -> Int32 {
  nonisolated(unsafe) let message = unsafe message
  nonisolated(unsafe) let context = unsafe context
  MainActor.assumeIsolated {
    let call = unsafe Unmanaged<PendingCall>.fromOpaque(context).takeUnretainedValue()
    unsafe call.onMessage?(call, Message(retaining: message))
  }
  return 1
}
