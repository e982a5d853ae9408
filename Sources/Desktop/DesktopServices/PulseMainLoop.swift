import CPulse
import Geometry
import Glibc
import Loop

/// The loop of the process as a main loop of libpulse: I/O events, time events and deferred events.
///
/// The callbacks of libpulse are called in the phase `read` or between phases. The loop does no work while libpulse waits.
@MainActor @safe final class PulseMainLoop {
  /// The functions that libpulse calls; they are valid as long as this object exists.
  let api: UnsafeMutablePointer<pa_mainloop_api>
  fileprivate let loop: EventLoop
  /// The mark at which deferred events are called.
  private var mark: Mark?
  fileprivate var deferred: [PulseDeferredEvent] = []

  init(_ loop: EventLoop) {
    self.loop = loop
    unsafe api = .allocate(capacity: 1)
    unsafe api.initialize(to: pa_mainloop_api())
    unsafe api.pointee.userdata = Unmanaged.passUnretained(self).toOpaque()
    unsafe api.pointee.io_new = newInput
    unsafe api.pointee.io_enable = enableInput
    unsafe api.pointee.io_free = freeInput
    unsafe api.pointee.io_set_destroy = setInputDestruction
    unsafe api.pointee.time_new = newTime
    unsafe api.pointee.time_restart = restartTime
    unsafe api.pointee.time_free = freeTime
    unsafe api.pointee.time_set_destroy = setTimeDestruction
    unsafe api.pointee.defer_new = newDeferred
    unsafe api.pointee.defer_enable = enableDeferred
    unsafe api.pointee.defer_free = freeDeferred
    unsafe api.pointee.defer_set_destroy = setDeferredDestruction
    unsafe api.pointee.quit = quit
    mark = loop.register("work of libpulse", for: .read) { [unowned self] in runDeferred() }
  }

  isolated deinit {
    mark?.cancel()
    unsafe api.deinitialize(count: 1)
    unsafe api.deallocate()
  }

  /// Schedules calls of the deferred events for the next iteration of the loop, without a sleep before.
  fileprivate func callDeferred() { mark?.setForNextIteration() }

  /// Calls each enabled deferred event, which libpulse expects in every iteration until it disables the event.
  private func runDeferred() {
    for event in deferred where event.isEnabled && !event.isFreed { event.call() }
    if deferred.contains(where: \.isEnabled) { callDeferred() }
  }
}

/// An I/O event of libpulse: a descriptor that is watched.
@MainActor @safe private final class PulseInputEvent {
  private unowned let owner: PulseMainLoop
  private let descriptor: Int32
  private let callback: pa_io_event_cb_t?
  private let context: UnsafeMutableRawPointer?
  private var watch: Watch?
  var destruction: pa_io_event_destroy_cb_t?

  init(
    _ owner: PulseMainLoop, _ descriptor: Int32, _ callback: pa_io_event_cb_t?,
    _ context: UnsafeMutableRawPointer?
  ) {
    self.owner = owner
    self.descriptor = descriptor
    unsafe self.callback = unsafe callback
    unsafe self.context = unsafe context
  }

  func enable(_ flags: pa_io_event_flags_t) {
    var interest: Readiness = []
    if flags.rawValue & PA_IO_EVENT_INPUT.rawValue != 0 { interest.insert(.readable) }
    if flags.rawValue & PA_IO_EVENT_OUTPUT.rawValue != 0 { interest.insert(.writable) }
    if let watch {
      watch.interest = interest
    } else {
      watch = owner.loop.watch(descriptor, for: interest) { [unowned self] in call($0) }
    }
  }

  private func call(_ readiness: Readiness) {
    var flags: UInt32 = 0
    for (part, flag) in [
      (Readiness.readable, PA_IO_EVENT_INPUT), (.writable, PA_IO_EVENT_OUTPUT), (.hangUp, PA_IO_EVENT_HANGUP),
      (.failure, PA_IO_EVENT_ERROR),
    ] where readiness.contains(part) {
      flags |= flag.rawValue
    }
    let handle = unsafe OpaquePointer(Unmanaged.passUnretained(self).toOpaque())
    unsafe callback?(owner.api, handle, descriptor, pa_io_event_flags_t(rawValue: flags), context)
  }

  func free() {
    watch.end()
    unsafe destruction?(owner.api, OpaquePointer(Unmanaged.passUnretained(self).toOpaque()), context)
  }
}

