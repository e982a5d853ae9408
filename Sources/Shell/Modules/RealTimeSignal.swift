import Glibc

/// The number of the signal SIGRTMIN+n.
///
/// The corresponding C macro is `SIGRTMIN`.
func realTimeSignal(_ n: Int) -> Int32 { __libc_current_sigrtmin() + Int32(n) }
