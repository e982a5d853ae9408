import Glibc

/// A folder under watch for files that appear or get other permissions in it.
@MainActor public final class FolderWatch: Cancellable {
  private let inotify: Descriptor
  private var watch: Watch?

  /// Begins to watch; nil: there is no such folder, or it cannot be watched. `onChange` is called in the phase `read`.
  ///
  /// The corresponding C functions are `inotify_init1` and `inotify_add_watch`.
  public init?(_ path: String, loop: EventLoop, onChange: @escaping () -> Void) {
    let raw = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard raw >= 0 else { return nil }
    inotify = Descriptor(adopting: raw)
    let mask = UInt32(IN_CREATE | IN_ATTRIB | IN_MOVED_TO | IN_ONLYDIR)
    guard unsafe inotify_add_watch(raw, path, mask) >= 0 else { return nil }
    watch = loop.watch(raw) { [unowned self] _ in
      while InotifyEvent.read(from: inotify.raw) != nil {}
      onChange()
    }
  }

  isolated deinit { cancel() }

  /// Watches no more; idempotent.
  public func cancel() { watch.end() }
}
