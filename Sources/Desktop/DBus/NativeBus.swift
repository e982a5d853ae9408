import CSystemd
import DBusValues
import Geometry
import Glibc
import Loop

/// One connection of the library's to a bus, from its start to its end.
///
/// Starting does not wait for the bus: what is sent before it has answered is queued. File descriptors are not
/// negotiated, so that nobody can send us any.
@MainActor @safe final class NativeBus {
  private var native: OpaquePointer?
  private var filter: OpaquePointer?
  /// Called with each message that is no answer; returns whether it was meant for us.
  private let onMessage: (Message) -> Bool
  /// A copy that we close: the library closes its own while it reads, when it is under watch still.
  private let descriptor: Descriptor
  private var calls: [ObjectIdentifier: PendingCall] = [:]
  /// Calls are handed on, all else waits.
  private var handsOnlyCalls = false
  /// Messages that have come and are no answers.
  private(set) var receivedCount = 0
  /// What waits, in order.
  private var postponed: [() -> Void] = []

  /// Connects and says who we are, without waiting.
  ///
  /// The corresponding C function is `sd_bus_start`.
  init(_ address: String, onMessage: @escaping (Message) -> Bool) throws(LoopError) {
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
    self.onMessage = onMessage
    let added = unsafe sd_bus_add_filter(
      made, &filter,
      { message, context, _ in
        guard let message = unsafe message, let context = unsafe context else { return 0 }
        return unsafe takeMessage(message, context)
      }, Unmanaged.passUnretained(self).toOpaque())
    try Self.check(added, "connect to the bus")
  }

  isolated deinit { close() }

  /// Hangs up; handlers of calls under way are not called any more. Idempotent.
  ///
  /// The corresponding C function is `sd_bus_flush_close_unref`, but that it would wait.
  func close() {
    guard let closing = unsafe native else { return }
    for call in calls.values { call.release() }
    calls = [:]
    postponed = []
    unsafe sd_bus_slot_unref(filter)
    unsafe filter = nil
    unsafe native = nil
    unsafe sd_bus_close_unref(closing)
  }

  /// Ends all calls under way as unanswered, and hangs up.
  func abandon() {
    for call in calls.values { call.take(nil) }
    close()
  }

  var fileDescriptor: Int32 { descriptor.raw }

  /// Whether the bus has answered and is still there.
  var isReady: Bool { unsafe native.map { unsafe sd_bus_is_ready($0) > 0 } ?? false }

  /// Our name on the bus, such as `:1.42`; nil until it has answered.
  var uniqueName: String? {
    guard isReady else { return nil }
    var name: UnsafePointer<CChar>?
    guard unsafe sd_bus_get_unique_name(native, &name) >= 0, let name = unsafe name else { return nil }
    return unsafe String(cString: name)
  }

  /// What to wait for before the next `process`.
  var interest: Readiness {
    guard let native = unsafe native else { return [] }
    let events = unsafe sd_bus_get_events(native)
    var interest: Readiness = []
    if events < 0 || Int16(events) & Int16(POLLIN) != 0 { interest.insert(.readable) }
    if events >= 0, Int16(events) & Int16(POLLOUT) != 0 { interest.insert(.writable) }
    return interest
  }

  /// When `process` is due though nothing has come; nil: never.
  var nextDeadline: Instant? {
    var microseconds: UInt64 = 0
    guard let native = unsafe native, unsafe sd_bus_get_timeout(native, &microseconds) >= 0,
      microseconds != .max
    else { return nil }
    return Instant(sinceOrigin: .microseconds(Int64(clamping: microseconds)))
  }

  /// Handles at most `limit` messages, and returns whether there may be more.
  ///
  /// The corresponding C function is `sd_bus_process`.
  func process(limit: Int) throws(LoopError) -> Bool {
    let waiting = postponed
    postponed = []
    for handOn in waiting { handOn() }
    return try processMessages(limit)
  }

  /// The same of calls alone; what else comes waits for the next `process`.
  func processCalls(limit: Int) throws(LoopError) {
    handsOnlyCalls = true
    defer { handsOnlyCalls = false }
    _ = try processMessages(limit)
  }

  /// Whether something waits.
  var isPostponing: Bool { !postponed.isEmpty }

  private func handOn(_ action: @escaping () -> Void) {
    if handsOnlyCalls { postponed.append(action) } else { action() }
  }

  private func processMessages(_ limit: Int) throws(LoopError) -> Bool {
    for _ in 0..<limit {
      guard let native = unsafe native else { return false }
      let result = unsafe sd_bus_process(native, nil)
      if result == 0 { return false }
      try Self.check(result, "speak to the bus")
    }
    return true
  }

  /// Sends a message, or queues it.
  ///
  /// The corresponding C function is `sd_bus_send`.
  func send(_ message: Message) {
    guard let native = unsafe native else { return }
    // What fails here fails as the connection does, which the next reading tells.
    _ = unsafe sd_bus_send(native, message.native, nil)
  }

  func makeSignal(path: String, interface: String, member: String, destination: String?) -> Message? {
    guard let native = unsafe native else { return nil }
    return unsafe Message.makeSignal(
      path: path, interface: interface, member: member, destination: destination, on: native)
  }

  /// Sends a call whose answer `pending` takes, and returns whether it could be sent.
  ///
  /// The corresponding C function is `sd_bus_call_async`.
  func send(_ call: Call, _ pending: PendingCall) -> Bool {
    guard let native = unsafe native, let message = unsafe Message.makeCall(call, on: native) else {
      return false
    }
    MessageWriter(message).append(call.arguments)
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

  fileprivate func take(_ message: Message) -> Bool {
    receivedCount += 1
    if message.kind == .methodCall { return onMessage(message) }
    handOn { [unowned self] in _ = onMessage(message) }
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
