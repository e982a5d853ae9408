import Glibc

/// One inotify event.
struct InotifyEvent {
  let watch: Int32
  let mask: UInt32
  /// Name of the child that the event is about; empty if it is about the watched file or directory itself.
  let name: String

  /// Reads the next batch of events; nil if there is none now.
  ///
  /// The corresponding C function is `read` of an inotify descriptor.
  static func read(from descriptor: Int32) -> [InotifyEvent]? {
    unsafe withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
      let count = unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      guard count > 0 else { return nil }
      var events: [InotifyEvent] = []
      var offset = 0
      while offset + 16 <= count {
        // struct inotify_event: wd, mask, cookie, length of the name, which is padded with zeros.
        let watch = unsafe buffer.load(fromByteOffset: offset, as: Int32.self)
        let mask = unsafe buffer.load(fromByteOffset: offset + 4, as: UInt32.self)
        let length = unsafe Int(buffer.load(fromByteOffset: offset + 12, as: UInt32.self))
        let name = unsafe buffer[offset + 16..<offset + 16 + length].prefix { $0 != 0 }
        events.append(
          InotifyEvent(watch: watch, mask: mask, name: unsafe String(decoding: name, as: UTF8.self)))
        offset += 16 + length
      }
      return events
    }
  }
}
