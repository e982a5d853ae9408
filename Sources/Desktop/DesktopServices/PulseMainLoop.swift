import CPulse
import Geometry
import Glibc
import Loop

/// A main loop of libpulse, which works while the loop of the process runs, and for which that loop waits.
///
/// The callbacks of libpulse are called in the phase `read` or by handlers of descriptors and timers.
@MainActor @safe final class PulseMainLoop {
  /// The `pa_mainloop`.
  private let native: OpaquePointer
  private let loop: EventLoop
  /// The mark by which the loop of the process lets libpulse work.
  private var mark: Mark?
  /// The descriptors that libpulse waits for, with its interest in them, and its time limit in milliseconds, which is
  /// negative if there is none.
  private var awaited: (descriptors: [pollfd], limit: Int32) = ([], -1)
  private var watches: [Watch] = []
  private var timer: Timer?

  /// Creates the main loop; nil if the system has no descriptor for it.
  ///
  /// The corresponding C functions are `pa_mainloop_new` and `pa_mainloop_set_poll_func`.
  init?(_ loop: EventLoop) {
    guard let made = unsafe pa_mainloop_new() else { return nil }
    unsafe native = unsafe made
    self.loop = loop
    unsafe pa_mainloop_set_poll_func(made, pollForPulse, Unmanaged.passUnretained(self).toOpaque())
    mark = loop.register("work of libpulse", for: .read) { [unowned self] in iterate() }
  }

  /// The corresponding C function is `pa_mainloop_free`.
  isolated deinit {
    stopWaiting()
    mark?.cancel()
    unsafe pa_mainloop_free(native)
  }

  /// The functions by which libpulse uses the main loop; they are valid as long as this object exists.
  ///
  /// The corresponding C function is `pa_mainloop_get_api`.
  var api: UnsafeMutablePointer<pa_mainloop_api> { unsafe pa_mainloop_get_api(native) }

  /// Lets libpulse work in the next iteration of the loop, which does not sleep before that. This function has to be called before
  /// any other function of libpulse, which may change what libpulse waits for, and close descriptors that are watched here.
  func wake() {
    stopWaiting()
    mark?.setForNextIteration()
  }

  /// Lets libpulse do what is due, and waits for what it needs next.
  ///
  /// The corresponding C function is `pa_mainloop_iterate`.
  private func iterate() {
    stopWaiting()
    // The result is the number of events that were handled. Only if it is 0 has libpulse told all that it waits for.
    if unsafe pa_mainloop_iterate(native, 1, nil) > 0 { mark?.setForNextIteration() } else { wait() }
  }

  private func wait() {
    watches = awaited.descriptors.map { descriptor in
      var interest: Readiness = []
      if descriptor.events & Int16(POLLIN) != 0 { interest.insert(.readable) }
      if descriptor.events & Int16(POLLOUT) != 0 { interest.insert(.writable) }
      return loop.watch(descriptor.fd, for: interest) { [unowned self] _ in iterate() }
    }
    if awaited.limit >= 0 {
      let moment = loop.now + .milliseconds(Int(awaited.limit))
      timer = loop.schedule(at: moment, tolerance: .milliseconds(50)) { [unowned self] in iterate() }
    }
  }

  private func stopWaiting() {
    watches.end()
    timer.end()
  }

  /// Tells libpulse which of its descriptors are ready, without waiting for any, and keeps the list for `wait`.
  ///
  /// The corresponding C function is `poll`.
  fileprivate func poll(_ descriptors: UnsafeMutableBufferPointer<pollfd>, limit: Int32) -> Int32 {
    unsafe awaited = (Array(descriptors), limit)
    return unsafe Glibc.poll(descriptors.baseAddress, nfds_t(descriptors.count), 0)
  }
}

/// The function that libpulse's main loop calls in place of `poll`, within `pa_mainloop_iterate`.
private nonisolated func pollForPulse(
  _ descriptors: UnsafeMutablePointer<pollfd>?, _ count: UInt, _ limit: Int32,
  _ data: UnsafeMutableRawPointer?
) -> Int32 {
  nonisolated(unsafe) let (descriptors, data) = unsafe (descriptors, data)
  return MainActor.assumeIsolated {
    let loop = unsafe Unmanaged<PulseMainLoop>.fromOpaque(data!).takeUnretainedValue()
    return unsafe loop.poll(UnsafeMutableBufferPointer(start: descriptors, count: Int(count)), limit: limit)
  }
}
