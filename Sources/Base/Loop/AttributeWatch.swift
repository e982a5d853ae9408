import CPlatform
import Glibc

/// A watch on a file of /sys, whose changes the kernel reports if the driver of the device does so.
@MainActor public final class AttributeWatch: Cancellable {
  private let file: Descriptor
  private var watch: Watch?

  /// Starts watching; nil if there is no such file, or it is not in sysfs.
  ///
  /// `onChange` is called in the phase `read`; it may be called although the content is as before.
  public init?(path: String, loop: EventLoop, onChange: @escaping () -> Void) {
    let raw = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard raw >= 0 else { return nil }
    file = Descriptor(adopting: raw)
    var system = statfs()
    // Files of other file systems cannot be polled.
    guard unsafe fstatfs(raw, &system) == 0, system.f_type == Self.systemMagic else { return nil }
    consume()
    watch = loop.watch(raw, for: .priority) { [unowned self] _ in
      consume()
      onChange()
    }
  }

  isolated deinit { cancel() }

  /// Stops watching; idempotent.
  public func cancel() { watch.end() }

  /// SYSFS_MAGIC of linux/magic.h.
  private static let systemMagic = 0x6265_6572

  /// Reads the file, without which the kernel would report the same change again and again.
  private func consume() {
    var buffer = [UInt8](repeating: 0, count: 64)
    _ = unsafe pread(file.raw, &buffer, buffer.count, 0)
  }
}
