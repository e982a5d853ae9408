import Glibc
import Loop
import Settings

/// The share of time in which tasks wait for a resource of the machine, from a file of `/proc/pressure`.
nonisolated struct Pressure: Equatable {
  /// The part of the last ten seconds in which something waited, 0 … 1.
  var share: Double

  /// Decodes a file of `/proc/pressure`; nil if its line `some` is missing or invalid.
  init?(file text: String) {
    for line in text.split(separator: "\n") where line.hasPrefix("some ") {
      for word in line.split(separator: " ") where word.hasPrefix("avg10=") {
        guard let percent = Double(word.dropFirst(6)), (0...100).contains(percent) else { return nil }
        share = percent / 100
        return
      }
    }
    return nil
  }
}

nonisolated extension MeterSettings.Subject {
  /// The file that tells how long programs wait for the resource; nil: there is none.
  var pressurePath: String? {
    switch self {
    case .cpu: "/proc/pressure/cpu"
    case .memory: "/proc/pressure/memory"
    case .disk: "/proc/pressure/io"
    case .load, .temperature, .rates: nil
    }
  }
}

/// Hears from the kernel when much is waited for a resource.
final class PressureTrigger {
  private let file: Descriptor
  private let watch: Watch

  /// A tenth of two seconds, in microseconds: the shortest window that the kernel gives to programs without rights.
  private static let limit = "some 200000 2000000"

  /// Begins the watch; nil if the kernel has no such file or no triggers for it. Meters that show it read it regularly
  /// anyway.
  init?(path: String, loop: EventLoop, onPressure: @escaping () -> Void) {
    let raw = unsafe open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard raw >= 0 else { return nil }
    let file = Descriptor(adopting: raw)
    // The kernel wants the zero at the end, too.
    guard unsafe write(raw, Self.limit, Self.limit.utf8.count + 1) > 0 else { return nil }
    self.file = file
    watch = loop.watch(raw, for: .priority) { _ in onPressure() }
  }

  /// Ends the watch; idempotent.
  func cancel() { watch.cancel() }
}