/// A time event of libpulse: a deadline.
@MainActor @safe private final class PulseTimeEvent {
  private unowned let owner: PulseMainLoop
  private let callback: pa_time_event_cb_t?
  private let context: UnsafeMutableRawPointer?
  private var time = timeval()
  private var timer: Loop.Timer?
  var destruction: pa_time_event_destroy_cb_t?

  /// The bit by which libpulse marks the microseconds of times of the monotonic clock, for main loops that it knows.
  private static let monotonic = 1 << 30

  init(_ owner: PulseMainLoop, _ callback: pa_time_event_cb_t?, _ context: UnsafeMutableRawPointer?) {
    self.owner = owner
    unsafe self.callback = unsafe callback
    unsafe self.context = unsafe context
  }

  /// Sets the deadline; nil disables the event.
  func restart(_ time: timeval?) {
    timer.end()
    guard let time else { return }
    self.time = time
    let loop = owner.loop
    let moment = Duration.seconds(time.tv_sec) + .microseconds(time.tv_usec & (Self.monotonic - 1))
    let present = time.tv_usec & Self.monotonic == 0 ? loop.wallTime.sinceEpoch : loop.now.sinceOrigin
    timer = loop.schedule(at: loop.now + max(.zero, moment - present), tolerance: .milliseconds(50)) {
      [unowned self] in call()
    }
  }

  private func call() {
    let handle = unsafe OpaquePointer(Unmanaged.passUnretained(self).toOpaque())
    var time = self.time
    unsafe callback?(owner.api, handle, &time, context)
  }

  func free() {
    restart(nil)
    unsafe destruction?(owner.api, OpaquePointer(Unmanaged.passUnretained(self).toOpaque()), context)
  }
}

/// A deferred event of libpulse: a callback that is called in every iteration while it is enabled.
@MainActor @safe private final class PulseDeferredEvent {
  private unowned let owner: PulseMainLoop
  private let callback: pa_defer_event_cb_t?
  private let context: UnsafeMutableRawPointer?
  private(set) var isEnabled = false
  private(set) var isFreed = false
  var destruction: pa_defer_event_destroy_cb_t?

  init(_ owner: PulseMainLoop, _ callback: pa_defer_event_cb_t?, _ context: UnsafeMutableRawPointer?) {
    self.owner = owner
    unsafe self.callback = unsafe callback
    unsafe self.context = unsafe context
    owner.deferred.append(self)
  }

  func enable(_ isEnabled: Bool) {
    self.isEnabled = isEnabled
    if isEnabled { owner.callDeferred() }
  }

  func call() {
    unsafe callback?(owner.api, OpaquePointer(Unmanaged.passUnretained(self).toOpaque()), context)
  }

  func free() {
    (isEnabled, isFreed) = (false, true)
    owner.deferred.removeAll { $0 === self }
    unsafe destruction?(owner.api, OpaquePointer(Unmanaged.passUnretained(self).toOpaque()), context)
  }
}

// MARK: - Callbacks of libpulse

/// A value that passes through a `Sendable` boundary unchecked: libpulse calls only from the thread of the loop.
private nonisolated struct Crossing<Value>: @unchecked Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}

/// Passes the ownership of an object to libpulse.
@MainActor private func handOver(_ object: AnyObject) -> Crossing<OpaquePointer> {
  unsafe Crossing(OpaquePointer(Unmanaged.passRetained(object).toOpaque()))
}

/// An object that libpulse owns.
@MainActor private func recover<Object: AnyObject>(_ handle: OpaquePointer?) -> Object {
  unsafe Unmanaged<Object>.fromOpaque(UnsafeRawPointer(handle!)).takeUnretainedValue()
}

/// Recovers the ownership of an object from libpulse.
@MainActor private func takeBack<Object: AnyObject>(_ handle: OpaquePointer?) -> Object {
  unsafe Unmanaged<Object>.fromOpaque(UnsafeRawPointer(handle!)).takeRetainedValue()
}

@MainActor private func owner(_ api: UnsafeMutablePointer<pa_mainloop_api>?) -> PulseMainLoop {
  unsafe Unmanaged<PulseMainLoop>.fromOpaque(api!.pointee.userdata).takeUnretainedValue()
}

