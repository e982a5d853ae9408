import Glibc

/// A keymap as the compositor hands it over, before it is compiled.
@MainActor @safe final class KeymapFile {
  private let bytes: UnsafeRawBufferPointer

  /// Maps and closes `descriptor`; nil if it cannot be mapped.
  init?(descriptor: Int32, size: UInt32) {
    defer { close(descriptor) }
    // Private: since version 7 other ways are forbidden.
    guard size > 0, let memory = unsafe mmap(nil, Int(size), PROT_READ, MAP_PRIVATE, descriptor, 0),
      unsafe memory != MAP_FAILED
    else { return nil }
    unsafe bytes = UnsafeRawBufferPointer(start: memory, count: Int(size))
  }

  isolated deinit {
    unsafe munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
  }

  /// Nil if it is no keymap.
  func compile() -> Keymap? { unsafe Keymap(text: bytes) }
}
