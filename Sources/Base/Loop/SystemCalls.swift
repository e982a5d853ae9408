import CPlatform
import Glibc

/// The system calls of a loop that may fail without a fault of the program; tests replace them by functions that fail.
struct SystemCalls {
  /// Adds, changes or removes a descriptor of an epoll instance; returns 0 or an error number.
  ///
  /// The corresponding C function is `epoll_ctl`.
  var controlEpoll:
    (_ epoll: Int32, _ operation: Int32, _ descriptor: Int32, _ events: UInt32, _ token: UInt64) -> Int32 = {
      var event = unsafe epoll_event()
      unsafe event.events = $3
      unsafe event.data.u64 = $4
      return unsafe epoll_ctl($0, $1, $2, &event) == 0 ? 0 : errno
    }

  /// Arms a timer, or disarms it if the setting has no time; returns 0 or an error number.
  ///
  /// The corresponding C function is `timerfd_settime`.
  var setTimer: (_ timer: Int32, _ flags: Int32, _ setting: itimerspec) -> Int32 = {
    var setting = $2
    return unsafe timerfd_settime($0, $1, &setting, nil) == 0 ? 0 : errno
  }
}
