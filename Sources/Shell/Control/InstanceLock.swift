import Glibc
import Loop

/// That this process is the one instance for a display, until the lock is dropped or the process ends in any way.
///
/// The file stays behind: to remove it would let two processes lock two files of one name.
struct InstanceLock: ~Copyable {
  private let descriptor: Descriptor

  /// Throws `alreadyRuns` while another holds it.
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
    // Only words depend on it: a full disk is no reason not to run.
    _ = ftruncate(raw, 0)
    _ = unsafe write(raw, text, text.count)
    self.descriptor = descriptor
  }
}

/// What the holder has written; nil in the moment before it has.
private func readProcess(_ descriptor: Int32) -> Int32? {
  var buffer = [UInt8](repeating: 0, count: 32)
  let count = unsafe pread(descriptor, &buffer, buffer.count, 0)
  guard count > 0 else { return nil }
  return Int32(String(decoding: buffer[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
}
