import CWayland
import Glibc

/// What libwayland says: the only place where the text of a protocol error is found.
enum LibraryLog {
  private static var lastError = ""

  /// Takes over libwayland's log, which is the process's.
  ///
  /// The corresponding C function is `wl_log_set_handler_client`.
  static func start() {
    unsafe wl_log_set_handler_client { format, arguments in
      guard let format = unsafe format, let arguments = unsafe arguments else { return }
      let text = unsafe LibraryLog.text(format, arguments)
      MainActor.assumeIsolated { LibraryLog.take(text) }
    }
  }

  /// The compositor's own words in the last protocol error.
  static var errorMessage: String { lastError }

  private static func take(_ line: String) {
    // "wl_surface@3: error 2: words", with # instead of @ in later versions.
    if let head = line.firstRange(of: ": error "),
      let colon = line[head.upperBound...].firstRange(of: ": ")
    {
      lastError = String(line[colon.upperBound...])
    } else {
      let message = Array("warning: libwayland: \(line)\n".utf8)
      _ = unsafe write(STDERR_FILENO, message, message.count)
    }
  }

  private nonisolated static func text(_ format: UnsafePointer<CChar>, _ arguments: CVaListPointer) -> String
  {
    let characters = unsafe [CChar](unsafeUninitializedCapacity: 1024) { buffer, count in
      let length = unsafe vsnprintf(buffer.baseAddress, buffer.count, format, arguments)
      count = min(max(Int(length), 0), buffer.count - 1)
    }
    let text = String(decoding: characters.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }
}