private nonisolated func newInput(
  _ api: UnsafeMutablePointer<pa_mainloop_api>?, _ descriptor: Int32, _ flags: pa_io_event_flags_t,
  _ callback: pa_io_event_cb_t?, _ context: UnsafeMutableRawPointer?
) -> OpaquePointer? {
  let given = unsafe Crossing((api, callback, context))
  return unsafe MainActor.assumeIsolated {
    let event = unsafe PulseInputEvent(owner(given.value.0), descriptor, given.value.1, given.value.2)
    event.enable(flags)
    return unsafe handOver(event)
  }.value
}

private nonisolated func enableInput(_ handle: OpaquePointer?, _ flags: pa_io_event_flags_t) {
  let handle = unsafe Crossing(handle)
  MainActor.assumeIsolated { unsafe (recover(handle.value) as PulseInputEvent).enable(flags) }
}

private nonisolated func freeInput(_ handle: OpaquePointer?) {
  let handle = unsafe Crossing(handle)
  MainActor.assumeIsolated { unsafe (takeBack(handle.value) as PulseInputEvent).free() }
}

private nonisolated func setInputDestruction(_ handle: OpaquePointer?, _ callback: pa_io_event_destroy_cb_t?)
{
  let given = unsafe Crossing((handle, callback))
  MainActor.assumeIsolated {
    unsafe (recover(given.value.0) as PulseInputEvent).destruction = unsafe given.value.1
  }
}

private nonisolated func newTime(
  _ api: UnsafeMutablePointer<pa_mainloop_api>?, _ time: UnsafePointer<timeval>?,
  _ callback: pa_time_event_cb_t?, _ context: UnsafeMutableRawPointer?
) -> OpaquePointer? {
  let given = unsafe Crossing((api, callback, context))
  let time = unsafe time?.pointee
  return unsafe MainActor.assumeIsolated {
    let event = unsafe PulseTimeEvent(owner(given.value.0), given.value.1, given.value.2)
    event.restart(time)
    return unsafe handOver(event)
  }.value
}

private nonisolated func restartTime(_ handle: OpaquePointer?, _ time: UnsafePointer<timeval>?) {
  let handle = unsafe Crossing(handle)
  let time = unsafe time?.pointee
  MainActor.assumeIsolated { unsafe (recover(handle.value) as PulseTimeEvent).restart(time) }
}

private nonisolated func freeTime(_ handle: OpaquePointer?) {
  let handle = unsafe Crossing(handle)
  MainActor.assumeIsolated { unsafe (takeBack(handle.value) as PulseTimeEvent).free() }
}

private nonisolated func setTimeDestruction(_ handle: OpaquePointer?, _ callback: pa_time_event_destroy_cb_t?)
{
  let given = unsafe Crossing((handle, callback))
  MainActor.assumeIsolated {
    unsafe (recover(given.value.0) as PulseTimeEvent).destruction = unsafe given.value.1
  }
}

private nonisolated func newDeferred(
  _ api: UnsafeMutablePointer<pa_mainloop_api>?, _ callback: pa_defer_event_cb_t?,
  _ context: UnsafeMutableRawPointer?
) -> OpaquePointer? {
  let given = unsafe Crossing((api, callback, context))
  return unsafe MainActor.assumeIsolated {
    let event = unsafe PulseDeferredEvent(owner(given.value.0), given.value.1, given.value.2)
    event.enable(true)
    return unsafe handOver(event)
  }.value
}

private nonisolated func enableDeferred(_ handle: OpaquePointer?, _ isEnabled: Int32) {
  let handle = unsafe Crossing(handle)
  MainActor.assumeIsolated { unsafe (recover(handle.value) as PulseDeferredEvent).enable(isEnabled != 0) }
}

private nonisolated func freeDeferred(_ handle: OpaquePointer?) {
  let handle = unsafe Crossing(handle)
  MainActor.assumeIsolated { unsafe (takeBack(handle.value) as PulseDeferredEvent).free() }
}

private nonisolated func setDeferredDestruction(
  _ handle: OpaquePointer?, _ callback: pa_defer_event_destroy_cb_t?
) {
  let given = unsafe Crossing((handle, callback))
  MainActor.assumeIsolated {
    unsafe (recover(given.value.0) as PulseDeferredEvent).destruction = unsafe given.value.1
  }
}

/// Ignores the request of libpulse to end the loop, which belongs to the process.
private nonisolated func quit(_ api: UnsafeMutablePointer<pa_mainloop_api>?, _ status: Int32) {}
