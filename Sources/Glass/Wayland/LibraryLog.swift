import CWayland
import Glibc
import Loop
import Synchronization

/// The log of libwayland, which is the only place with the text of a protocol error.
///
/// libwayland calls the handler on the thread that uses it, which may be one of a graphics driver.
enum LibraryLog {
  private static var lastError = ""
  /// The thread that called `start` last. The main actor need not stay on one thread where libdispatch serves it.
  private nonisolated static let ownThread = Atomic<pthread_t>(0)

  /// Sets the handler of libwayland's log, of which a process has one.
  ///
  /// The corresponding C function is `wl_log_set_handler_client`.
  static func start() {
    ownThread.store(pthread_self(), ordering: .relaxed)
    unsafe wl_log_set_handler_client(logLine)
  }

  /// The compositor's message in the last protocol error.
  static var errorMessage: String { lastError }

  /// Handles a line on any thread; a protocol error that another thread received is only written out.
  fileprivate nonisolated static func receive(_ line: String) {
    guard pthread_self() == ownThread.load(ordering: .relaxed) else { return write(line) }
    MainActor.assumeIsolated {
      // The format is "wl_surface@3: error 2: words", with # instead of @ in later versions.
      if let words = line.text(after: ": error ")?.text(after: ": ") {
        lastError = String(words)
      } else {
        write(line)
      }
    }
  }

  private nonisolated static func write(_ line: String) { Log.plain("warning: libwayland: \(line)") }

  fileprivate nonisolated static func text(_ format: UnsafePointer<CChar>, _ arguments: CVaListPointer)
    -> String
  {
    let characters = unsafe [CChar](unsafeUninitializedCapacity: 1024) { buffer, count in
      let length = unsafe vsnprintf(buffer.baseAddress, buffer.count, format, arguments)
      count = min(max(Int(length), 0), buffer.count - 1)
    }
    let text = String(decoding: characters.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }
}

/// Passes a line to `LibraryLog`. libwayland calls this on any thread, so it is not isolated to the main
/// actor, whose check would trap.
private nonisolated func logLine(format: UnsafePointer<CChar>?, arguments: CVaListPointer?) {
  guard let format = unsafe format, let arguments = unsafe arguments else { return }
  LibraryLog.receive(unsafe LibraryLog.text(format, arguments))
}
