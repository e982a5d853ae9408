import Glibc
import Loop

/// The lock of the one instance for a display, held until it is released or the process ends in any way.
///
/// The file is never removed: otherwise two processes could lock two files of the same name.
struct InstanceLock: ~Copyable {
  private let descriptor: Descriptor

  /// Acquires the lock; throws `alreadyRuns` while another process holds it.
  ///
  /// The corresponding C function is `flock`.
  init(_ address: ControlAddress) throws(ControlError) {
    let raw = unsafe open(address.lockPath, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard raw >= 0 else { throw .system(LoopError("open \(address.lockPath)")) }
    let descriptor = Descriptor(adopting: raw)
    guard flock(raw, LOCK_EX | LOCK_NB) == 0 else {
      throw errno == EWOULDBLOCK
        ? .alreadyRuns(display: address.display, process: readProcess(raw))
        : .system(LoopError("lock \(address.lockPath)"))
    }
    let text = Array("\(getpid())\n".utf8)
    // Only messages use the process ID: a full disk is no reason not to run.
    _ = ftruncate(raw, 0)
    _ = unsafe write(raw, text, text.count)
    self.descriptor = descriptor
  }
}

/// The process ID that the holder has written; nil until it has.
private func readProcess(_ descriptor: Int32) -> Int32? {
  var buffer = [UInt8](repeating: 0, count: 32)
  let count = unsafe pread(descriptor, &buffer, buffer.count, 0)
  guard count > 0 else { return nil }
  return Int32(String(decoding: buffer[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
}
