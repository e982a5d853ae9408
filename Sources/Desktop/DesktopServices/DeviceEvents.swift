import CPlatform
import DesktopModel
import Glibc
import Loop

/// Tells that devices of some kinds have come to the machine, have left it or, where it is asked for, have changed, as the kernel
/// announces it.
///
/// The kernel drops announcements of changes that nobody asks for before they wake this process.
@MainActor final class DeviceEvents {
  private let subsystems: Set<String>
  private let changes: Bool
  private let onEvent: () -> Void
  private let descriptor: Descriptor
  private var watch: Watch?

  /// NETLINK_KOBJECT_UEVENT of linux/netlink.h, and its group of what the kernel itself sends.
  private static let kernelEvents: (protocol: Int32, group: UInt32) = (15, 1)
  /// The kernel's own announcements are shorter than 4 KiB.
  private static let mostBytes = 1 << 13
  /// Announcements of one turn: more would delay other work.
  private static let batch = 64

  /// Begins to listen; `onEvent` is called after devices of one of the subsystems have come or gone and, if `changes` is true,
  /// after they have changed. Nil: the kernel refuses.
  init?(
    of subsystems: Set<String>, changes: Bool = false, loop: EventLoop, open: NetlinkSocket.Opening,
    onEvent: @escaping () -> Void
  ) {
    guard let endpoint = open(Self.kernelEvents.protocol, Self.kernelEvents.group) else { return nil }
    (self.subsystems, self.changes, self.onEvent) = (subsystems, changes, onEvent)
    descriptor = endpoint.descriptor
    // If the filter could not be set, there are more announcements, which are dropped here.
    _ = hyaline_filter_device_events(descriptor.raw, changes)
    watch = loop.watch(descriptor.raw) { [unowned self] _ in receive() }
  }

  isolated deinit { close() }

  /// Listens no more; idempotent.
  func close() {
    watch?.cancel()
    watch = nil
  }

  private func receive() {
    var buffer = [UInt8](repeating: 0, count: Self.mostBytes)
    var concerns = false
    for _ in 0..<Self.batch {
      var isKernel = false
      let count = unsafe hyaline_netlink_receive(descriptor.raw, &buffer, buffer.count, &isKernel)
      guard count >= 0 else {
        // What there was no room for may have been of any kind.
        if errno == ENOBUFS { concerns = true } else { break }
        continue
      }
      guard isKernel, count <= buffer.count, let event = DeviceEvent(Array(buffer[..<count])) else {
        continue
      }
      let isOfKind = event.isArrivalOrEnd || changes && event.action == "change"
      concerns = concerns || isOfKind && subsystems.contains(event.subsystem)
    }
    if concerns { onEvent() }
  }
}
