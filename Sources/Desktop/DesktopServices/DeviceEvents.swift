import CPlatform
import DesktopModel
import Glibc
import Loop

/// Reports uevents of the kernel for devices of some subsystems that were added, removed or, if requested, changed.
///
/// A filter in the kernel drops events of changes that were not requested before they wake this process.
@MainActor final class DeviceEvents: Cancellable {
  private let subsystems: Set<String>
  private let changes: Bool
  private let onEvent: () -> Void
  private let descriptor: Descriptor
  private var watch: Watch?

  /// NETLINK_KOBJECT_UEVENT of linux/netlink.h, and the multicast group of events that the kernel itself sends.
  private static let kernelEvents: (protocol: Int32, group: UInt32) = (15, 1)
  /// The size of the buffer in bytes; events of the kernel are shorter than 4 KiB.
  private static let mostBytes = 1 << 13
  /// The limit of events that are read at a time: more would delay other work.
  private static let batch = 64

  /// Starts listening. `onEvent` is called after devices of one of the subsystems were added or removed and, if
  /// `changes` is true, after they have changed. Nil if the kernel refuses the socket.
  init?(
    of subsystems: Set<String>, changes: Bool = false, loop: EventLoop, open: NetlinkSocket.Opening,
    onEvent: @escaping () -> Void
  ) {
    guard let endpoint = open(Self.kernelEvents.protocol, Self.kernelEvents.group) else { return nil }
    (self.subsystems, self.changes, self.onEvent) = (subsystems, changes, onEvent)
    descriptor = endpoint.descriptor
    // Without the filter there are more events, which are dropped here.
    _ = hyaline_filter_device_events(descriptor.raw, changes)
    watch = loop.watch(descriptor.raw) { [unowned self] _ in receive() }
  }

  isolated deinit { cancel() }

  /// Stops listening; idempotent.
  func cancel() { watch.end() }

  private func receive() {
    var buffer = [UInt8](repeating: 0, count: Self.mostBytes)
    var concerns = false
    for _ in 0..<Self.batch {
      var isKernel = false
      let count = unsafe hyaline_netlink_receive(descriptor.raw, &buffer, buffer.count, &isKernel)
      guard count >= 0 else {
        // The events that were lost for want of room may have been of any kind.
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
