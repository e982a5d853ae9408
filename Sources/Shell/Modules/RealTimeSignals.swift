import Glibc

/// The signals that have modules read again: SIGRTMIN+1 and so on.
public enum RealTimeSignals {
  /// The numbers that settings may name; the last one is the signal SIGRTMAX, glibc has no more.
  private static let numbers = 1...30

  /// All of them; one that no module waits for has no effect, where it would end the program otherwise.
  ///
  /// The corresponding C macro is `SIGRTMIN`.
  public static var all: [Int32] { numbers.map { __libc_current_sigrtmin() + Int32($0) } }

  /// The number n of a signal SIGRTMIN+n; nil for another signal.
  public static func number(of signal: Int32) -> Int? {
    let number = Int(signal - __libc_current_sigrtmin())
    return numbers.contains(number) ? number : nil
  }
}
