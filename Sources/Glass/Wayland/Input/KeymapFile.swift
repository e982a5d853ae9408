import Glibc

/// The file of a keymap that the compositor sent, before it is compiled.
///
/// The file is read and not mapped: access to a page of a mapping beyond the end of the file ends the process, and
/// the file's creator may shorten it at any time.
@MainActor final class KeymapFile {
  /// The greatest size in bytes, more than any keymap has; all layouts together have a few hundred kilobytes.
  private static let limit = 1 << 24

  private let descriptor: Int32
  private let size: Int

  /// Adopts `descriptor`, whose file has to hold `size` bytes; closes it and returns nil if it does not.
  init?(descriptor: Int32, size: UInt32) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, size > 0,
      status.st_size >= Int(size), Int(size) <= Self.limit
    else {
      close(descriptor)
      return nil
    }
    self.descriptor = descriptor
    self.size = Int(size)
  }

  isolated deinit { close(descriptor) }

  /// Reads and compiles the file; nil if it holds no keymap.
  func compile() -> Keymap? {
    unsafe withUnsafeTemporaryAllocation(byteCount: size, alignment: 1) { buffer in
      var count = 0
      while count < size {
        let read = unsafe pread(descriptor, buffer.baseAddress! + count, size - count, count)
        if read < 0, errno == EINTR { continue }
        guard read > 0 else { return nil }
        count += read
      }
      return unsafe Keymap(text: UnsafeRawBufferPointer(buffer))
    }
  }
}
